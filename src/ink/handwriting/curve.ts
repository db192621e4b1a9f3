/** Turns the few points of a letter into the line that a pen would draw. Pure. */
import type { Point } from '../../core/drawing/types.ts';

/**
 * Distance between points of the curve, in the letters' unit of length: fine enough at any size on a screen.
 */
const STEP = 0.8;

interface Knot {
  readonly at: Point;
  readonly sharp: boolean;
}

/** The line of one stroke, given in the notation of letters.ts. */
export function lineOf(stroke: string): Point[] {
  const straight = stroke.startsWith('/');
  const knots = (straight ? stroke.slice(1) : stroke).split(' ').map(knotOf);
  const [first] = knots;
  if (!first) return [];
  const line: Point[] = [first.at];
  const last = knots.length - 1;
  const closed = last > 1 && apart(first.at, knots.at(-1)?.at ?? first.at) < 1e-3;
  let a = first;
  for (const [i, b] of knots.entries()) {
    if (i === 0) continue;
    if (!straight) {
      // At an end or a corner, the curve has no neighbour to bend towards. A ring has no ends.
      const before = a.sharp ? undefined : knots[closed && i === 1 ? last - 1 : i - 2]?.at;
      const after = b.sharp ? undefined : knots[closed && i === last ? 1 : i + 1]?.at;
      line.push(...between(before, a.at, b.at, after));
    }
    line.push(b.at);
    a = b;
  }
  return line;
}

function knotOf(text: string): Knot {
  const sharp = text.endsWith('!');
  const [x = Number.NaN, y = Number.NaN] = (sharp ? text.slice(0, -1) : text).split(',').map(Number);
  return { at: [x, y], sharp };
}

/**
 * The points between `a` and `b`, without those two, on a centripetal Catmull-Rom curve: that kind makes no
 * loops.
 */
function between(before: Point | undefined, a: Point, b: Point, after: Point | undefined): Point[] {
  const p0 = before ?? mirrored(b, a);
  const p3 = after ?? mirrored(a, b);
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const t1 = apart(p0, a);
  const t2 = t1 + apart(a, b);
  const t3 = t2 + apart(b, p3);
  const pieces = Math.ceil(length / STEP);
  return Array.from({ length: Math.max(0, pieces - 1) }, (_, i) => {
    const t = t1 + ((t2 - t1) * (i + 1)) / pieces;
    const a1 = mix(p0, a, t / t1);
    const a2 = mix(a, b, (t - t1) / (t2 - t1));
    const a3 = mix(b, p3, (t - t2) / (t3 - t2));
    return mix(mix(a1, a2, t / t2), mix(a2, a3, (t - t1) / (t3 - t1)), (t - t1) / (t2 - t1));
  });
}

/** `from` mirrored at `at`, so that the curve runs straight into its end. */
function mirrored(from: Point, at: Point): Point {
  return [2 * at[0] - from[0], 2 * at[1] - from[1]];
}

function apart(a: Point, b: Point): number {
  return Math.sqrt(Math.max(1e-9, Math.hypot(b[0] - a[0], b[1] - a[1])));
}

function mix(a: Point, b: Point, t: number): Point {
  return [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
}
