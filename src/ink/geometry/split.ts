/**
 * Erases a part of a stroke and returns the rest as strokes of their own. A part is erased where its ink, at
 * the width it has there, touches a circle that moves straight. All lengths in drawing units.
 */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import { WIDTH_PER_PRESSURE } from '../brush/kinds/width.ts';
import { type Bounds, grow, overlap, strokeBounds } from './bounds.ts';
import { distanceBetweenSegments, distanceToSegment } from './hit-test.ts';
import { decimalsAt, PRESSURE_DECIMALS, roundTo } from './simplify.ts';

/** One move of the segment eraser: a circle on its way from one place to another. */
export interface EraserMove {
  readonly from: Point;
  readonly to: Point;
  readonly radius: number;
  /** Zoom of the view: cuts are stored as finely as lines drawn at this zoom. */
  readonly zoom: number;
}

/** Remaining pieces shorter than this are erased too, CSS px. */
const CRUMB = 0.5;
/** Bisection steps at most: to a millionth of a millionth of a segment's length. */
const HALVINGS = 40;
/** A cut is looked for this much finer than it is stored. */
const FINER = 1 / 8;

/** A place on a stroke. `at` is the index of a point, or a fraction between two of them. */
interface Place {
  readonly at: number;
  readonly point: Point;
  readonly pressure: number;
  readonly tilt: number;
}

/** What is left between two cuts: the points from `from` to `to`, none if `to` is less, and the cuts themselves. */
interface Run {
  head: Place | undefined;
  from: number;
  to: number;
  tail: Place | undefined;
}

function emptyRun(from: number): Run {
  return { head: undefined, from, to: from - 1, tail: undefined };
}

/**
 * The rest of the stroke, in its order. A stroke that is not touched is returned as it is, in a list of one.
 */
export function splitStroke(stroke: Stroke, rub: EraserMove): readonly Stroke[] {
  const { from, to, radius, zoom } = rub;
  const way = {
    minX: Math.min(from[0], to[0]),
    minY: Math.min(from[1], to[1]),
    maxX: Math.max(from[0], to[0]),
    maxY: Math.max(from[1], to[1]),
  };
  // One decimal more, so that rounding never moves a cut back into the erased part.
  const decimals = decimalsAt(zoom) + 1;
  const step = 10 ** -decimals;
  const { tool, points, pressure, tilt, size } = stroke;
  const margin = step + (size * WIDTH_PER_PRESSURE) / 10 ** PRESSURE_DECIMALS;
  const brush = brushOf(tool);
  const most = radius + margin + size * brush.radius(pressure ? 1 : EVEN, tilt ? 1 : UPRIGHT);
  const near = grow(way, most);
  if (!overlap(near, strokeBounds(stroke))) return [stroke];
  const first = firstNear(points, 0, near, rub, most);
  if (first === points.length) return [stroke];

  const depth: Depth = (x, y, press, lean) =>
    distanceToSegment(x, y, from, to) - radius - margin - size * brush.radius(press, lean);
  const placeAt = (i: number): Place => ({
    at: i,
    point: points[i]!,
    pressure: pressure?.[i] ?? EVEN,
    tilt: tilt?.[i] ?? UPRIGHT,
  });
  const runs: Run[] = [];
  let run = emptyRun(0);
  const keepPoints = (upTo: number) => {
    run.to = Math.max(run.to, upTo);
  };
  const keepCut = (place: Place, end: 'head' | 'tail') => {
    if (!Number.isInteger(place.at)) run[end] = rounded(place, decimals);
    else if (end === 'tail') keepPoints(place.at);
    else run.from = run.to = place.at;
  };
  const cut = (next: number) => {
    if (run.head || run.tail || run.from <= run.to) runs.push(run);
    run = emptyRun(next);
  };
  let touched = false;
  for (let i = first; i < points.length; ) {
    keepPoints(i - 1);
    const here = placeAt(i);
    const gap = i > 0 ? gapBetween(placeAt(i - 1), here, depth, FINER * step) : undefined;
    const isKept = depthAt(depth, here) >= 0;
    if (gap || !isKept) {
      touched = true;
      if (gap?.enter) keepCut(gap.enter, 'tail');
      cut(isKept ? i : i + 1);
      if (gap?.leave) keepCut(gap.leave, 'head');
    }
    if (isKept) keepPoints(i);
    i = firstNear(points, i + 1, near, rub, most);
  }
  if (!touched) return [stroke];
  keepPoints(points.length - 1);
  cut(points.length);
  return runs.filter((one) => isSeen(stroke, one, CRUMB / zoom)).map((one) => strokeOf(stroke, one));
}

/**
 * The first point from `i` on to which a segment leads that the move may touch, or which is the first itself. Four
 * comparisons rule most segments out, and a distance most of the others.
 * @param near bounds of what the move may touch
 * @param most its greatest distance from the way of the move
 */
