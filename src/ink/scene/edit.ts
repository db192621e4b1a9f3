import type { Stroke } from '../../core/drawing/types.ts';

/** What a hand has done to the drawing, told when the pen lifts. */
export type Edit =
  /** New strokes, on top. */
  | { readonly kind: 'add'; readonly strokes: readonly Stroke[] }
  /** Strokes taken away, the very objects that were given, bottom first. */
  | { readonly kind: 'erase'; readonly strokes: readonly Stroke[] }
  /** Strokes that became others, each in its place, bottom first. */
  | { readonly kind: 'replace'; readonly swaps: readonly Swap[] };

export interface Swap {
  /** The very object that was given. */
  readonly stroke: Stroke;
  /** What lies in its place now, bottom first; nothing where it was erased. */
  readonly by: readonly Stroke[];
}
