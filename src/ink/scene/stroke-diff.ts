/** The difference between two lists of strokes: what must be painted when one replaces the other. */
import type { Stroke } from '../../core/drawing/types.ts';

export interface StrokesDiff {
  readonly gone: readonly Stroke[];
  readonly come: readonly Stroke[];
  /** True if nothing was removed and everything added lies on top. */
  readonly onTop: boolean;
}

/**
 * Compares by identity. The common beginning and end of both lists are unchanged; between them, strokes that only moved
 * count as removed and added.
 */
export function diffStrokes(before: readonly Stroke[], next: readonly Stroke[]): StrokesDiff {
  const shorter = Math.min(before.length, next.length);
  let from = 0;
  while (from < shorter && before[from] === next[from]) from++;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const was = before.slice(from, before.length - tail);
  const is = next.slice(from, next.length - tail);
  if (was.length === 0) return { gone: [], come: is, onTop: tail === 0 };
  const wasSet = new Set(was);
  const isSet = new Set(is);
  const gone = was.filter((stroke) => !isSet.has(stroke));
  const come = is.filter((stroke) => !wasSet.has(stroke));
  const order = (list: readonly Stroke[], drop: readonly Stroke[]) => {
    const dropped = new Set(drop);
    return list.filter((stroke) => !dropped.has(stroke));
  };
  const stayedBefore = order(was, gone);
  const stayedAfter = order(is, come);
  const inOrder = stayedBefore.every((stroke, i) => stroke === stayedAfter[i]);
  return inOrder ? { gone, come, onTop: false } : { gone: was, come: is, onTop: false };
}
