/**
 * Which part of the server answers which path: the application at /api and /health, MCP at /mcp, streams at /live,
 * /ready for load balancers, the built app everywhere else. Rules live in the application; only the host's own headers are added here.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { splitAddress } from '../../src/api/http/address.ts';
import { isStreamed } from '../../src/api/http/stream.ts';
import type { Handle } from '../../src/api/ports.ts';
import { LIVE_PATH, type Live } from '../live/live.ts';
import type { SharedPages } from '../share/shared-page.ts';
import { bindBody } from './body.ts';
import type { Listener } from './http.ts';
import type { Load } from './load.ts';
import { READY_PATH, type Readiness } from './ready.ts';
import type { HeaderTable, SecurityHeaders } from './security.ts';
import type { StaticSite } from './static.ts';

/** A long response ends when the client has taken nothing of it for this long, ms. */
const STALLED_MS = 60_000;

export interface AppOptions {
  readonly handle: Handle;
  /** The handler of /mcp. */
  readonly mcp: Handle;
  readonly readiness: Pick<Readiness, 'answer'>;
  /** Opens streams. */
  readonly live: Pick<Live, 'answer'>;
  readonly site: StaticSite;
  /** Answers the addresses of links that show a drawing. */
  readonly shared: SharedPages;
  readonly security: SecurityHeaders;
  readonly load: Pick<Load, 'count'>;
  /** The client's address, for rate limits. */
  readonly addressOf: (incoming: IncomingMessage) => string | undefined;
  readonly onDefect: (id: string, error: unknown) => void;
  readonly newId: () => string;
}

export type App = (request: Request, outgoing: ServerResponse) => Response | Promise<Response>;

/** Makes the app that `nodeListener` serves. */
export function createApp({
  handle,
  mcp,
  readiness,
  live,
  load,
  site,
  shared,
  security,
  addressOf,
  onDefect,
  newId,
}: AppOptions): App {
  const pages = new Hono();
  pages.all('*', (c) => site(c.req.raw, c.req.path));

  function failed(error: unknown): Response {
    const id = newId();
    onDefect(id, error);
    return errorResponse(500, 'internal', `internal error; the log has it as ${id}`);
  }
  pages.onError(failed);

  async function respondWith(handler: Handle, request: Request, outgoing: ServerResponse): Promise<Response> {
    const incoming = outgoing.req;
    if (request.method !== 'GET' && request.method !== 'HEAD') bindBody(request, { incoming, outgoing });
    try {
      const response = await load.count(handler(request, { address: addressOf(incoming) }));
      return isStreamed(response) ? await sendStream(response, outgoing) : response;
    } catch (error) {
      return failed(error);
    }
  }

  async function openLive(request: Request, outgoing: ServerResponse): Promise<Response> {
    const client = { address: addressOf(outgoing.req) };
    try {
      return (await live.answer(request, outgoing, client)) ?? RESPONSE_ALREADY_SENT;
    } catch (error) {
      return failed(error);
    }
  }

  return (request, outgoing) => {
    // No router here: the application has its own table of routes, and a second one would only cost time.
    const { path } = splitAddress(request.url);
    if (path.startsWith('/api/') || path === '/api' || path === '/health') {
      return respondWith(handle, request, outgoing);
    }
    if (path === '/mcp') {
      setHeaders(outgoing, security.api(path));
      return respondWith(mcp, request, outgoing);
    }
    if (path === LIVE_PATH) {
      setHeaders(outgoing, security.api(path));
      return openLive(request, outgoing);
    }
    if (path === READY_PATH) {
      setHeaders(outgoing, security.api(path));
      return readiness.answer(request);
    }
    setHeaders(outgoing, isWorkerScript(path) ? security.worker : security.page);
    const page = path.startsWith('/s/') && shared(request, path, { address: addressOf(outgoing.req) });
    return page ? load.count(page) : pages.fetch(request);
  };
}

/** True for the scripts that the build makes for the worker: sw.js, and what it loads later. */
function isWorkerScript(path: string): boolean {
  return path === '/sw.js' || path.startsWith('/assets/sw-');
}

/**
 * Sends a streamed response. An error in its body ends the connection. @hono/node-server would instead end the
 * body normally, with the error's message in it, and the client would take that for the whole.
 */
async function sendStream({ status, headers, body }: Response, outgoing: ServerResponse): Promise<Response> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  // A stalled client would keep the stream and its memory open.
  outgoing.setTimeout(STALLED_MS, () => outgoing.destroy());
  // Errors are already in the application's log, and a client that left is no error.
  await pipeline(body ?? [], outgoing).catch(() => {});
  return RESPONSE_ALREADY_SENT;
}

/**
 * Sets the host's headers, except those that the application has set. Adding all of them in the application
 * would cost a request of the air a tenth of its time.
 */
function setHeaders(outgoing: ServerResponse, headers: HeaderTable): void {
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
}

/** An error response in the contract's shape, for requests that never reach the application. */
export function errorResponse(status: number, code: string, message: string): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** The Node listener of an app. Requests that come before the app is ready wait for it. */
export function nodeListener(app: Promise<App>): Listener {
  let ready: App | undefined;
  const fetchApp = (request: Request, { outgoing }: { outgoing: HttpBindings['outgoing'] | object }) => {
    if (!(outgoing instanceof ServerResponse)) throw new TypeError('not a response of HTTP/1.1');
    return ready === undefined ? app.then((made) => made(request, outgoing)) : ready(request, outgoing);
  };
  void app.then(
    (made) => {
      ready = made;
    },
    () => {},
  );
  const listener = getRequestListener(fetchApp, {
    errorHandler: () => errorResponse(400, 'invalid_parameter', 'the request line or a header is not valid'),
  });
  return (incoming, outgoing) => void listener(incoming, outgoing);
}
