/** The shade of brushes that cover evenly: one opacity inside, and an edge as smooth as pixels allow. */
import type { Field } from '../brush.ts';

/** How deep below the edge `shadeFlat` looks, px: from there on a pixel is wholly inside. */
export const FLAT_DEPTH = 0.5;

/** Replaces each distance by the part of its pixel that lies inside. */
export function shadeFlat({ values, runs, runsEnd }: Field): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      const v = values[i]!;
      values[i] = v >= 0.5 ? 0 : v <= -0.5 ? 1 : 0.5 - v;
    }
  }
}
