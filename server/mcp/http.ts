/**
 * MCP over HTTP at /mcp. Checked before a message reaches the protocol's own code, in this order: Host and
 * Origin (403), method (405), load (503), quota (429), media types (415, 406), size (413), JSON (400), no batch
 * (400). There are no sessions, so any server process can answer any request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { ApiError, ERROR_STATUS } from '../../src/api/errors.ts';
import { createApi } from '../../src/api/index.ts';
import type { Client, Handle, SkyPorts } from '../../src/api/ports.ts';
import type { Callers } from './callers.ts';
import { RPC, rpcError } from './rpc.ts';

/** Largest message, bytes: a call of a tool is a few hundred. */
export const MCP_BODY_MAX = 64 * 1024;
const ALLOW = 'OPTIONS, POST';
const UTF8 = new TextDecoder('utf-8', { fatal: true });

export interface McpEndpointOptions {
  /** The application's ports, because both share one quota. */
  readonly ports: SkyPorts;
  readonly callers: Callers;
}

type ProtocolHandler = (request: Request, parsedBody: unknown) => Promise<Response>;

/**
 * Makes the endpoint. The protocol's code is loaded with the first message, so that the server starts faster.
 */
export function mcpEndpoint({ ports, callers }: McpEndpointOptions): Handle {
  let protocol: Promise<ProtocolHandler> | undefined;

  async function load(): Promise<ProtocolHandler> {
    // A message was admitted and counted before it gets here.
    const { admission: _counted, ...uncounted } = ports;
    const { createMcpHandler, preloadSchemas } = await import('@modelcontextprotocol/server');
    const { airServer } = await import('./air/air-server.ts');
    // Lets other requests run between the parts of loading, which would block for half a second.
    await setImmediate();
    preloadSchemas();
    await setImmediate();
    const factory = airServer({ ...uncounted, handle: createApi(uncounted) });
    const troubles = new AsyncLocalStorage<unknown[]>();
    const handler = createMcpHandler(factory, {
      onerror: (error) => void troubles.getStore()?.push(error),
      maxRequestBodySize: MCP_BODY_MAX,
    });
    return (request, parsedBody) =>
      troubles.run([], async () => {
        const response = await handler.fetch(request, { parsedBody });
        return response.status < 500 ? response : defect(ports, troubles.getStore()?.[0], parsedBody);
      });
  }

  async function answer(request: Request, client: Client): Promise<Response> {
    if (request.method === 'OPTIONS') return preflight();
    if (request.method !== 'POST') {
      const message = 'this endpoint answers POST only: it keeps no session and opens no stream';
      return rpcError(405, { code: RPC.refused, message }, { headers: { Allow: ALLOW } });
    }
    const refusal = noRoom(ports) ?? (await overQuota(ports, client));
    if (refusal !== undefined) return refusal;
    const message = await readMessage(request, ports);
    if (message instanceof Response) return message;
    protocol ??= load();
    return (await protocol)(request, message.value);
  }

  return async (request, client = {}) => {
    const origin = request.headers.get('Origin');
    const host = request.headers.get('Host');
    const wrong = callers.wrongHost(host) ?? callers.wrongOrigin(origin, host);
    if (wrong !== undefined) return rpcError(403, { code: RPC.refused, message: wrong });
    const response = await answer(request, client);
    return origin === null ? response : readableBy(origin, response);
  };
}

/** @returns the message, or the response that refuses it */
async function readMessage(
  request: Request,
  ports: SkyPorts,
): Promise<{ readonly value: unknown } | Response> {
  const refusal = wrongMediaTypes(request.headers);
  if (refusal !== undefined) return refusal;
  const bytes = await ports.readBody(request, MCP_BODY_MAX).catch((error: unknown) => {
    if (error instanceof ApiError) return error;
    throw error;
  });
  if (bytes instanceof ApiError) {
    return rpcError(
      ERROR_STATUS[bytes.code],
      { code: RPC.refused, message: bytes.message },
      { headers: bytes.headers },
    );
  }
  if (bytes === 'too_large') {
    return rpcError(413, { code: RPC.refused, message: `a message is at most ${MCP_BODY_MAX} bytes` });
  }
  let value: unknown;
  try {
    value = JSON.parse(UTF8.decode(bytes));
  } catch {
    return rpcError(400, { code: RPC.parseError, message: 'the body is not valid JSON in UTF-8' });
  }
  // A batch would be many calls for the price of one. The protocol has had none since 2025-06-18.
  if (Array.isArray(value)) {
    return rpcError(400, {
      code: RPC.invalidRequest,
      message: 'batches are not supported: send one message at a time',
    });
  }
  return { value };
}

function wrongMediaTypes(headers: Headers): Response | undefined {
  const coding = (headers.get('Content-Encoding') ?? '').trim().toLowerCase();
  if (coding !== '' && coding !== 'identity') {
    const plain = { headers: { 'Accept-Encoding': 'identity' } };
    return rpcError(415, { code: RPC.refused, message: 'send the body without Content-Encoding' }, plain);
  }
  const sent = (headers.get('Content-Type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (sent !== 'application/json') {
    return rpcError(415, {
      code: RPC.refused,
      message: 'the body must be sent as Content-Type: application/json',
    });
  }
  const accepted = (headers.get('Accept') ?? '').toLowerCase();
  if (accepted.includes('application/json') && accepted.includes('text/event-stream')) return undefined;
  const message =
    'both forms of an answer must be accepted: send Accept: application/json, text/event-stream';
  return rpcError(406, { code: RPC.refused, message });
}

function noRoom({ admission }: SkyPorts): Response | undefined {
  const wait = admission?.busy('air');
  return wait === undefined ? undefined : comeBack(503, wait, 'there is too much to do here just now');
}

async function overQuota({ admission }: SkyPorts, client: Client): Promise<Response | undefined> {
  const over = await admission?.quota(client);
  return over === undefined ? undefined : comeBack(429, over.retryAfter, 'too many requests');
}

function comeBack(status: number, retryAfter: number, why: string): Response {
  const seconds = Math.max(1, Math.ceil(retryAfter));
  const message = `${why}; try again in ${seconds} s. Figures change once an hour: keep those you have, with their hour`;
  return rpcError(
    status,
    { code: RPC.refused, message, data: { retryAfter: seconds } },
    { headers: { 'Retry-After': String(seconds) } },
  );
}

function defect(ports: SkyPorts, error: unknown, message: unknown): Response {
  const id = ports.newId();
  ports.onDefect(id, error ?? new Error('MCP answered with an internal error'));
  return rpcError(
    500,
    { code: RPC.internal, message: `internal error; the log has it as ${id}` },
    { id: idOf(message) },
  );
}

/** The response to a CORS preflight (Fetch, 3.2.2) from an allowed origin. */
function preflight(): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: ALLOW,
      'Access-Control-Allow-Methods': 'POST',
      'Access-Control-Allow-Headers': 'Accept, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name',
      'Access-Control-Max-Age': '86400',
    },
  });
}

/** Lets the requesting page, and no other, read the response. */
function readableBy(origin: string, response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set('Access-Control-Allow-Origin', origin);
  headers.set('Access-Control-Expose-Headers', 'Retry-After');
  headers.append('Vary', 'Origin');
  return new Response(response.body, { status: response.status, headers });
}

function idOf(message: unknown): string | number | null {
  const id: unknown = Object(message).id;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
