/**
 * The faults that the stand-in can simulate. Each was seen at the real upstream, or at something between, or is
 * feared.
 */
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { HOUR, MINUTE, sinceMidnight, toSgt } from '../../../src/core/air/time/time.ts';
import type { PublishedHour, Reply, StandinRequest } from './body.ts';
import { envelope, NO_DATA, NOTHING_HEALTHY, replyTo, shuffled } from './body.ts';

export const FAULTS = [
  /** The connection breaks before a response. */
  'down',
  '500',
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
  /** Status 200 and one item without content. */
  'empty',
  /** Status 200 whose data is null. */
  'null-data',
  /** No figure for the south in any hour. */
  'no-south',
  /** Instead of the south's figure: null, -1, or a text. */
  'null-south',
  'minus-south',
  'text-south',
  /** A sixth region. */
  'national',
  /** No new hour for four hours. */
  'frozen',
  'frozen-since-midnight',
  /** The upstream's clock is an hour fast. */
  'ahead',
  /** Each hour twice, in no order: the last publication, and an earlier one with other figures. */
  'duplicated',
  /** HTML markup wherever text is possible. */
  'markup',
  /** A body of many megabytes. */
  'huge',
  /** A small compressed body that unpacks to 64 MB. */
  'bomb',
  /** A body that never ends, byte by byte. */
  'drip',
  /** Deeply nested arrays. */
  'nested',
  /** A hundred thousand items. */
  'many',
  /** A redirect to another address. */
  'redirect',
] as const;
export type Fault = (typeof FAULTS)[number];

const FROZEN_FOR = 4 * HOUR;
const AHEAD_BY = HOUR;
const HUGE = 3 * 1024 * 1024;
const BOMB = 64 * 1024 * 1024;
const DRIP_MS = 20;
const MARKUP = '<img src=x onerror="alert(1)"><script>alert(1)</script>';

export function isFault(value: unknown): value is Fault {
  return FAULTS.some((fault) => fault === value);
}

/** Responds with the fault or, without one, as the upstream normally does. */
export function sendReply(
  response: ServerResponse,
  fault: Fault | undefined,
  question: StandinRequest,
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
    case 'html':
      sendText(response, 200, `<html><body>Under maintenance ${MARKUP}</body></html>`);
      break;
    case 'cut-off':
      cutOff(response, replyTo(question));
      break;
    case 'cut-json':
      sendBody(response, JSON.stringify(replyTo(question).json).slice(0, -20));
      break;
    case 'huge':
      sendBody(response, `{"code":0,"items":[],"data":null,"errorMsg":"${'x'.repeat(HUGE)}"}`);
      break;
    case 'bomb':
      sendBody(response, bomb(), { 'content-encoding': 'gzip' });
      break;
    case 'drip':
      drip(response);
      break;
    case 'nested':
      sendBody(response, `{"code":0,"items":${nest('[', ']')},"data":{"items":${nest('[', ']')}}}`);
      break;
    case 'redirect':
      response.writeHead(302, { location: '/elsewhere' }).end();
      break;
    default:
      sendJson(response, replyWith(fault, question));
  }
}

/** Faults whose responses are well-formed JSON, and no fault. */
type JsonFault =
  | Exclude<
      Fault,
      | 'down'
      | 'hang'
      | '500'
      | 'html'
      | 'cut-off'
      | 'cut-json'
      | 'huge'
      | 'bomb'
      | 'drip'
      | 'nested'
      | 'redirect'
    >
  | undefined;

function replyWith(fault: JsonFault, question: StandinRequest): Reply {
  const { version, now } = question;
  switch (fault) {
    case '404':
      return version === 'v2' ? NO_DATA : { status: 404, json: { message: 'Not Found' } };
    case '429':
      return { status: 429, json: { code: 24, name: 'TOO_MANY_REQUESTS', data: null, errorMsg: LIMITED } };
    case 'empty':
      return version === 'v2' ? envelope([{}]) : NOTHING_HEALTHY;
    case 'null-data':
      return { status: 200, json: { code: 0, data: null, items: null, errorMsg: '' } };
    case 'frozen':
      return replyTo({ ...question, now: now - FROZEN_FOR });
    case 'frozen-since-midnight':
      return replyTo({ ...question, now: now - sinceMidnight(now) + 2 * MINUTE });
    case 'ahead':
      return replyTo({ ...question, now: now + AHEAD_BY });
    case 'many':
      return itemsOf(
        version,
        Array.from({ length: 100_000 }, () => ({})),
      );
    case 'markup':
      return markup(question);
    default:
      return replyTo(question, changeOf(fault));
  }
}

const LIMITED = 'Rate limit exceeded. Please try again in 10 seconds.';

/** Faults in the figures. */
type Figures =
  | 'no-south'
  | 'null-south'
  | 'minus-south'
  | 'text-south'
  | 'national'
  | 'duplicated'
  | undefined;

function changeOf(fault: Figures): ((hours: PublishedHour[]) => PublishedHour[]) | undefined {
  const south = (value: unknown) => (hours: PublishedHour[]) =>
    hours.map((hour) => ({ ...hour, values: { ...hour.values, south: value } }));
  switch (fault) {
    case 'no-south':
      return (hours) => hours.map(({ values: { south: _, ...values }, ...hour }) => ({ ...hour, values }));
    case 'null-south':
      return south(null);
    case 'minus-south':
      return south(-1);
    case 'text-south':
      return south('-');
    case 'national':
      return (hours) => hours.map((hour) => ({ ...hour, values: { national: 999, ...hour.values } }));
    case 'duplicated':
      return (hours) => shuffled(hours.flatMap((hour) => [hour, earlierThan(hour)]));
    case undefined:
      return undefined;
  }
}

function earlierThan(hour: PublishedHour): PublishedHour {
  const values = Object.fromEntries(Object.keys(hour.values).map((region) => [region, 499]));
  return { ...hour, updated: hour.updated - MINUTE, values };
}

function itemsOf(version: StandinRequest['version'], items: readonly unknown[]): Reply {
  return version === 'v2' ? envelope(items) : { status: 200, json: { items, region_metadata: [] } };
}

/** The newest hour with good figures for three regions, and markup around and between them. */
function markup({ now }: StandinRequest): Reply {
  const at = Math.floor(now / HOUR) * HOUR;
  const figures = { north: 41, east: 42, west: 43, south: MARKUP, central: [MARKUP], [MARKUP]: 1 };
  const item = {
    [MARKUP]: MARKUP,
    date: MARKUP,
    timestamp: toSgt(at),
    updatedTimestamp: MARKUP,
    update_timestamp: MARKUP,
    readings: { psi_twenty_four_hourly: figures, pm25_one_hourly: figures, [MARKUP]: figures },
  };
  const spoiled = { ...item, timestamp: MARKUP };
  const labels = [{ name: MARKUP, labelLocation: { latitude: MARKUP, longitude: MARKUP } }];
  const data = { regionMetadata: labels, items: [item, spoiled] };
  return {
    status: 200,
    json: { code: 0, data, items: [item, spoiled], region_metadata: labels, errorMsg: MARKUP },
  };
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

function nest(open: string, close: string): string {
  return open.repeat(100_000) + close.repeat(100_000);
}
