/**
 * Long responses, encoded while they are read. A worker copies a text of megabytes several times before it
 * answers, and the caller waits for that. 14 MB took 75 ms as one text and 30 ms in parts, and the reader
 * waits only for the first part.
 */
import { byteStream, LONG } from '../api/http/stream.ts';

/** Length of a part in characters. */
const PART = 256 * 1024;

/** Returns the text itself if it is shorter than LONG, otherwise a stream. */
export function streamedText(text: string): BodyInit {
  if (text.length < LONG) return text;
  let from = 0;
  const next = async () => {
    const start = from;
    from += PART;
    if (isFirstHalf(text.charCodeAt(from - 1))) from -= 1;
    return start < text.length ? text.slice(start, from) : undefined;
  };
  return byteStream({ next, close() {} }, () => {});
}

/** True for the first half of a character of two code units, which must be encoded together. */
function isFirstHalf(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}
