/**
 * Request bodies, read from Node's own stream and counted while they come in: Content-Length is a
 * claim, and a body may come without one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createRoom, type Room } from '../../src/api/http/room.ts';
import { BODIES_MAX } from '../../src/core/drawing/limits.ts';

/** The client went away before its body was whole. Nobody is there to be answered. */
export class ClientGone extends Error {
  override name = 'ClientGone';
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** By limit: bodies that need no token are short, and never keep the drawings waiting. */
const rooms = new Map<number, Room>();

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
 * read when Content-Length says so beforehand, or until there is room for it beside those of others.
 * @throws ClientGone
 */
export function readBody(
  request: Request,
  limit: number,
  room: Room = roomFor(limit),
): Promise<Uint8Array | 'too_large'> {
  const exchange = exchanges.get(request);
  return exchange === undefined ? readStream(request, limit) : readIncoming(exchange, limit, room);
}

function roomFor(limit: number): Room {
  const room = rooms.get(limit) ?? createRoom(BODIES_MAX);
  rooms.set(limit, room);
  return room;
}

async function readIncoming(
  { incoming, outgoing }: Exchange,
  limit: number,
  room: Room,
): Promise<Uint8Array | 'too_large'> {
  // One in chunks has no length.
  const length = Number(incoming.headers['content-length'] ?? limit);
  if (length > limit) return 'too_large';
  if (incoming.destroyed) throw gone();
  const taken = room.take(length);
  // Its answer is out, or its client is gone: also while it waits.
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
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size));
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
