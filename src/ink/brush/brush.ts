/** A brush: what the strokes of one tool look like. Whoever draws or measures a stroke asks it. */
import type { Stroke } from '../../core/drawing/types.ts';

export interface Brush {
  /** The name that its strokes carry. */
  readonly tool: string;
  /** The sizes that the page offers and accepts. Strokes of another size are painted as they are. */
  readonly sizes: Sizes;
  /** How far from the line it may paint, times the size. */
  readonly reach: Reach;
  /** Times the size. `pressure`: 0..1, EVEN without a sensor; `lean`: from 0, upright, to 1, flat. */
  radius(pressure: number, lean: number): number;
  /**
   * How a stroke meets what was drawn before it. `multiply`: both darken each other, as glass does. `erase`: it takes
   * that away, whatever its own colour.
   */
  readonly blend: 'over' | 'under' | 'multiply' | 'erase';
  /** The opacity of a whole stroke whose colour has none of its own. */
  readonly opacity: number;
  /** True if strokes that follow each other while they are wet run into each other (wet-wash.ts). */
  readonly isWet: boolean;
  /** May the segment eraser cut its strokes? On those of another brush it puts strokes that erase. */
  readonly splits: boolean;
  /** Does its line go round points where it turns a little? Not where it must lie exactly where it was drawn. */
  readonly bends: boolean;
  readonly svg: SvgLook;
  /** Points of its line that are closer than this to the one before, times the radius, are left out. */
  readonly spacing: number;
  /** What its shade reads besides depth. Of a stroke without pressure or tilt, that plane is not there. */
  readonly reads: readonly Plane[];
  /** How deep below the edge of a stroke its shade changes, px, for a stroke of this size in px. */
  depth(size: number): number;
  /** Writes the opacity of each pixel in the field's runs. `ink`: what else the stroke says. */
  shade(field: Field, ink: InkStyle): void;
}

/**
 * What a brush may read of the place of the stroke that is next to a pixel.
 * `across`: how far the pixel lies beside it, from -1 on the left edge to 1 on the right, looking the way it was drawn.
 * `along`: the way there from the beginning of the stroke, px. `pressure`, `lean`: there, 0..1.
 */
export type Plane = 'across' | 'along' | 'pressure' | 'lean';

/**
 * A stroke as a brush sees it: numbers for the pixels near it, in rows of a rectangle. `values[i]` belongs to the pixel
 * at `left + i % width`, `top + floor(i / width)` on the grid of the scale, where grain is read.
 */
export interface Field {
  /** Distance to the edge, px, negative inside; deeper than the brush's `depth` it may be any number below. */
  readonly values: Float32Array;
  /** Opacity, 0..255, which the brush's `shade` writes. As long as `values`. */
  readonly covers: Uint8Array;
  /** As long as `values`. Those that the brush does not read, or the stroke has not, hold anything. */
  readonly planes: Readonly<Record<Plane, Float32Array>>;
  /** Where the numbers are: index of the first and behind the last pixel of a run, in turn. A run is in one row. */
  readonly runs: Int32Array;
  /** How much of `runs` is used. */
  readonly runsEnd: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
}

export interface InkStyle {
  /** Width of the stroke, px. */
  readonly size: number;
  /** Device px per drawing unit. */
  readonly scale: number;
  /** Whole: strokes of another seed look alike, but not the same. */
  readonly seed: number;
  /** True if the field has the pressure; else it is EVEN everywhere. */
  readonly isPressed: boolean;
  /** True if the field has the lean; else it is UPRIGHT everywhere. */
  readonly isTilted: boolean;
}

/** Drawing units. */
export interface Sizes {
  readonly least: number;
  readonly most: number;
}

export interface Reach {
  /** Of a stroke without pressure and tilt. */
  readonly even: number;
  /** Of a stroke with pressure. */
  readonly pressed: number;
  /** Of a stroke with tilt. */
  readonly leaning: number;
}

/** What SVG needs to know beyond line and colour. */
export interface SvgLook {
  /** True if the path carries the tool’s name, so that our reader makes the same stroke of it. */
  readonly named: boolean;
  /** Opacity of what a texture leaves; 1 if not given. */
  readonly opacity?: number;
  /**
   * Primitives of a filter that makes a flat shape look like the brush: from `SourceGraphic` to the last of them. Alike,
   * not equal: a filter knows neither pressure nor where a stroke goes.
   */
  readonly texture?: string;
  /** The same for strokes that run more up and down than across, if the texture has a direction. */
  readonly upright?: string;
  /** How much of a flat shape the texture leaves on average, 0..1. If given, a stroke is as dark as it is painted. */
  readonly leaves?: number;
}

/** The pressure of a stroke of one width. */
export const EVEN = 0.5;
/** The lean of a pen held upright. */
export const UPRIGHT = 0;

/** The reach of a brush that paints up to its radius, which neither pressure nor lean may make smaller. */
export function reachOfRadius(radius: Brush['radius']): Reach {
  return { even: radius(EVEN, UPRIGHT), pressed: radius(1, UPRIGHT), leaning: radius(1, 1) };
}

const OPAQUE = /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{3}f|[0-9a-f]{6}ff)$/i;

/** The opacity of a whole stroke, on top of the alpha in its colour. */
export function opacityOf(brush: Brush, { color, opacity = 1 }: Pick<Stroke, 'color' | 'opacity'>): number {
  return OPAQUE.test(color) ? brush.opacity * opacity : opacity;
}
