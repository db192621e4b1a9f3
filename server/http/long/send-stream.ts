/** Sends a response in pieces, and cuts off a client that takes too little of it. */
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';

/** The least that a client must take of what waits for it. */
export interface Pace {
  readonly bytes: number;
  /** Only time counts in which something waits for it: if nothing does, it is the store that is slow. */
  readonly ms: number;
}

/**
 * A client that is slower than a phone on the slowest network would keep the stream, its memory and its place open for
 * hours. The time is long because the system takes some megabytes for a client at once, and only asks for more when a
 * third of that was taken: one that takes 20 kB a second was seen to make it ask every 40 seconds.
 */
const PACE: Pace = { bytes: 192 * 1024, ms: 60_000 };
/** Number of looks in that time. */
const LOOKS = 20;
/** Longest part of a piece that is written at once, bytes: only what was taken as a whole can be counted. */
const PART = 16 * 1024;

/**
 * Sends a streamed response. An error in its body ends the connection. @hono/node-server would instead end the
 * body normally, with the error's message in it, and the client would take that for the whole.
 */
export async function sendStream(
  { status, headers, body }: Response,
  outgoing: ServerResponse,
  pace = PACE,
): Promise<Response> {
  outgoing.writeHead(status, Object.fromEntries(headers));
  const sent = { bytes: 0 };
  const unwatch = watchPace(outgoing, () => sent.bytes - outgoing.writableLength, pace);
  // Errors are already in the application's log, and a client that left is no error.
  await pipeline(partsOf(body ?? [], sent), outgoing).catch(() => {});
  unwatch();
  // A client that left before the first part: nothing has begun to read.
  await body?.cancel().catch(() => {});
  return RESPONSE_ALREADY_SENT;
}

/** @param sent counts the bytes that were handed on */
async function* partsOf(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, sent: { bytes: number }) {
  for await (const piece of body) {
    for (let start = 0; start < piece.length; start += PART) {
      const part = piece.subarray(start, start + PART);
      sent.bytes += part.length;
      yield part;
    }
  }
}

/**
 * Destroys the response if its client is too slow.
 * @param taken how many bytes the client has taken, as far as this process knows: the system keeps some for it
 * @returns a function that ends the watch
 */
function watchPace(outgoing: ServerResponse, taken: () => number, { bytes, ms }: Pace): () => void {
  let waited = 0;
  let before = 0;
  const timer = setInterval(() => {
    if (outgoing.writableLength === 0) return;
    waited += 1;
    if (waited < LOOKS) return;
    if (taken() - before < bytes) outgoing.destroy();
    waited = 0;
    before = taken();
  }, ms / LOOKS);
  timer.unref();
  return () => clearInterval(timer);
}
