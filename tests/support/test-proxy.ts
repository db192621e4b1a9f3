/**
 * A proxy before the real server, at an address of its own, that simulates a bad network. It can go down and
 * come back, and deliver another version of a file.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TestProxy {
  /** Origin without a trailing slash. */
  readonly url: string;
  /** `METHOD /path` of each request, in order. */
  readonly asked: readonly string[];
  /** Calls `listener` with each line of `asked` when the request arrives, before it is passed on. */
  watch(listener: (line: string) => void): void;
  /** From now on changes the file at `path`. */
  change(path: string, change: (body: string) => string): void;
  /**
   * From now on holds requests of `path` back, until `release`.
   * @returns `left` resolves when a client has given such a request up
   */
  hold(path: string): { readonly left: Promise<void>; release(): void };
  /** Cuts every connection and accepts no more. */
  down(): Promise<void>;
  up(): Promise<void>;
  /**
   * From now on as if just opened: nothing asked, watched or changed, and no connection.
   * @param serverUrl without one, every answer is an empty 404
   */
  renew(serverUrl?: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a proxy on a free port of 127.0.0.1. */
export async function openTestProxy(firstServerUrl: string): Promise<TestProxy> {
  let serverUrl: string | undefined = firstServerUrl;
  const changes = new Map<string, (body: string) => string>();
  const holds = new Map<string, { readonly until: Promise<void>; readonly onLeft: () => void }>();
  const asked: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  const server = createServer((incoming, outgoing) => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    const line = `${incoming.method} ${path}`;
    asked.push(line);
    for (const listener of listeners) listener(line);
    if (serverUrl === undefined) outgoing.writeHead(404, { 'Content-Type': 'text/plain' }).end();
    else void pass(serverUrl, path, incoming, outgoing);
  });
  async function pass(
    to: string,
    path: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const held = holds.get(path);
    if (held !== undefined) {
      outgoing.on('close', held.onLeft);
      await held.until;
      outgoing.off('close', held.onLeft);
    }
    if (!outgoing.destroyed) forward(to, incoming, outgoing, changes.get(path));
  }
  const listen = (port: number) => {
    return new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const down = () => {
    return new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    watch: (listener) => void listeners.push(listener),
    change: (path, change) => void changes.set(path, change),
    hold(path) {
      const { promise: until, resolve } = Promise.withResolvers<void>();
      const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
      holds.set(path, { until, onLeft });
      return {
        left,
        release() {
          holds.delete(path);
          resolve();
        },
      };
    },
    down,
    up: () => listen(port),
    async renew(next) {
      server.closeAllConnections();
      serverUrl = next;
      asked.length = 0;
      listeners.length = 0;
      changes.clear();
      holds.clear();
      if (!server.listening) await listen(port);
    },
    [Symbol.asyncDispose]: down,
  };
}

function forward(
  serverUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change: ((body: string) => string) | undefined,
): void {
  const headers = { ...incoming.headers };
  if (change !== undefined) delete headers['accept-encoding'];
  const onward = request(new URL(incoming.url ?? '/', serverUrl), { method: incoming.method, headers });
  onward.on('response', (response) => {
    if (change === undefined) {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
      return;
    }
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const { 'content-length': _, etag: __, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      outgoing.end(change(Buffer.concat(chunks).toString('utf8')));
    });
  });
  onward.on('error', () => outgoing.destroy());
  // As a real one: whoever left needs no answer any more.
  outgoing.on('close', () => onward.destroy());
  incoming.pipe(onward);
}
