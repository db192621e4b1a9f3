/** The HTTP listener: limits against slow and greedy clients, and an end that finishes what is in flight. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server, Socket } from 'node:net';
import { errorCode, StartError } from '../config/start-error.ts';
import { deferContinue } from './body.ts';

export type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/** A request whose answer is out, or whose client is gone. */
export interface Exchange {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  /** Null where the client went away before its answer was out. */
  readonly status: number | null;
  /** Sent for this answer, head included. */
  readonly bytes: number;
  /** From the request's head to the end of the answer. */
  readonly ms: number;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Takes no more connections and lets requests in flight finish.
   * @returns false when some were cut off because the time, ms, was over
   */
  close(deadline: number): Promise<boolean>;
}

/** Milliseconds and bytes. A request body of 5 MiB passes on a link of 35 kB/s. */
export const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 150_000,
  connectionsCheckingInterval: 5_000,
  /** Longer than the reverse proxies' usual 60 s, so that they are the ones to hang up. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
  /** At a time; whoever comes then is hung up on. */
  maxConnections: 4_000,
};

/**
 * Listens.
 * @param onClose told of each exchange when its answer is out or its client gone
 * @throws StartError when it cannot
 */
export async function openHttpServer(
  host: string,
  port: number,
  listener: Listener,
  onClose: (exchange: Exchange) => void = () => {},
  limits: Readonly<typeof LIMITS> = LIMITS,
): Promise<HttpServer> {
  /** Requests whose answer is not out yet. */
  const inFlight = new Set<ServerResponse>();
  /** Bytes of all earlier answers on a connection. */
  const sent = new WeakMap<Socket, number>();
  let closing = false;
  const serve: Listener = (incoming, outgoing) => {
    const startedAt = performance.now();
    const { socket } = incoming;
    inFlight.add(outgoing);
    if (closing) outgoing.setHeader('Connection', 'close');
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
    listener(incoming, outgoing);
  };
  const server = createServer(limits, serve);
  server.maxConnections = limits.maxConnections;
  server.on('checkContinue', (incoming, outgoing) => {
    deferContinue(incoming);
    serve(incoming, outgoing);
  });
  await listen(server, host, port);

  return {
    port: (server.address() as AddressInfo).port,
    close(deadline) {
      closing = true;
      for (const outgoing of inFlight) {
        if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      }
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
