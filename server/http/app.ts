/**
 * Which part of the server answers which path: the application at /api, /health and /air.atom, MCP at /mcp, streams at
 * /live, /ready for load balancers, the built app everywhere else. Rules live in the application; only the host's own headers are added here.
 */
import { type IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { splitAddress } from '../../src/api/http/address.ts';
import { isStreamed } from '../../src/api/http/stream.ts';
import type { Handle } from '../../src/api/ports.ts';
import { FEED_PATH } from '../../src/core/past/atom.ts';
import { networkKey } from '../config/client-address.ts';
import { LIVE_PATH, type Live } from '../live/live.ts';
import { createPlaces } from '../live/places.ts';
import type { SharedPages } from '../share/shared-page.ts';
import { bindBody } from './body.ts';
import type { Listener } from './http.ts';
import type { Load } from './load.ts';
import { type Pace, sendStream } from './long/send-stream.ts';
import { READY_PATH, type Readiness } from './ready.ts';
import type { HeaderTable, SecurityHeaders } from './security.ts';
import type { StaticSite } from './static.ts';

/** Paths of the application outside of /api. */
const APPLICATION = new Set(['/api', '/health', FEED_PATH]);
/** Paths of the API that a link opens. */
const LINK_PATH = '/api/v1/shared/';

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
  /** Most long responses at a time to one network address that has only links: anybody may have a link. */
  readonly longByLink: number;
  /** Another pace of long responses, in tests. */
  readonly pace?: Pace;
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
  longByLink,
  pace,
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

  const linkPlaces = createPlaces(longByLink);

  async function sendLong(response: Response, path: string, outgoing: ServerResponse): Promise<Response> {
    if (!path.startsWith(LINK_PATH)) return sendStream(response, outgoing, pace);
    const leave = linkPlaces.enter(networkKey(addressOf(outgoing.req)));
    if (leave === undefined) {
      await response.body?.cancel();
      setHeaders(outgoing, security.api(path));
      return tooManyLong();
    }
    try {
      return await sendStream(response, outgoing, pace);
    } finally {
      leave();
    }
  }

  function respondWith(
    handler: Handle,
    request: Request,
    path: string,
    outgoing: ServerResponse,
  ): Response | Promise<Response> {
    const incoming = outgoing.req;
    if (request.method !== 'GET' && request.method !== 'HEAD') bindBody(request, { incoming, outgoing });
    try {
      const response = handler(request, { address: addressOf(incoming) });
      const isHere = !(response instanceof Promise) && !isStreamed(response);
      // At once: the listener then need not watch whether the client leaves.
      return isHere ? response : respondLater(response, path, outgoing);
    } catch (error) {
      return failed(error);
    }
  }

  async function respondLater(
    coming: Response | Promise<Response>,
    path: string,
    outgoing: ServerResponse,
  ): Promise<Response> {
    try {
      const response = coming instanceof Promise ? await load.count(coming) : coming;
      return isStreamed(response) ? await sendLong(response, path, outgoing) : response;
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
    if (path.startsWith('/api/') || APPLICATION.has(path)) {
      return respondWith(handle, request, path, outgoing);
    }
    if (path === '/mcp') {
      setHeaders(outgoing, security.api(path));
      return respondWith(mcp, request, path, outgoing);
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
 * Sets the host's headers, except those that the application has set. Adding all of them in the application
 * would cost a request of the air a tenth of its time.
 */
function setHeaders(outgoing: ServerResponse, headers: HeaderTable): void {
  for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
}

/** An error response in the contract's shape, for requests that the application does not answer. */
export function errorResponse(
  status: number,
  code: string,
  message: string,
  headers: HeaderTable = {},
): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff', ...headers },
  });
}

function tooManyLong(): Response {
  return errorResponse(503, 'unavailable', 'this address reads too many large drawings at a time', {
    'Retry-After': '1',
    'Cache-Control': 'no-store',
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
