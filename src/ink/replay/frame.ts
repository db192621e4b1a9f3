/** Where a drawing lies in the pictures of its replay. */
import type { Bounds } from '../geometry/bounds.ts';

/** A rectangle of the grid of a scale, px. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Px per drawing unit. */
  readonly scale: number;
}

/** Px of a film: every phone plays it, and encodes it in time. */
const LONG_SIDE = 1280;
const SHORT_SIDE = 720;
/** Px of the longer side of a GIF: each of its pictures is kept whole. */
export const GIF_SIDE = 480;
/** A small sketch is not blown up further. */
const SCALE_MAX = 4;

/**
 * Px of a film.
 * @param isWide true if it lies, false if it stands
 * @param long px of the longer side
 */
export function sidesOf(isWide: boolean, long = LONG_SIDE): Pick<Frame, 'width' | 'height'> {
  // Even: codecs take no other.
  const short = 2 * Math.round((long * SHORT_SIDE) / LONG_SIDE / 2);
  return isWide ? { width: long, height: short } : { width: short, height: long };
}

/**
 * The whole area in the middle of a film, which lies or stands as the area does.
 * @param long px of the longer side
 */
export function frameOf(area: Bounds, long = LONG_SIDE): Frame {
  const [wide, high] = [area.maxX - area.minX, area.maxY - area.minY];
  const { width, height } = sidesOf(wide >= high, long);
  const scale = Math.min(SCALE_MAX, width / wide, height / high);
  return {
    left: Math.round(((area.minX + area.maxX) * scale - width) / 2),
    top: Math.round(((area.minY + area.maxY) * scale - height) / 2),
    width,
    height,
    scale,
  };
}
