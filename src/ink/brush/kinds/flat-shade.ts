/** The shade of brushes that cover evenly: one opacity inside, and an edge as smooth as pixels allow. */
import type { Field } from '../brush.ts';

/** How deep below the edge `shadeFlat` looks, px: from there on a pixel is wholly inside. */
export const FLAT_DEPTH = 0.5;

/** The opacity of a pixel at this distance from the edge, 0..255: the part of it that lies inside. */
export function flatCover(v: number): number {
  return v >= 0.5 ? 0 : v <= -0.5 ? 255 : ((0.5 - v) * 255 + 0.5) | 0;
}

/** Shades each pixel of the field's runs. */
export function shadeFlat({ values, covers, runs, runsEnd }: Field): void {
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) covers[i] = flatCover(values[i]!);
  }
}
