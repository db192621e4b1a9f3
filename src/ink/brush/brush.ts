/** A brush: what the strokes of one tool look like. Whoever draws or measures a stroke asks it. */
import type { Stroke } from '../../core/drawing/types.ts';

export interface Brush {
  /** The name that its strokes carry. */
  readonly tool: string;
  /** How far from the line it may paint, times the size. */
  readonly reach: Reach;
  /** Times the size. `pressure`: 0..1, EVEN without a sensor; `lean`: from 0, upright, to 1, flat. */
  radius(pressure: number, lean: number): number;
  /** How a stroke meets what was drawn before it. `erase`: it takes that away, whatever its own colour. */
  readonly blend: 'over' | 'under' | 'erase';
  /** The opacity of a whole stroke whose colour has none of its own. */
  readonly opacity: number;
  /** May the segment eraser cut its strokes? Those of another brush stay whole. */
  readonly splits: boolean;
  readonly svg: SvgLook;
}

export interface Reach {
  /** Of a stroke of one width. */
  readonly even: number;
  /** Of a stroke whose width follows the pressure. */
  readonly pressed: number;
}

/** What SVG needs to know beyond line and colour. */
export interface SvgLook {
  /** True if the path carries the tool’s name, so that our reader makes the same stroke of it. */
  readonly named: boolean;
}

/** The pressure of a stroke of one width. */
export const EVEN = 0.5;
/** The lean of a pen held upright. */
export const UPRIGHT = 0;

const OPAQUE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{3}f|[0-9a-f]{6}ff)$/i;

/** The opacity of a whole stroke, on top of the alpha in its colour. */
export function opacityOf(brush: Brush, { color, opacity = 1 }: Pick<Stroke, 'color' | 'opacity'>): number {
  return OPAQUE.test(color) ? brush.opacity * opacity : opacity;
}
