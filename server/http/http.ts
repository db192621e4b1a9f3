/**
 * The HTTP listener: limits against slow and greedy clients, and a shutdown that finishes requests in flight.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { networkKey } from '../config/client-address.ts';
import { errorCode, StartError } from '../config/start-error.ts';
import { createPlaces } from '../live/places.ts';
import { deferContinue } from './body.ts';

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A finished request: its response was sent, or its client left. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as the client sent them. */
  readonly target: string;
  /** Null if the client left before the response was sent. */
  readonly status: number | null;
  /** Bytes of the response, head included. */
  readonly bytes: number;
  /** From the request's head to the end of the response, ms. */
  readonly ms: number;
}

export interface HttpServer {
  readonly port: number;
  /** Open connections, and requests whose response is not sent yet. */
  counts(): Promise<{ readonly connections: number; readonly requests: number }>;
  /** This response goes on until somebody else ends it: it is no request in flight, and `close` does not wait. */
  keepOpen(outgoing: ServerResponse): void;
  /**
   * From now on each response ends its connection, so that clients connect to another server. New connections are
   * still accepted.
   */
  drain(): void;
  /**
   * Stops accepting connections and lets requests in flight finish.
   * @param deadline ms
   * @returns false if some requests were cut off after that
   */
  close(deadline: number): Promise<boolean>;
}

/** Milliseconds and bytes. A request body of 5 MiB passes on a link of 35 kB/s. */
export const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 150_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than the usual 60 s of reverse proxies, so that the proxy closes the connection first. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  /** At a time. Further connections are closed at once. */
  maxConnections: 4_000,
  /** The same for one address (IPv6: its /64). A school behind one address has some hundreds. */
  connectionsOfAddress: 1_000,
};

/** The settings that a refusal to listen names. */
const SETTINGS = { host: 'HOST', port: 'PORT' };

export interface HttpOptions {
  /** Called for each request when its response was sent or its client left. */
  readonly onClose?: (exchange: Exchange) => void;
  readonly limits?: Readonly<typeof LIMITS>;
  /** Names of the settings that host and port came from. */
  readonly settings?: typeof SETTINGS;
  /** True for an address that connects for many clients, so that `connectionsOfAddress` is no limit for it. */
  readonly isProxy?: (address: string) => boolean;
}

/**
 * Starts to listen.
 * @throws StartError
 */
export async function openHttpServer(
  host: string,
  port: number,
  listener: Listener,
  { onClose = () => {}, limits = LIMITS, settings = SETTINGS, isProxy = () => false }: HttpOptions = {},
): Promise<HttpServer> {
  /** Requests whose response is not sent yet. */
  const inFlight = new Set<ServerResponse>();
  /** Bytes of all earlier responses on a connection. */
  const sent = new WeakMap<Socket, number>();
  let leaving = false;
  let closing = false;
  const serve: Listener = (incoming, outgoing) => {
    const startedAt = performance.now();
    const { socket } = incoming;
    inFlight.add(outgoing);
    if (leaving) outgoing.setHeader('Connection', 'close');
    outgoing.on('close', () => {
      inFlight.delete(outgoing);
      if (closing) server.closeIdleConnections();
      const total = socket.bytesWritten;
      const bytes = total - (sent.get(socket) ?? 0);
      sent.set(socket, total);
      onClose({
        method: incoming.method ?? '',
        target: incoming.url ?? '',
        status: outgoing.writableFinished ? outgoing.statusCode : null,
        bytes,
        ms: performance.now() - startedAt,
      });
    });
    if (hasTwoHosts(incoming)) refuseHosts(outgoing);
    else listener(incoming, outgoing);
  };
  const server = createServer(limits, serve);
  server.maxConnections = limits.maxConnections;
  const places = createPlaces(limits.connectionsOfAddress);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress !== undefined && isProxy(remoteAddress)) return;
    const leave = places.enter(networkKey(remoteAddress));
    if (leave === undefined) socket.destroy();
    else socket.on('close', leave);
  });
  server.on('checkContinue', (incoming, outgoing) => {
    deferContinue(incoming);
    serve(incoming, outgoing);
  });
  try {
    await listen(server, host, port);
  } catch (error) {
    throw new StartError(listenProblem(error, [settings.host, host], [settings.port, port]));
  }

  function drain(): void {
    leaving = true;
    for (const outgoing of inFlight) {
      if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
    }
  }

  return {
    port: (server.address() as AddressInfo).port,
    drain,
    keepOpen: (outgoing) => void inFlight.delete(outgoing),
    counts: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, connections) => {
          if (error === null) resolve({ connections, requests: inFlight.size });
          else reject(error);
        });
      }),
    close(deadline) {
      drain();
      closing = true;
      return new Promise((resolve) => {
        let finished = true;
        const timer = setTimeout(() => {
          finished = inFlight.size === 0;
          server.closeAllConnections();
        }, deadline);
        server.close(() => {
          clearTimeout(timer);
          resolve(finished);
        });
      });
    },
  };
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

type Setting<T> = readonly [name: string, value: T];

function listenProblem(error: unknown, [HOST, host]: Setting<string>, [PORT, port]: Setting<number>): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `${PORT} ${port} on ${host} is taken by another program`;
  if (code === 'EACCES') return `${PORT} ${port} may not be opened by this user`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `${HOST} ${host} is no address of this machine`;
  }
  return `cannot listen on ${HOST} ${host}, ${PORT} ${port}: ${String(error)}`;
}

/** A URL that reaches the listener: for a wildcard host, over loopback. */
export function listenerUrl(host: string, port: number): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}

/** Node itself takes the first one, and a proxy before it may have looked at the other (RFC 9112, 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function refuseHosts(outgoing: ServerResponse): void {
  outgoing.writeHead(400, {
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  });
  outgoing.end('{"error":{"code":"invalid_parameter","message":"a request has only one Host"}}');
}
