/**
 * What the server answers at which path: the application at /api and /health, MCP at /mcp, the built app
 * everywhere else. Rules live in the application; here are only the host's own headers.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { splitAddress } from '../../src/api/http/address.ts';
import { isStreamed } from '../../src/api/http/stream.ts';
import type { Handle } from '../../src/api/ports.ts';
import { bindBody } from './body.ts';
import type { Listener } from './http.ts';
import type { Load } from './load.ts';
import type { HeaderTable, SecurityHeaders } from './security.ts';
import type { StaticSite } from './static.ts';

/** ms in which nothing of a long answer was taken. */
const STALLED_MS = 60_000;

export interface AppOptions {
  readonly handle: Handle;
  /** Answers at /mcp. */
  readonly mcp: Handle;
  readonly site: StaticSite;
  readonly security: SecurityHeaders;
  readonly load: Pick<Load, 'count'>;
  /** The client's address, for limits. */
  readonly addressOf: (incoming: IncomingMessage) => string | undefined;
  readonly onDefect: (id: string, error: unknown) => void;
  readonly newId: () => string;
}

export type App = (request: Request, outgoing: ServerResponse) => Response | Promise<Response>;

/** Makes the app that `nodeListener` serves. */
export function createApp({
  handle,
  mcp,
  load,
  site,
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
    return errorResponse(500, 'internal', `something went wrong here; the log names it ${id}`);
  }
  pages.onError(failed);

  async function answerWith(handler: Handle, request: Request, outgoing: ServerResponse): Promise<Response> {
    const incoming = outgoing.req;
    if (request.method !== 'GET' && request.method !== 'HEAD') bindBody(request, { incoming, outgoing });
    try {
      const response = await load.count(handler(request, { address: addressOf(incoming) }));
      return isStreamed(response) ? await sendStream(response, outgoing) : response;
    } catch (error) {
      return failed(error);
    }
  }

  return (request, outgoing) => {
    // The application has its own table of routes; a second router before it would only cost.
    const { path } = splitAddress(request.url);
    if (path.startsWith('/api/') || path === '/api' || path === '/health') {
      return answerWith(handle, request, outgoing);
    }
    if (path === '/mcp') {
      setHeaders(outgoing, security.api(path));
      return answerWith(mcp, request, outgoing);
    }
    setHeaders(outgoing, security.page);
    return pages.fetch(request);
  };
}

/**
 * Sends an answer that is still being read. One that breaks off ends the connection: left to @hono/node-server it would
 * end as an answer does, with the message of the error in its text, and be taken for the whole.
 */
async function sendStream({ status, headers, body }: Response, outgoing: ServerResponse): Promise<Response> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  // What is read for it is held for as long: not for somebody who reads no further.
  outgoing.setTimeout(STALLED_MS, () => outgoing.destroy());
  // What went wrong was told to the application's log; a client that went away is nobody's fault.
  await pipeline(body ?? [], outgoing).catch(() => {});
  return RESPONSE_ALREADY_SENT;
}

/** The application's answers have them already: to add them here costs a request of the air a tenth of its time. */
function setHeaders(outgoing: ServerResponse, headers: HeaderTable): void {
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
}

/** An error in the contract's shape, for what never reaches the application. */
export function errorResponse(status: number, code: string, message: string): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' },
  });
}

/** Serves an app from Node; what comes before it stands waits for it. */
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
