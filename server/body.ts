/**
 * Request bodies, read from Node's own stream and counted while they come in: Content-Length is a
 * claim, and a body may come without one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** The client went away before its body was whole. Nobody is there to be answered. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

const exchanges = new WeakMap<Request, Exchange>();
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Lets `readBody` read this request's body from Node's stream. */
export function bindBody(request: Request, exchange: Exchange): void {
  exchanges.set(request, exchange);
}

/**
 * The client waits for `100 Continue`: it gets that only when the body is really wanted. Otherwise Node
 * closes the connection after the answer.
 */
export function deferContinue(incoming: IncomingMessage): void {
  awaitingContinue.add(incoming);
}

/**
 * The body, at most `limit` bytes of it. Past the limit nothing more is kept, and nothing at all is
 * read when Content-Length says so beforehand.
 * @throws ClientGone
 */
export function readBody(request: Request, limit: number): Promise<Uint8Array | 'too_large'> {
  const exchange = exchanges.get(request);
  return exchange === undefined ? readStream(request, limit) : readIncoming(exchange, limit);
}

function readIncoming({ incoming, outgoing }: Exchange, limit: number): Promise<Uint8Array | 'too_large'> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return Promise.resolve('too_large');
  if (awaitingContinue.delete(incoming)) outgoing.writeContinue();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        return;
      }
      stop();
      incoming.pause();
      resolve('too_large');
    };
    const onEnd = () => {
      stop();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
    };
    const onGone = () => {
      stop();
      reject(new ClientGone('the client went away while its body was read'));
    };
    const stop = () => {
      incoming.off('data', onData);
      incoming.off('end', onEnd);
      incoming.off('error', onGone);
      incoming.off('close', onGone);
    };
    if (incoming.destroyed) {
      onGone();
      return;
    }
    incoming.on('data', onData);
    incoming.on('end', onEnd);
    incoming.on('error', onGone);
    incoming.on('close', onGone);
  });
}

async function readStream(request: Request, limit: number): Promise<Uint8Array | 'too_large'> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return 'too_large';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size > limit) return 'too_large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