function firstNear(
  points: Stroke['points'],
  i: number,
  { minX, minY, maxX, maxY }: Bounds,
  { from, to }: EraserMove,
  most: number,
): number {
  let a = points[Math.max(0, i - 1)]!;
  for (; i < points.length; i++) {
    const b = points[i]!;
    const isFar =
      (a[0] < minX && b[0] < minX) ||
      (a[0] > maxX && b[0] > maxX) ||
      (a[1] < minY && b[1] < minY) ||
      (a[1] > maxY && b[1] > maxY);
    if (!isFar && distanceBetweenSegments(a, b, from, to) < most) return i;
    a = b;
  }
  return i;
}

/** How far a place on the stroke is from being erased: negative where it is. */
type Depth = (x: number, y: number, pressure: number, tilt: number) => number;

function depthAt(depth: Depth, { point, pressure, tilt }: Place): number {
  return depth(point[0], point[1], pressure, tilt);
}

/**
 * The erased part between two points: where it begins and where it ends, each undefined where the point itself
 * is erased. There is at most one such part, because the depth is a convex function of the place (a distance to
 * a convex shape, minus a linear function).
 * @param within how far from its true place a cut may be, on the side that stays
 */
function gapBetween(
  a: Place,
  b: Place,
  depth: Depth,
  within: number,
): { readonly enter: Place | undefined; readonly leave: Place | undefined } | undefined {
  const [first, last] = [depthAt(depth, a), depthAt(depth, b)];
  const [ax, ay] = a.point;
  const [dx, dy] = [b.point[0] - ax, b.point[1] - ay];
  const [press, lean] = [b.pressure - a.pressure, b.tilt - a.tilt];
  const at = (t: number) => depth(ax + t * dx, ay + t * dy, a.pressure + t * press, a.tilt + t * lean);
  const near = within / distance(a.point, b.point);
  let deepest = first < last ? 0 : 1;
  if (first >= 0 && last >= 0) {
    deepest = lowest(at);
    if (at(deepest) >= 0) return undefined;
  }
  const enter = first >= 0 ? between(a, b, edge(at, 0, deepest, near)) : undefined;
  const leave = last >= 0 ? between(a, b, edge(at, 1, deepest, near)) : undefined;
  return { enter, leave };
}

/** A place in 0..1 where a convex function is negative, or else where it is lowest. */
function lowest(f: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const third = (high - low) / 3;
    const left = f(low + third);
    const right = f(high - third);
    if (left < 0) return low + third;
    if (right < 0) return high - third;
    if (left < right) high -= third;
    else low += third;
  }
  return (low + high) / 2;
}

/**
 * The last place between `outside`, where `f` is not negative, and `inside`, where it is, at which `f` is not
 * negative, or one at most `near` before it.
 */
function edge(f: (t: number) => number, outside: number, inside: number, near: number): number {
  let [good, bad] = [outside, inside];
  for (let i = 0; i < HALVINGS && Math.abs(bad - good) > near; i++) {
    const middle = (good + bad) / 2;
    if (f(middle) >= 0) good = middle;
    else bad = middle;
  }
  return good;
}

function between(a: Place, b: Place, t: number): Place {
  if (t <= 0) return a;
  if (t >= 1) return b;
  const mix = (from: number, to: number) => from + t * (to - from);
  return {
    at: mix(a.at, b.at),
    point: [mix(a.point[0], b.point[0]), mix(a.point[1], b.point[1])],
    pressure: mix(a.pressure, b.pressure),
    tilt: mix(a.tilt, b.tilt),
  };
}

/** A cut as it is stored. */
function rounded(place: Place, decimals: number): Place {
  const [x, y] = place.point;
  return {
    at: place.at,
    point: [roundTo(x, decimals), roundTo(y, decimals)],
    pressure: roundTo(place.pressure, PRESSURE_DECIMALS),
    tilt: roundTo(place.tilt, PRESSURE_DECIMALS),
  };
}

/** True if enough of the run remains to keep it. */
function isSeen({ points }: Stroke, { head, from, to, tail }: Run, crumb: number): boolean {
  let length = 0;
  let last = head?.point;
  for (let i = from; i <= to && length < crumb; i++) {
    const next = points[i]!;
    if (last) length += distance(last, next);
    last = next;
  }
  if (last && tail) length += distance(last, tail.point);
  return length >= crumb;
}

function distance(a: Point, b: Point): number {
  return Math.sqrt((b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2);
}

function isSamePoint(a: Point, b: Point): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** The part of the stroke in this run, with all else that the stroke has. */
function strokeOf(stroke: Stroke, { head, from, to, tail }: Run): Stroke {
  const { points, pressure, tilt } = stroke;
  // Rounding may have moved a cut onto its neighbour.
  const begin = head && from <= to && isSamePoint(head.point, points[from]!) ? from + 1 : from;
  const last = begin <= to ? points[to]! : head?.point;
  const end = tail && last && isSamePoint(tail.point, last) ? undefined : tail;
  const part = <T>(list: readonly T[], of: (cut: Place) => T): T[] => {
    const kept = list.slice(begin, to + 1);
    if (head) kept.unshift(of(head));
    if (end) kept.push(of(end));
    return kept;
  };
  return {
    ...stroke,
    points: part(points, ({ point }) => point),
    ...(pressure && { pressure: part(pressure, (cut) => cut.pressure) }),
    ...(tilt && { tilt: part(tilt, (cut) => cut.tilt) }),
  };
}
