/** What of a file can be put onto an open drawing, where all of it goes onto one layer. */
import { erases } from '../../core/drawing/erasing.ts';
import { visibleStrokes } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import type { LeftOut } from '../../ink/formats/index.ts';

/**
 * The strokes of the file's visible layers, the lowest first, without those that erase: on top of a drawing, or of another
 * layer, these would take ink that they never lay on. What they erased in the file is whole again. Both count as left out.
 * @param layers of the file; those that it had besides are not counted here, since all strokes go onto one
 */
export function inkAlone(
  strokes: readonly Stroke[],
  layers: readonly Layer[] | undefined,
  leftOut: LeftOut,
): { readonly strokes: readonly Stroke[]; readonly leftOut: LeftOut } {
  const seen = visibleStrokes(strokes, layers);
  const ink = seen.filter((stroke) => !erases(stroke));
  const erasers = seen.length - ink.length;
  const hidden = (leftOut.hidden ?? 0) + strokes.length - seen.length;
  const { layer: _, ...others } = leftOut;
  return {
    strokes: ink,
    leftOut: {
      ...others,
      ...(erasers > 0 && { eraser: (leftOut.eraser ?? 0) + erasers }),
      ...(hidden > 0 && { hidden }),
    },
  };
}
