/**
 * Faults of a response as a whole, the same for every feed. Each was seen at the real upstream, or at something
 * between, or is feared.
 */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Version } from '../upstream/request.ts';
import { NO_DATA, type Reply } from './reply.ts';

export const RESPONSE_FAULTS = [
  /** The connection breaks before a response. */
  'down',
  '500',
  /** What an unknown path answers. It looks like a missing key. */
  '403',
  '404',
  '429',
  /** No response at all. */
  'hang',
  /** An HTML page with status 200. */
  'html',
  /** The connection breaks in the middle of the body. */
  'cut-off',
  /** The body ends in the middle, as if it were complete. */
  'cut-json',
  /** Status 200 whose data is null. */
  'null-data',
  /** A body of 100 MB. */
  'huge',
  /** A small compressed body that unpacks to 64 MB. */
  'bomb',
  /** A body that never ends, byte by byte. */
  'drip',
  /** Deeply nested arrays. */
  'nested',
  /** A redirect to another address. */
  'redirect',
] as const;
export type ResponseFault = (typeof RESPONSE_FAULTS)[number];

const HUGE = 100 * 1024 * 1024;
const BOMB = 64 * 1024 * 1024;
const DRIP_MS = 20;
export const MARKUP = '<img src=x onerror="alert(1)"><script>alert(1)</script>';
const LIMITED = 'Rate limit exceeded. Please try again in 10 seconds.';

export function isResponseFault(value: unknown): value is ResponseFault {
  return RESPONSE_FAULTS.some((fault) => fault === value);
}

/**
 * Responds with the fault.
 * @param reply the response without one, which some faults spoil
 */
export function sendFault(
  response: ServerResponse,
  fault: ResponseFault,
  version: Version,
  reply: () => Reply,
): void {
  switch (fault) {
    case 'down':
      response.destroy();
      break;
    case 'hang':
      break;
    case '500':
      sendText(response, 500, '<html><body>Internal Server Error</body></html>');
      break;
    case '403':
      sendJson(response, { status: 403, json: { message: 'Missing Authentication Token' } });
      break;
    case '404':
      sendJson(response, version === 'v2' ? NO_DATA : { status: 404, json: { message: 'Not Found' } });
      break;
    case '429':
      sendJson(response, {
        status: 429,
        json: { code: 24, name: 'TOO_MANY_REQUESTS', data: null, errorMsg: LIMITED },
      });
      break;
    case 'html':
      sendText(response, 200, `<html><body>Under maintenance ${MARKUP}</body></html>`);
      break;
    case 'cut-off':
      cutOff(response, reply());
      break;
    case 'cut-json':
      sendBody(response, JSON.stringify(reply().json).slice(0, -20));
      break;
    case 'null-data':
      sendJson(response, { status: 200, json: { code: 0, data: null, items: null, errorMsg: '' } });
      break;
    case 'huge':
      flood(response);
      break;
    case 'bomb':
      sendBody(response, bomb(), { 'content-encoding': 'gzip' });
      break;
    case 'drip':
      drip(response);
      break;
    case 'nested':
      sendBody(response, nested());
      break;
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end();
      break;
  }
}

export function sendJson(response: ServerResponse, { status, json }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
}

function sendBody(
  response: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
): void {
  response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(body);
}

function sendText(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(html);
}

function cutOff(response: ServerResponse, { status, json }: Reply): void {
  const text = JSON.stringify(json);
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': text.length });
  response.write(text.slice(0, text.length / 2), () => response.destroy());
}

/** Sends as much as the client takes, up to the end of the 100 MB. */
function flood(response: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024, 'x');
  const head = '{"code":0,"items":[],"data":null,"errorMsg":"';
  let left = HUGE;
  response.writeHead(200, { 'content-type': 'application/json' }).write(head);
  const more = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!response.write(chunk)) return;
    }
    response.end('"}');
  };
  response.on('drain', more);
  more();
}

let packed: Buffer | undefined;
function bomb(): Buffer {
  packed ??= gzipSync(Buffer.alloc(BOMB, 32));
  return packed;
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' }).write('{"code":0,');
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  response.once('close', () => clearInterval(timer));
}

function nested(): string {
  const arrays = '['.repeat(100_000) + ']'.repeat(100_000);
  return `{"code":0,"items":${arrays},"data":{"items":${arrays}}}`;
}
