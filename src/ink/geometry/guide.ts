/** The guide of a perspective: its horizon, the rays of its vanishing points, and the straight lines that follow it. */
import type { Point } from '../../core/drawing/types.ts';
import type { Position } from './bounds.ts';

/** 1 to 3 vanishing points, drawing units. */
export type Guide = readonly Point[];

/** The least CSS px between two rays; the most is twice as many. */
export const RAY_GAP = 64;
/** How many rays begin at a vanishing point, as a power of two: 16, four of which are upright and level. */
const FEWEST = 4;
/** How far from it they begin, CSS px: around its handle. */
const NEAREST = 24;
const TURN = 2 * Math.PI;

const LEVEL: Position = { x: 1, y: 0 };

/** The points that differ: two in one place are one vanishing point. */
function differing(guide: Guide): Guide {
  return guide.filter(([x, y], i) => guide.findIndex((one) => one[0] === x && one[1] === y) === i);
}

function unit(x: number, y: number): Position | undefined {
  const length = Math.hypot(x, y);
  return length > 0 ? { x: x / length, y: y / length } : undefined;
}

/**
 * The horizon: a point of it, and its direction. With several vanishing points it goes through the two that lie most level
 * to each other; the third is then the one above or below.
 */
export function horizonOf(guide: Guide): { readonly at: Position; readonly along: Position } {
  const points = differing(guide);
  const [x, y] = points[0] ?? [0, 0];
  let horizon = { at: { x, y }, along: LEVEL };
  let slope = Infinity;
  for (const [i, [ax, ay]] of points.entries()) {
    for (const [bx, by] of points.slice(i + 1)) {
      const along = unit(bx - ax, by - ay);
      if (!along || Math.abs(along.y) >= slope) continue;
      slope = Math.abs(along.y);
      horizon = { at: { x: ax, y: ay }, along };
    }
  }
  return horizon;
}

/** Directions of edges that have no vanishing point: level and upright ones with one point, upright ones with two. */
function parallels(guide: Guide): readonly Position[] {
  const count = differing(guide).length;
  const { along } = horizonOf(guide);
  const upright = { x: -along.y, y: along.x };
  return count === 1 ? [along, upright] : count === 2 ? [upright] : [];
}

/**
 * The end of a straight line, moved at a right angle onto the direction of the guide that the line is nearest to: towards
 * a vanishing point, away from it, or along the edges that have none.
 * @param from where the line begins, drawing units as all here
 * @param near a line that begins this near to a vanishing point goes wherever it likes: all lines from there are rays
 */
export function snapEnd(from: Position, to: Position, guide: Guide, near = 0): Position {
  const rays: Position[] = [];
  for (const [x, y] of guide) {
    const towards = unit(x - from.x, y - from.y);
    if (!towards || Math.hypot(x - from.x, y - from.y) <= near) return to;
    rays.push(towards);
  }
  let [way, along]: [Position | undefined, number] = [undefined, 0];
  for (const one of [...rays, ...parallels(guide)]) {
    const length = (to.x - from.x) * one.x + (to.y - from.y) * one.y;
    if (way && Math.abs(length) <= Math.abs(along)) continue;
    [way, along] = [one, length];
  }
  return way ? { x: from.x + along * way.x, y: from.y + along * way.y } : to;
}

/** Where a line from `a` in a direction of unit length is inside the box; undefined if nowhere. Lengths along it. */
export function withinBox(
  a: Position,
  way: Position,
  { width, height }: { readonly width: number; readonly height: number },
): { readonly from: number; readonly to: number } | undefined {
  let [from, to] = [-Infinity, Infinity];
  for (const [start, by, most] of [
    [a.x, way.x, width],
    [a.y, way.y, height],
  ] as const) {
    if (by === 0) {
      if (start < 0 || start > most) return undefined;
      continue;
    }
    const [one, other] = [-start / by, (most - start) / by];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from < to ? { from, to } : undefined;
}

/**
 * The rays of a vanishing point inside a box: nowhere more than twice `RAY_GAP` apart, and less than that only near the
 * point. Each has an angle of its own, and half of them begin farther out than the others, by a rule that knows nothing of
 * the box: while the box moves, no ray moves on the paper, and none comes or goes.
 * @param x where the point is, CSS px from the corner of the box; so are the results
 * @returns four numbers for each piece: from x, y to x, y
 */
export function raysIn(
  x: number,
  y: number,
  box: { readonly width: number; readonly height: number },
): number[] {
  const corners = [0, box.width].flatMap((cx) => [0, box.height].map((cy) => [cx - x, cy - y] as const));
  const far = Math.max(...corners.map(([cx, cy]) => Math.hypot(cx, cy)));
  const isInside = x >= 0 && y >= 0 && x <= box.width && y <= box.height;
  // Angles from the middle of the box, which is never behind: so none of them jumps by a whole turn.
  const middle = Math.atan2(box.height / 2 - y, box.width / 2 - x);
  const turned = (angle: number) => angle - TURN * Math.round(angle / TURN);
  const angles = corners.map(([cx, cy]) => turned(Math.atan2(cy, cx) - middle));
  const [least, most] = isInside ? [0, TURN] : [middle + Math.min(...angles), middle + Math.max(...angles)];
  const rays: number[] = [];
  for (let level = FEWEST; ; level++) {
    const step = TURN / 2 ** level;
    const start = level === FEWEST ? NEAREST : RAY_GAP / step;
    if (start >= far) return rays;
    const first = Math.ceil(least / step);
    for (let i = first; isInside ? i < 2 ** level : i * step <= most; i++) {
      // The even ones began nearer.
      if (level > FEWEST && i % 2 === 0) continue;
      const way = { x: Math.cos(i * step), y: Math.sin(i * step) };
      const piece = withinBox({ x, y }, way, box);
      if (!piece || piece.to <= start) continue;
      const from = Math.max(start, piece.from);
      rays.push(x + from * way.x, y + from * way.y, x + piece.to * way.x, y + piece.to * way.y);
    }
  }
}
