/** Flattens curves: straight pieces that stay close to them. */
import type { Point } from '../../../core/drawing/types.ts';
import { CURVE_PIECES_MAX, FLATNESS } from './limits.ts';

/**
 * Appends the curve without its first point, in as many equal steps as its bend needs.
 * @param flatness how far the pieces may be from the curve, in the units of the points
 */
export function flattenCubic(
  [x0, y0]: Point,
  [x1, y1]: Point,
  [x2, y2]: Point,
  [x3, y3]: Point,
  out: Point[],
  flatness = FLATNESS,
): void {
  const bend = Math.max(
    Math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2),
    Math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3),
  );
  // The second derivative is at most 6 · bend, and over a step h a chord is at most h²/8 of that away.
  const wanted = Math.ceil(Math.sqrt((0.75 * bend) / flatness));
  const pieces = Math.min(CURVE_PIECES_MAX, Math.max(1, wanted || 1));
  for (let i = 1; i < pieces; i++) {
    const t = i / pieces;
    const s = 1 - t;
    const a = s * s * s;
    const b = 3 * s * s * t;
    const c = 3 * s * t * t;
    const d = t * t * t;
    out.push([a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3]);
  }
  out.push([x3, y3]);
}

/** A cubic's two control points and its end point. */
export type Cubic = readonly [c1: Point, c2: Point, end: Point];

/** The angle of an arc that one cubic approximates to 3 millionths of the radius. */
const STEP = Math.PI / 4;

/**
 * An arc of SVG's `A` command as cubics (SVG 2, implementation notes B.2): converted from end points to centre
 * form, with radii that are too small scaled up. An arc that ends where it begins has none. A radius of zero
 * makes a straight line.
 */
export function arcToCubics(
  [x1, y1]: Point,
  [rx0, ry0]: Point,
  degrees: number,
  large: boolean,
  sweep: boolean,
  [x2, y2]: Point,
): Cubic[] {
  if (x1 === x2 && y1 === y2) return [];
  let rx = Math.abs(rx0);
  let ry = Math.abs(ry0);
  const end: Point = [x2, y2];
  if (rx === 0 || ry === 0) {
    const on = (t: number): Point => [x1 + t * (x2 - x1), y1 + t * (y2 - y1)];
    return [[on(1 / 3), on(2 / 3), end]];
  }
  const tilt = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const [hx, hy] = [(x1 - x2) / 2, (y1 - y2) / 2];
  const px = cos * hx + sin * hy;
  const py = -sin * hx + cos * hy;
  const over = (px * px) / (rx * rx) + (py * py) / (ry * ry);
  if (over > 1) {
    rx *= Math.sqrt(over);
    ry *= Math.sqrt(over);
  }
  const below = rx * rx * py * py + ry * ry * px * px;
  const ratio = Math.sqrt(Math.max(0, (rx * rx * ry * ry - below) / below)) * (large === sweep ? -1 : 1);
  const cx = (ratio * rx * py) / ry;
  const cy = (-ratio * ry * px) / rx;
  const from = Math.atan2((py - cy) / ry, (px - cx) / rx);
  let turn = Math.atan2((-py - cy) / ry, (-px - cx) / rx) - from;
  if (sweep && turn < 0) turn += 2 * Math.PI;
  if (!sweep && turn > 0) turn -= 2 * Math.PI;
  const middle: Point = [cos * cx - sin * cy + (x1 + x2) / 2, sin * cx + cos * cy + (y1 + y2) / 2];
  const at = (x: number, y: number): Point => [
    middle[0] + cos * rx * x - sin * ry * y,
    middle[1] + sin * rx * x + cos * ry * y,
  ];
  const pieces = Math.max(1, Math.ceil(Math.abs(turn) / STEP - 1e-9));
  const step = turn / pieces;
  const reach = (4 / 3) * Math.tan(step / 4);
  return Array.from({ length: pieces }, (_, i): Cubic => {
    const [a, b] = [from + i * step, from + (i + 1) * step];
    return [
      at(Math.cos(a) - reach * Math.sin(a), Math.sin(a) + reach * Math.cos(a)),
      at(Math.cos(b) + reach * Math.sin(b), Math.sin(b) - reach * Math.cos(b)),
      i === pieces - 1 ? end : at(Math.cos(b), Math.sin(b)),
    ];
  });
}
