/**
 * Long responses, sent in pieces while they are read, so that no host holds a whole one. A response that
 * cannot be finished ends with an error, so its reader never mistakes a part for the whole.
 */

/** Length in characters from which a response is sent in pieces. */
export const STREAMED_FROM = 1_000_000;
/** Approximate length of a piece in characters; a single stroke or thumbnail may be longer. */
const PIECE = 256 * 1024;

/** The data changed while a response was being sent, so it cannot be finished. Not a defect. */
export class ChangedWhileSending extends Error {
  override name = 'ChangedWhileSending';
  constructor() {
    super('what was being read was changed meanwhile');
  }
}

/** The text or bytes of a response in pieces. Close it if you stop before its end. */
export interface Pieces {
  /** The next piece; undefined after the last. Rejects if the rest cannot be read. */
  next(): Promise<string | Uint8Array | undefined>;
  /** Frees what is kept for it. May be called again. */
  close(): void;
}

/** @param texts of any length; joined into pieces of about equal length */
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

/** @param onBroken called with the error if the response cannot be finished; not called if its reader left */
export function byteStream(pieces: Pieces, onBroken: (error: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  // A reader may leave while a piece is read. The stream takes nothing more then, and the read may fail.
  let hasLeft = false;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const piece = await pieces.next();
        if (hasLeft) return;
        if (piece !== undefined) {
          controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece);
          return;
        }
        controller.close();
      } catch (error) {
        if (hasLeft) return;
        onBroken(error);
        controller.error(error);
      }
      pieces.close();
    },
    cancel() {
      hasLeft = true;
      pieces.close();
    },
  });
}

const streamed = new WeakSet<Response>();

/** A Response whose body is read while it is sent. */
export function streamedResponse(
  pieces: Pieces,
  init: ResponseInit,
  onBroken: (error: unknown) => void,
): Response {
  const response = new Response(byteStream(pieces, onBroken), init);
  streamed.add(response);
  return response;
}

/** True if the response may end early. For hosts that must handle this themselves. */
export function isStreamed(response: Response): boolean {
  return streamed.has(response);
}
