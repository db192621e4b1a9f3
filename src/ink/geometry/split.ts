/**
 * Erases a part of a stroke and returns the rest as strokes of their own. A part is erased where its ink, at
 * the width it has there, touches a circle that moves straight. All lengths in drawing units.
 */
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';
import { WIDTH_PER_PRESSURE } from '../brush/kinds/width.ts';
import { grow, overlap, strokeBounds } from './bounds.ts';
import { distanceToSegment } from './hit-test.ts';
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
/** Bisection steps: to a millionth of a millionth of a segment's length. */
const HALVINGS = 40;

/** A place on a stroke. `at` is the index of a point, or a fraction between two of them. */
interface Place {
  readonly at: number;
  readonly point: Point;
  readonly pressure: number;
  readonly tilt: number;
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
  if (!overlap(grow(way, radius), strokeBounds(stroke))) return [stroke];
  // One decimal more, so that rounding never moves a cut back into the erased part.
  const decimals = decimalsAt(zoom) + 1;
  const margin = 10 ** -decimals + (stroke.size * WIDTH_PER_PRESSURE) / 10 ** PRESSURE_DECIMALS;
  const { tool, points, pressure, tilt, size } = stroke;
  const brush = brushOf(tool);
  const reachAt = (press: number, lean: number) => radius + margin + size * brush.radius(press, lean);
  const depth = (place: Place) =>
    distanceToSegment(place.point[0], place.point[1], from, to) - reachAt(place.pressure, place.tilt);
  const placeAt = (i: number): Place => ({
    at: i,
    point: points[i]!,
    pressure: pressure?.[i] ?? EVEN,
    tilt: tilt?.[i] ?? UPRIGHT,
  });

  // Most segments are far away: four comparisons rule them out.
  const near = grow(way, reachAt(pressure ? 1 : EVEN, tilt ? 1 : UPRIGHT));
  const isFar = ([ax, ay]: Point, [bx, by]: Point) =>
    (ax < near.minX && bx < near.minX) ||
    (ax > near.maxX && bx > near.maxX) ||
    (ay < near.minY && by < near.minY) ||
    (ay > near.maxY && by > near.maxY);

  const runs: Place[][] = [];
  let run: Place[] = [];
  const keep = (place: Place) => {
    if (run.at(-1)?.at !== place.at) run.push(place);
  };
  const cut = () => {
    if (run.length > 0) runs.push(run);
    run = [];
  };
  let touched = false;
  for (let i = 0; i < points.length; i++) {
    const here = placeAt(i);
    if (isFar(points[Math.max(0, i - 1)]!, here.point)) {
      keep(here);
      continue;
    }
    const gap = i > 0 ? gapBetween(placeAt(i - 1), here, depth) : undefined;
    if (gap) {
      touched = true;
      if (gap.enter) keep(rounded(gap.enter, decimals));
      cut();
      if (gap.leave) keep(rounded(gap.leave, decimals));
    }
    if (depth(here) >= 0) keep(here);
    else touched = true;
  }
  cut();
  if (!touched) return [stroke];
  return runs.filter((one) => isSeen(one, CRUMB / zoom)).map((one) => strokeOf(stroke, one));
}

/**
 * The erased part between two points: where it begins and where it ends, each undefined where the point itself
 * is erased. There is at most one such part, because the depth is a convex function of the place (a distance to
 * a convex shape, minus a linear function).
 */
function gapBetween(
  a: Place,
  b: Place,
  depth: (place: Place) => number,
): { readonly enter: Place | undefined; readonly leave: Place | undefined } | undefined {
  const at = (t: number) => between(a, b, t);
  const [first, last] = [depth(a), depth(b)];
  let deepest = first < last ? 0 : 1;
  if (first >= 0 && last >= 0) {
    deepest = lowest((t) => depth(at(t)));
    if (depth(at(deepest)) >= 0) return undefined;
  }
  const enter = first >= 0 ? at(edge((t) => depth(at(t)), 0, deepest)) : undefined;
  const leave = last >= 0 ? at(edge((t) => depth(at(t)), 1, deepest)) : undefined;
  return { enter, leave };
}

/** The place in 0..1 where a convex function is lowest. */
function lowest(f: (t: number) => number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < HALVINGS; i++) {
    const third = (high - low) / 3;
    if (f(low + third) < f(high - third)) high -= third;
    else low += third;
  }
  return (low + high) / 2;
}

/**
 * The last place between `outside`, where `f` is not negative, and `inside`, where it is, at which `f` is not
 * negative.
 */
function edge(f: (t: number) => number, outside: number, inside: number): number {
  let [good, bad] = [outside, inside];
  for (let i = 0; i < HALVINGS; i++) {
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

/** A cut as it is stored. Points of the stroke stay unchanged. */
function rounded(place: Place, decimals: number): Place {
  if (Number.isInteger(place.at)) return place;
  const [x, y] = place.point;
  return {
    at: place.at,
    point: [roundTo(x, decimals), roundTo(y, decimals)],
    pressure: roundTo(place.pressure, PRESSURE_DECIMALS),
    tilt: roundTo(place.tilt, PRESSURE_DECIMALS),
  };
}

/** True if enough of the stroke remains to keep it. */
function isSeen(run: readonly Place[], crumb: number): boolean {
  let length = 0;
  for (let i = 1; i < run.length && length < crumb; i++) {
    const [a, b] = [run[i - 1]!.point, run[i]!.point];
    length += Math.hypot(b[0] - a[0], b[1] - a[1]);
  }
  return length >= crumb;
}

/** The part of the stroke at these places, with all else that the stroke has. */
function strokeOf(stroke: Stroke, run: readonly Place[]): Stroke {
  // Rounding may have moved a cut onto its neighbour.
  const isCut = ({ at }: Place) => !Number.isInteger(at);
  const kept = run.filter((place, i) => {
    const before = run[i - 1];
    if (!before || !(isCut(place) || isCut(before))) return true;
    return place.point[0] !== before.point[0] || place.point[1] !== before.point[1];
  });
  const points = kept.map(({ point }) => point);
  return {
    ...stroke,
    points,
    ...(stroke.pressure && { pressure: kept.map(({ pressure }) => pressure) }),
    ...(stroke.tilt && { tilt: kept.map(({ tilt }) => tilt) }),
  };
}
