/**
 * Reads request bodies from Node's own stream and counts them as they arrive: Content-Length may be wrong or
 * missing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ByteBudget, createByteBudget } from '../../src/api/http/byte-budget.ts';
import { BODIES_MAX } from '../../src/core/drawing/limits.ts';

/** The client left before its body was complete. There is nobody to respond to. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * Memory for bodies, by limit: the short bodies of requests without a token never keep the drawings waiting.
 */
const budgets = new Map<number, ByteBudget>();

const exchanges = new WeakMap<Request, Exchange>();
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Connects a request to Node's stream, for `readBody`. */
export function bindBody(request: Request, exchange: Exchange): void {
  exchanges.set(request, exchange);
}

/**
 * Delays `100 Continue`, which the client waits for, until the body is wanted. If it never is, Node closes the
 * connection after the response.
 */
export function deferContinue(incoming: IncomingMessage): void {
  awaitingContinue.add(incoming);
}

/**
 * Reads the body, up to `limit` bytes. Beyond the limit, nothing more is stored. Nothing at all is read if
 * Content-Length already exceeds it. Waits until there is memory for the body beside those of other requests.
 * @throws ClientGone
 */
export function readBody(
  request: Request,
  limit: number,
  budget: ByteBudget = budgetFor(limit),
): Promise<Uint8Array | 'too_large'> {
  const exchange = exchanges.get(request);
  return exchange === undefined ? readStream(request, limit) : readIncoming(exchange, limit, budget);
}

function budgetFor(limit: number): ByteBudget {
  const budget = budgets.get(limit) ?? createByteBudget(BODIES_MAX);
  budgets.set(limit, budget);
  return budget;
}

async function readIncoming(
  { incoming, outgoing }: Exchange,
  limit: number,
  budget: ByteBudget,
): Promise<Uint8Array | 'too_large'> {
  // A chunked body has no length.
  const length = Number(incoming.headers['content-length'] ?? limit);
  if (length > limit) return 'too_large';
  if (incoming.destroyed) throw gone();
  const taken = budget.take(length);
  // Frees the memory when the response is sent or the client left, also while the body still waits.
  outgoing.once('close', taken.free);
  if (taken.waits !== undefined) await taken.waits;
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
      const [first, ...others] = chunks;
      resolve(first !== undefined && others.length === 0 ? first : Buffer.concat(chunks, size));
    };
    const onGone = () => {
      stop();
      reject(gone());
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

function gone(): ClientGone {
  return new ClientGone('the client went away while its body was read');
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
