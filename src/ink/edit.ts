import type { Stroke } from '../core/drawing/types.ts';

/** What a hand has done to the drawing, told when the pen lifts. */
export type Edit =
  /** New strokes, on top. */
  | { readonly kind: 'add'; readonly strokes: readonly Stroke[] }
  /** Strokes taken away, the very objects that were given, bottom first. */
  | { readonly kind: 'erase'; readonly strokes: readonly Stroke[] };
