/**
 * Sends requests as fast as a server responds, from a process of its own, over plain sockets: HTTP libraries
 * cost more than the servers that they would measure. Each connection has one request in flight.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Order {
  /** Connections are shared out among them. */
  readonly ports: readonly number[];
  /**
   * One connection for each. Its request is sent over and over. `{n}` in it stands for 1, 2, 3 and so on, over all
   * orders.
   */
  readonly requests: readonly string[];
  /** Number of requests. */
  readonly total: number;
  /** True to leave the processor to others while all connections wait. Otherwise this process takes one to itself. */
  readonly sleeps?: boolean;
  /** Every response must have this status. */
  readonly status: number;
}

export type Report = { readonly perSecond: number } | { readonly failed: string };

process.on('message', (order: Order) => {
  run(order).then(
    (perSecond) => send({ perSecond }),
    (error: unknown) => send({ failed: String(error) }),
  );
});
process.on('disconnect', () => process.exit());

function send(report: Report): void {
  process.send?.(report);
}

async function run({ ports, requests, total, status, sleeps = false }: Order): Promise<number> {
  const sockets = await Promise.all(requests.map((_, i) => open(ports[i % ports.length]!)));
  let running = true;
  // Keeps this process awake: waking it up would cost the server as much for each write as the work that is
  // measured.
  const stayAwake = () => void (running && setImmediate(stayAwake));
  if (!sleeps) stayAwake();
  try {
    let left = total;
    const started = performance.now();
    await Promise.all(sockets.map((socket, i) => askAll(socket, requests[i]!, status, () => left-- > 0)));
    return total / ((performance.now() - started) / 1000);
  } finally {
    running = false;
    for (const socket of sockets) socket.destroy();
  }
}

const NUMBER = '{n}';
/** How often each request with a number was sent. */
const sent = new Map<string, number>();

function numbered(request: string): string {
  if (!request.includes(NUMBER)) return request;
  const n = (sent.get(request) ?? 0) + 1;
  sent.set(request, n);
  return request.replaceAll(NUMBER, String(n));
}

async function open(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Sends the request while `another` returns true. Resolves when the last response has arrived. */
function askAll(socket: Socket, request: string, status: number, another: () => boolean): Promise<void> {
  const expected = `HTTP/1.1 ${status} `;
  let received = '';
  return new Promise((resolve, reject) => {
    const next = () => {
      received = '';
      if (another()) socket.write(numbered(request), 'latin1');
      else resolve();
    };
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      received = received === '' ? text : received + text;
      const size = answerSize(received);
      if (size === undefined || received.length < size) return;
      if (!received.startsWith(expected) || received.length > size) {
        reject(new Error(`expected ${status}, got: ${received.slice(0, 500)}`));
      } else next();
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server hung up')));
    next();
  });
}

/** Bytes of head and body; undefined until the head is complete. */
function answerSize(text: string): number | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  if (text.startsWith(' 304 ', 8)) return end + 4;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, end))?.[1];
  if (length === undefined) throw new Error(`an answer without Content-Length: ${text.slice(0, end)}`);
  return end + 4 + Number(length);
}
