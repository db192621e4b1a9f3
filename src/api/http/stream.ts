/**
 * Long answers, sent in pieces while they are read, so that no host ever holds one as a whole. One that cannot be
 * finished is broken off, which its reader sees: a part is never taken for all of it.
 */

/** Characters. What is shorter is answered as one text, at once. */
export const LONG = 1_000_000;
/** Characters of a piece, near enough; a single stroke or thumbnail may be more. */
const PIECE = 256 * 1024;

/** What an answer was begun with is not there any more as it was: it cannot be finished, and nothing is wrong. */
export class Overtaken extends Error {
  override name = 'Overtaken';
  constructor() {
    super('what was being read was changed meanwhile');
  }
}

/** The text of an answer. Whoever does not read it to its end closes it. */
export interface Pieces {
  /** The next piece; undefined after the last. Rejects when the rest cannot be had. */
  next(): Promise<string | undefined>;
  /** Lets go of what is held for it. May be called again. */
  close(): void;
}

/** @param texts of any length; made anew into pieces of about the same */
export function piecesOf(texts: AsyncGenerator<string>, close: () => void): Pieces {
  return {
    async next() {
      let piece = '';
      while (piece.length < PIECE) {
        const { done, value } = await texts.next();
        if (done) return piece === '' ? undefined : piece;
        piece = piece === '' ? value : piece + value;
      }
      return piece;
    },
    close,
  };
}

/** @param onBroken told why the answer could not be finished; not told when its reader went away */
export function byteStream(pieces: Pieces, onBroken: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (piece !== undefined) {
          controller.enqueue(encoder.encode(piece));
          return;
        }
        controller.close();
      } catch (error) {
        onBroken(error);
        controller.error(error);
      }
      pieces.close();
    },
    cancel: pieces.close,
  });
}

const streamed = new WeakSet<Response>();

/** A response whose body is read while it is sent. */
export function streamedResponse(
  pieces: Pieces,
  init: ResponseInit,
  onBroken: (error: unknown) => void,
): Response {
  const response = new Response(byteStream(pieces, onBroken), init);
  streamed.add(response);
  return response;
}

/** Is it one, so that it may break off? For hosts that have to see to that themselves. */
export function isStreamed(response: Response): boolean {
  return streamed.has(response);
}
