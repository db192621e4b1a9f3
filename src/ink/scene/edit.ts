import type { Stroke } from '../../core/drawing/types.ts';

/** One change to the drawing, reported when the gesture ends. */
export type Edit =
  /** New strokes, on top. */
  | { readonly kind: 'add'; readonly strokes: readonly Stroke[] }
  /** Removed strokes, the same objects that were set, bottom first. */
  | { readonly kind: 'erase'; readonly strokes: readonly Stroke[] }
  /** Strokes replaced in their places, bottom first. */
  | { readonly kind: 'replace'; readonly swaps: readonly Swap[] };

export interface Swap {
  /** The same object that was set. */
  readonly stroke: Stroke;
  /** What takes its place, bottom first; empty if it was erased. It may come first itself: others are put on it. */
  readonly by: readonly Stroke[];
}
