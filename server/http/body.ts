/**
 * Reads request bodies from Node's own stream and counts them as they arrive: Content-Length may be wrong or
 * missing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../src/api/errors.ts';
import { type ByteBudget, createByteBudget, type Reservation } from '../../src/api/http/byte-budget.ts';
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

/** Longest body that takes its memory at once, bytes. Longer ones take this much at a time, as they arrive. */
const STEP = 64 * 1024;
/** Part of the memory that only bodies of at most `STEP` bytes use: they never wait behind longer ones. */
const SHORT_PART = 1 / 8;
/** Part of what the others leave for one space: with three that hold all they may, a fourth still gets a whole body. */
const SPACE_PART = 1 / 4;
/** How long a body may wait for memory, ms. */
const PATIENCE_MS = 5_000;

interface Budgets {
  readonly short: ByteBudget;
  readonly long: ByteBudget;
}

/**
 * Memory for bodies, by limit: the short bodies of requests without a token never keep the drawings waiting.
 * Routes without a token therefore have limits of their own (`BodySpec.max`).
 */
const budgets = new Map<number, Budgets>();

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
 * Content-Length already exceeds it. Waits a few seconds for memory beside the bodies of other requests.
 * @param space whose drawings it is for; all without one share a part
 * @throws ClientGone also if the body came too slowly; the client was sent 408
 * @throws ApiError busy if there was no memory in time
 */
export function readBody(
  request: Request,
  limit: number,
  space?: string,
  { budget, pace = PACE, patience = PATIENCE_MS }: ReadOptions = {},
): Promise<Uint8Array | 'too_large'> {
  const exchange = exchanges.get(request);
  if (exchange === undefined) return readStream(request, limit);
  // A chunked body has no length.
  const most = Number(exchange.incoming.headers['content-length'] ?? limit);
  if (most > limit) return Promise.resolve('too_large');
  const from = budget ?? budgetsFor(limit)[most <= STEP ? 'short' : 'long'];
  const claim = claims(exchange.outgoing, from, { space, patience });
  return readIncoming(exchange, { limit, most, pace, claim });
}

/** Others than the server's own, in tests. */
interface ReadOptions {
  readonly budget?: ByteBudget;
  readonly pace?: BodyPace;
  /** How long a body may wait for memory, ms. */
  readonly patience?: number;
}

function budgetsFor(limit: number): Budgets {
  const made = budgets.get(limit) ?? {
    short: createByteBudget(BODIES_MAX * SHORT_PART, SPACE_PART),
    long: createByteBudget(BODIES_MAX * (1 - SHORT_PART), SPACE_PART),
  };
  budgets.set(limit, made);
  return made;
}

/**
 * Takes memory for a body.
 * @returns undefined if it is there at once
 * @throws ApiError busy
 */
type Claim = (bytes: number) => Promise<void> | undefined;

interface Claimant {
  readonly space: string | undefined;
  readonly patience: number;
}

/** All is freed when the response is sent or the client left, also while the body still waits. */
function claims(outgoing: ServerResponse, budget: ByteBudget, { space, patience }: Claimant): Claim {
  const taken: Reservation[] = [];
  outgoing.once('close', () => {
    for (const { free } of taken) free();
  });
  return (bytes) => {
    const next = budget.take(bytes, space);
    taken.push(next);
    const { waits, free } = next;
    if (waits === undefined) return undefined;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      free();
    }, patience);
    return waits.then(() => {
      clearTimeout(timer);
      if (isLate) throw busy();
    });
  };
}

/** With a random wait, so that clients do not all retry at once. */
function busy(): ApiError {
  const wait = 1 + Math.floor(Math.random() * 5);
  return new ApiError('busy', `the server has no memory for the body; try again in ${wait} s`, {
    headers: { 'Retry-After': String(wait) },
  });
}

interface Reading {
  readonly limit: number;
  /** Most bytes that can come. */
  readonly most: number;
  readonly pace: BodyPace;
  readonly claim: Claim;
}

async function readIncoming(
  { incoming, outgoing }: Exchange,
  { limit, most, pace, claim }: Reading,
): Promise<Uint8Array | 'too_large'> {
  if (incoming.destroyed) throw gone();
  let claimed = Math.min(most, STEP);
  await claim(claimed);
  if (awaitingContinue.delete(incoming)) outgoing.writeContinue();

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let waits = false;
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) {
        chunks.push(chunk);
        if (size > claimed) grow();
        return;
      }
      stop();
      incoming.pause();
      resolve('too_large');
    };
    /** What is promised and never comes would keep memory from others, so only what arrived is claimed. */
    const grow = () => {
      const bytes = Math.min(most - claimed, Math.max(STEP, size - claimed));
      claimed += bytes;
      const memory = claim(bytes);
      if (memory === undefined) return;
      waits = true;
      incoming.pause();
      memory.then(
        () => {
          waits = false;
          incoming.resume();
        },
        (error: unknown) => {
          stop();
          chunks.length = 0;
          reject(error);
        },
      );
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
      if (!waits && size - seen < pace.bytes) {
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
