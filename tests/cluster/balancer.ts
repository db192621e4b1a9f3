/**
 * A small load balancer, as an example: it asks each process for /ready, sends requests to those that are, in turn,
 * and keeps nothing. docs/operations.md has nginx and Caddy for real use.
 */
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

export interface Backend {
  /** What people call it. */
  readonly name: string;
  /** Origin; undefined while it does not run. */
  url: string | undefined;
}

export interface Balancer {
  readonly url: string;
  /** True if requests are sent there. */
  isReady(backend: Backend): boolean;
  close(): Promise<void>;
}

/** Names the process that answered. */
export const SERVED_BY = 'X-Served-By';
/** Names the process id of the balancer. */
export const CLUSTER = 'X-Pleinair-Cluster';
/** Between two questions whether a process is ready, ms; and how long it may take to say so. */
const CHECK_MS = 250;
const READY_MS = 2_000;

/**
 * Listens on 127.0.0.1 only.
 * @param port 0 for any free one
 * @throws the error of `listen`, with its code
 */
export async function startBalancer(port: number, backends: readonly Backend[]): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true });
  const ready = new Set<Backend>();
  let turn = 0;

  async function check(backend: Backend): Promise<void> {
    const isReady = backend.url !== undefined && (await answersReady(backend.url));
    if (isReady) ready.add(backend);
    else ready.delete(backend);
  }
  const timers = backends.map((backend) => setInterval(() => void check(backend), CHECK_MS));

  function next(tried: ReadonlySet<Backend>): Backend | undefined {
    const free = backends.filter((backend) => ready.has(backend) && !tried.has(backend));
    turn += 1;
    return free[turn % Math.max(1, free.length)];
  }

  /** @param tried those that could not answer */
  function forward(incoming: IncomingMessage, outgoing: ServerResponse, tried: Set<Backend>): void {
    const backend = next(tried);
    if (backend?.url === undefined) {
      unavailable(outgoing);
      return;
    }
    const { hostname, port: to } = new URL(backend.url);
    let isSent = false;
    const asked = request({
      agent,
      host: hostname,
      port: to,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        'x-forwarded-for': [incoming.headers['x-forwarded-for'], incoming.socket.remoteAddress]
          .filter((part) => part !== undefined)
          .join(', '),
      },
    });
    // The body is sent only over a connection that stands: until then another process can have the request.
    asked.on('socket', (socket) => {
      const send = () => {
        isSent = true;
        incoming.pipe(asked);
      };
      if (socket.connecting) socket.once('connect', send);
      else send();
    });
    asked.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...endToEnd(answer.headers), ...marks(backend.name) });
      answer.pipe(outgoing);
      answer.on('error', () => outgoing.destroy());
    });
    asked.on('error', () => {
      if (outgoing.destroyed) return;
      ready.delete(backend);
      if (outgoing.headersSent) outgoing.destroy();
      else if (isSent && !isSafe(incoming)) unavailable(outgoing);
      else forward(incoming, outgoing, tried.add(backend));
    });
    outgoing.on('close', () => asked.destroy());
  }

  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, new Set()));
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
  } catch (error) {
    for (const timer of timers) clearInterval(timer);
    throw error;
  }
  const address = server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${taken}`,
    isReady: (backend) => ready.has(backend),
    async close() {
      for (const timer of timers) clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(READY_MS) });
    return status === 200;
  } catch {
    return false;
  }
}

/** Nobody can tell what became of it. The client asks again with the same key. */
function unavailable(outgoing: ServerResponse): void {
  const error = { code: 'unavailable', message: 'no process can answer at the moment' };
  outgoing
    .writeHead(503, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'Retry-After': '1',
      ...marks('none'),
    })
    .end(JSON.stringify({ error }));
}

/** True if nothing changes, however often it is asked. */
function isSafe({ method = '' }: IncomingMessage): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method);
}

const marks = (name: string) => ({ [SERVED_BY]: name, [CLUSTER]: String(process.pid) });

/** Headers that are not about the connection alone (RFC 9110, 7.6.1). */
function endToEnd({
  connection: _c,
  'keep-alive': _k,
  'transfer-encoding': _t,
  ...headers
}: IncomingMessage['headers']) {
  return headers;
}
