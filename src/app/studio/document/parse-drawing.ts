/** Parses the JSON of a drawing in parts, because a large one at once would block the page. */
import type { Drawing, Stroke } from '../../../core/drawing/types.ts';
import { inSlices } from '../../../ink/index.ts';

/** Bytes of a part, about a millisecond of work. */
const PART = 96 * 1024;

const bytesOf = (text: string) => new TextEncoder().encode(text);
/**
 * Beginning and end of the strokes in the JSON, and the border of two strokes. No string in it contains these.
 */
const BEGIN = bytesOf('"strokes":[');
const END = { drawing: bytesOf('],"thumb":'), version: bytesOf('],"updatedAt":') };
const BETWEEN = bytesOf('},{"tool":');

/**
 * Parses a drawing, or an earlier version of one.
 * @param some called with the strokes of each part
 * @throws SyntaxError if it is not JSON
 */
export function parseDrawing<T extends Pick<Drawing, 'strokes'> = Drawing>(
  bytes: Uint8Array,
  some: (strokes: readonly Stroke[]) => void,
  kind: keyof typeof END = 'drawing',
): Promise<T> {
  const decoder = new TextDecoder();
  const text = (from: number, to?: number) => decoder.decode(bytes.subarray(from, to));
  const begin = find(bytes, BEGIN, 0);
  const to = findLast(bytes, END[kind]);
  const from = begin + BEGIN.length;
  const inParts = bytes.length > 2 * PART && begin >= 0 && to > from;
  const strokes: Stroke[] = [];
  let at = from;
  return new Promise((resolve, reject) => {
    const step = () => {
      try {
        if (!inParts) {
          const drawing: T = JSON.parse(text(0));
          some(drawing.strokes);
          resolve(drawing);
          return true;
        }
        const cut = find(bytes, BETWEEN, at + PART);
        const end = cut < 0 || cut > to ? to : cut + 1;
        const part: Stroke[] = JSON.parse(`[${text(at, end)}]`);
        for (const stroke of part) strokes.push(stroke);
        some(part);
        at = end + 1;
        if (end < to) return false;
        const rest: T = JSON.parse(text(0, from) + text(to));
        resolve({ ...rest, strokes });
      } catch (error) {
        reject(error);
      }
      return true;
    };
    inSlices(step);
  });
}

function isAt(bytes: Uint8Array, text: Uint8Array, at: number): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false;
  return true;
}

/** The first position of `text` from `at` on, or -1. */
function find(bytes: Uint8Array, text: Uint8Array, at: number): number {
  const [first = 0] = text;
  let found = bytes.indexOf(first, at);
  while (found >= 0 && !isAt(bytes, text, found)) found = bytes.indexOf(first, found + 1);
  return found;
}

function findLast(bytes: Uint8Array, text: Uint8Array): number {
  const [first = 0] = text;
  let found = bytes.lastIndexOf(first);
  while (found > 0 && !isAt(bytes, text, found)) found = bytes.lastIndexOf(first, found - 1);
  return found;
}
