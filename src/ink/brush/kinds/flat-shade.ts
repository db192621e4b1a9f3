/** The shade of brushes that cover evenly: one opacity inside, and an edge as smooth as pixels allow. */
import type { Field } from '../brush.ts';

/** How deep below the edge `shadeFlat` looks, px: from there on a pixel is wholly inside. */
export const FLAT_DEPTH = 0.5;

/** The opacity of a pixel is the part of it that lies inside. */
export function shadeFlat({ values, covers, runs, runsEnd }: Field): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const v = values[i]!;
      covers[i] = v >= 0.5 ? 0 : v <= -0.5 ? 255 : ((0.5 - v) * 255 + 0.5) | 0;
    }
  }
}
