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

/** The least that a client must send of its body. */
interface BodyPace {
  readonly bytes: number;
  /** Only time counts in which the body is awaited, not the time that it waits for memory. */
  readonly ms: number;
}

/** A slower client than a phone on the slowest network would keep memory that others wait for. */
const PACE: BodyPace = { bytes: 16 * 1024, ms: 20_000 };

/** As Node itself ends a request that takes too long. */
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n';

/**
 * Memory for bodies, by limit: the short bodies of requests without a token never keep the drawings waiting.
 * Routes without a token therefore have limits of their own (`BodySpec.max`).
 */
const budgets = new Map<number, ByteBudget>();

const exchanges = new WeakMap<Request, Exchange>();
const awaitingContinue = new WeakSet<IncomingMessage>();

/** Part of it for one space, so that whoever sends slowly there leaves some for everybody else. */
const SPACE_PART = 2 / 3;

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
 * @param space whose drawings it is for; all without one share a part
 * @throws ClientGone also if the body came too slowly; the client was sent 408
 */
export function readBody(
  request: Request,
  limit: number,
  space?: string,
  { budget = budgetFor(limit), pace = PACE }: ReadOptions = {},
): Promise<Uint8Array | 'too_large'> {
  const exchange = exchanges.get(request);
  if (exchange === undefined) return readStream(request, limit);
  return readIncoming(exchange, limit, space, { budget, pace });
}

/** Others than the server's own, in tests. */
interface ReadOptions {
  readonly budget?: ByteBudget;
  readonly pace?: BodyPace;
}

function budgetFor(limit: number): ByteBudget {
  const budget = budgets.get(limit) ?? createByteBudget(BODIES_MAX, BODIES_MAX * SPACE_PART);
  budgets.set(limit, budget);
  return budget;
}

async function readIncoming(
  { incoming, outgoing }: Exchange,
  limit: number,
  space: string | undefined,
  { budget, pace }: Required<ReadOptions>,
): Promise<Uint8Array | 'too_large'> {
  // A chunked body has no length.
  const length = Number(incoming.headers['content-length'] ?? limit);
  if (length > limit) return 'too_large';
  if (incoming.destroyed) throw gone();
  const taken = budget.take(length, space);
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
    let seen = 0;
    const look = setInterval(() => {
      if (size - seen < pace.bytes) {
        incoming.socket.write(TOO_SLOW);
        incoming.socket.destroy();
      }
      seen = size;
    }, pace.ms);
    look.unref();
    const stop = () => {
      clearInterval(look);
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
