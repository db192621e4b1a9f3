/** What of a file can be put onto a drawing that has strokes. */
import { erases } from '../../core/drawing/erasing.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import type { LeftOut } from '../../ink/formats/index.ts';

/**
 * The strokes without those that erase, which count as left out: on top of a drawing they would take its ink too. What they
 * erased in the file is whole again.
 */
export function inkAlone(
  strokes: readonly Stroke[],
  leftOut: LeftOut,
): { readonly strokes: readonly Stroke[]; readonly leftOut: LeftOut } {
  const ink = strokes.filter((stroke) => !erases(stroke));
  const erasers = strokes.length - ink.length;
  return erasers === 0
    ? { strokes, leftOut }
    : { strokes: ink, leftOut: { ...leftOut, eraser: (leftOut.eraser ?? 0) + erasers } };
}
