/** The HTTP listener: limits against slow and greedy clients, and an end that finishes what is in flight. */
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeader,
  type OutgoingHttpHeaders,
  ServerResponse,
} from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { deferContinue } from './body.ts';
import { errorCode, StartError } from './start-error.ts';

/** For what is answered before it is known whose headers belong to it. */
const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };

/** Bytes of all earlier answers on a connection: reckoning them is dear enough to be done once for each answer. */
const SENT = Symbol('bytes sent');
type Counted = Socket & { [SENT]?: number };

interface ServerState {
  /** From now on a connection is not used again after its answer. */
  closing: boolean;
  /** Requests whose answer is not out yet. */
  inFlight: number;
}

/** A response that carries the host's own headers beside those of whoever answers. */
export class HostResponse extends ServerResponse {
  /** Names no header that the answer itself may have; undefined where the answer has them all. */
  hostHeaders: Readonly<Record<string, string>> | undefined = NOSNIFF;
  /** Of the server that this answers for. */
  server: ServerState | undefined;
  /** On the clock of `performance`, ms. */
  startedAt = 0;
  /** Sent over its connection for this answer, head included; known when it is closed. */
  bytes = 0;

  /** Merges here, in one table: `setHeader` for each would put every answer on Node's slow path. */
  override writeHead(
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    headers?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ): this {
    const given = typeof reason === 'object' ? reason : headers;
    const isLast = this.server?.closing === true;
    if (this.hostHeaders === undefined && !isLast) return super.writeHead(status, given);
    const all: OutgoingHttpHeaders = Object.assign({}, given, this.hostHeaders);
    if (isLast) all.Connection = 'close';
    return super.writeHead(status, all);
  }
}

export type Listener = (incoming: IncomingMessage, outgoing: HostResponse) => void;

export interface HttpServer {
  readonly port: number;
  /**
   * Takes no more connections and lets requests in flight finish.
   * @returns false when some were cut off because the time, ms, was over
   */
  close(deadline: number): Promise<boolean>;
}

/** Milliseconds and bytes. A request body of 5 MiB passes on a link of 35 kB/s. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 150_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than the reverse proxies' usual 60 s, so that they are the ones to hang up. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
} as const;
const CONNECTIONS_MAX = 4_000;

/**
 * Listens.
 * @param onClose told of each exchange when its answer is out or its client gone
 * @throws StartError when it cannot
 */
export async function openHttpServer(
  host: string,
  port: number,
  listener: Listener,
  onClose: (outgoing: HostResponse) => void = () => {},
): Promise<HttpServer> {
  const state: ServerState = { closing: false, inFlight: 0 };
  function ended(this: HostResponse) {
    state.inFlight -= 1;
    const socket: Counted = this.req.socket;
    const total = socket.bytesWritten;
    this.bytes = total - (socket[SENT] ?? 0);
    socket[SENT] = total;
    if (state.closing) server.closeIdleConnections();
    onClose(this);
  }
  const serve: Listener = (incoming, outgoing) => {
    state.inFlight += 1;
    outgoing.server = state;
    outgoing.startedAt = performance.now();
    outgoing.on('close', ended);
    listener(incoming, outgoing);
  };
  const server = createServer({ ...LIMITS, ServerResponse: HostResponse }, serve);
  server.maxConnections = CONNECTIONS_MAX;
  server.on('checkContinue', (incoming: IncomingMessage, outgoing: HostResponse) => {
    deferContinue(incoming);
    serve(incoming, outgoing);
  });
  await listen(server, host, port);

  return {
    port: (server.address() as AddressInfo).port,
    close(deadline) {
      state.closing = true;
      return new Promise((resolve) => {
        let finished = true;
        const timer = setTimeout(() => {
          finished = state.inFlight === 0;
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
    server.once('error', (error) => reject(new StartError(listenProblem(error, host, port))));
    server.listen(port, host, resolve);
  });
}

function listenProblem(error: Error, host: string, port: number): string {
  const code = errorCode(error);
  if (code === 'EADDRINUSE') return `PORT ${port} on ${host} is taken by another program`;
  if (code === 'EACCES') return `PORT ${port} may not be opened by this user`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST ${host} is no address of this machine`;
  }
  return `cannot listen on HOST ${host}, PORT ${port}: ${error.message}`;
}

/** An address to reach a listener at: a wildcard host is reached over loopback. */
export function listenerUrl(host: string, port: number): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host);
  return `http://${name}:${port}`;
}
