/**
 * What the server answers at which path: the application at /api and /health, MCP at /mcp, the built app
 * everywhere else. Rules live in the application; here are only the host's own headers.
 */
import type { IncomingMessage } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { ReadyReadings } from '../src/api/air/readings.ts';
import type { Handle } from '../src/api/ports.ts';
import type { Answer } from '../src/api/respond.ts';
import { bindBody } from './body.ts';
import { HostResponse, type Listener } from './http.ts';
import type { Load } from './load.ts';
import type { SecurityHeaders } from './security.ts';
import type { StaticSite } from './static.ts';

export interface AppOptions {
  readonly handle: Handle;
  /** Answers at /mcp. */
  readonly mcp: Handle;
  /** Answers before `handle` what it can. */
  readonly readings?: ReadyReadings;
  readonly site: StaticSite;
  readonly security: SecurityHeaders;
  readonly load: Pick<Load, 'count'>;
  /** The client's address, for limits. */
  readonly addressOf: (incoming: IncomingMessage) => string | undefined;
  readonly onDefect: (id: string, error: unknown) => void;
  readonly newId: () => string;
}

export interface App {
  fetch(request: Request, outgoing: HostResponse): Response | Promise<Response>;
  /** Answers without a Request, where that can be; false where it cannot. */
  answerReady(incoming: IncomingMessage, outgoing: HostResponse): boolean;
}

/** Makes the app that `nodeListener` serves. */
export function createApp({
  handle,
  mcp,
  readings,
  load,
  site,
  security,
  addressOf,
  onDefect,
  newId,
}: AppOptions): App {
  const pages = new Hono();
  pages.all('*', (c) => site(c.req.raw, c.req.path));

  const securityOfReadings = security.api('/api/v1/readings');
  /** An answer is given again and again for a second. */
  const wholeAnswers = new WeakMap<Answer, { headers: Record<string, string>; encoding: BufferEncoding }>();

  function failed(error: unknown): Response {
    const id = newId();
    onDefect(id, error);
    return errorResponse(500, 'internal', `something went wrong here; the log names it ${id}`);
  }
  pages.onError(failed);

  async function answerWith(
    handler: Handle,
    request: Request,
    path: string,
    outgoing: HostResponse,
  ): Promise<Response> {
    const incoming = outgoing.req;
    outgoing.hostHeaders = security.api(path);
    if (request.method !== 'GET' && request.method !== 'HEAD') bindBody(request, { incoming, outgoing });
    try {
      return await load.count(handler(request, { address: addressOf(incoming) }));
    } catch (error) {
      return failed(error);
    }
  }

  function answerReady(incoming: IncomingMessage, outgoing: HostResponse): boolean {
    if (readings === undefined || incoming.method !== 'GET') return false;
    const ifNoneMatch = onlyCondition(incoming.rawHeaders);
    if (ifNoneMatch === undefined) return false;
    const answer = readings(incoming.url ?? '', ifNoneMatch, { address: addressOf(incoming) });
    if (answer === undefined) return false;
    outgoing.hostHeaders = undefined;
    // What waits may wait for the upstream, and counts as work.
    if (answer instanceof Promise) void load.count(answer).then((made) => send(made, outgoing));
    else send(answer, outgoing);
    return true;
  }

  function send(answer: Answer, outgoing: HostResponse): void {
    let whole = wholeAnswers.get(answer);
    if (whole === undefined) {
      const body = answer.body ?? '';
      whole = {
        headers: Object.assign({}, answer.headers, securityOfReadings),
        // ASCII is the same in both, and Node copies Latin-1 as it is.
        encoding: Buffer.byteLength(body) === body.length ? 'latin1' : 'utf8',
      };
      wholeAnswers.set(answer, whole);
    }
    outgoing.writeHead(answer.status, whole.headers).end(answer.body ?? '', whole.encoding);
  }

  function fetch(request: Request, outgoing: HostResponse) {
    // The application has its own table of routes; a second router before it would only cost.
    const path = pathOf(request.url);
    if (path.startsWith('/api/') || path === '/api' || path === '/health') {
      return answerWith(handle, request, path, outgoing);
    }
    if (path === '/mcp') return answerWith(mcp, request, path, outgoing);
    outgoing.hostHeaders = security.page;
    return pages.fetch(request);
  }
  return { fetch, answerReady };
}

/**
 * If-None-Match from names and values as they were sent, null without one. Undefined when it is there twice, and when
 * the request has a body, which somebody must get rid of.
 */
function onlyCondition(rawHeaders: readonly string[]): string | null | undefined {
  let condition: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length < 13 || name.length > 17) continue;
    const lower = name.toLowerCase();
    if (lower === 'content-length' || lower === 'transfer-encoding') return undefined;
    if (lower !== 'if-none-match') continue;
    if (condition !== null) return undefined;
    condition = rawHeaders[i + 1] ?? '';
  }
  return condition;
}

/** The path of an absolute address, without parsing all of it. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const query = url.indexOf('?', start);
  return query === -1 ? url.slice(start) : url.slice(start, query);
}

/** An error in the contract's shape, for what never reaches the application. */
export function errorResponse(status: number, code: string, message: string): Response {
  return new Response(JSON.stringify({ error: { code, message } }), {
    status,
    headers: { 'Content-Type': 'application/json' },
  });
}

/** Serves an app from Node; what comes before it stands waits for it. */
export function nodeListener(app: Promise<App>): Listener {
  let ready: App | undefined;
  const fetchApp = (request: Request, { outgoing }: { outgoing: HttpBindings['outgoing'] | object }) => {
    if (!(outgoing instanceof HostResponse)) throw new TypeError('not a response of http.ts');
    return ready === undefined
      ? app.then((made) => made.fetch(request, outgoing))
      : ready.fetch(request, outgoing);
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
  return (incoming, outgoing) => {
    if (ready?.answerReady(incoming, outgoing)) return;
    void listener(incoming, outgoing);
  };
}
