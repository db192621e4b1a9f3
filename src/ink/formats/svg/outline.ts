/**
 * The outline of a stroke whose width follows the pressure: ribbons with round ends. At gentle turns neighbours
 * share an edge, and two corners for each point are enough. At sharp turns, or where the width jumps, the
 * ribbon ends in a disc and the next one begins there. All parts turn clockwise on the screen, so that a
 * nonzero fill is their union, as on the canvas.
 */
import type { Point } from '../../../core/drawing/types.ts';

export interface Disc {
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

export interface Outline {
  readonly ribbons: readonly (readonly Point[])[];
  readonly discs: readonly Disc[];
}

/** Cosine of the sharpest turn at which neighbours share an edge: 25 degrees. */
const GENTLE = Math.cos((25 * Math.PI) / 180);
/** Fastest change of the radius along the line without a disc. */
const SLOPE = 0.25;
/** Points closer than this to the one before count as the same place. */
const STILL = 1e-6;

interface Joint extends Disc {
  /** Unit direction to the next joint; the last joint repeats the one before. */
  ux: number;
  uy: number;
  /** True if a ribbon ends here and another begins. */
  ends: boolean;
}

/** @param radii one for each point */
export function outline(points: readonly Point[], radii: readonly number[]): Outline {
  const { joints, discs } = jointsOf(points, radii);
  const last = joints.length - 1;
  for (let i = 1; i < last; i++) {
    const [before, here] = [joints[i - 1]!, joints[i]!];
    here.ends ||= before.ux * here.ux + before.uy * here.uy < GENTLE;
  }
  for (let i = 0; i < last; i++) {
    const [here, next] = [joints[i]!, joints[i + 1]!];
    const length = Math.hypot(next.x - here.x, next.y - here.y);
    if (Math.abs(next.r - here.r) > SLOPE * length) here.ends = next.ends = true;
  }
  // Inside a tight turn, an edge that runs backwards would cut a hole.
  for (let again = true; again; ) {
    again = false;
    for (let i = 0; i < last; i++) {
      const [here, next] = [joints[i]!, joints[i + 1]!];
      if ((here.ends && next.ends) || runsForward(joints, i)) continue;
      here.ends = next.ends = true;
      again = true;
    }
  }
  const ribbons: Point[][] = [];
  for (let from = 0; from < last; ) {
    let to = from + 1;
    while (to < last && !joints[to]!.ends) to++;
    ribbons.push(ribbon(joints, from, to));
    from = to;
  }
  for (const joint of joints) if (joint.ends) discs.push({ x: joint.x, y: joint.y, r: joint.r });
  return { ribbons, discs };
}

function jointsOf(points: readonly Point[], radii: readonly number[]): { joints: Joint[]; discs: Disc[] } {
  const joints: Joint[] = [];
  const discs: Disc[] = [];
  for (const [i, [x, y]] of points.entries()) {
    const r = radii[i] ?? 0;
    const before = joints.at(-1);
    if (before) {
      const length = Math.hypot(x - before.x, y - before.y);
      if (length < STILL) {
        discs.push({ x, y, r });
        continue;
      }
      before.ux = (x - before.x) / length;
      before.uy = (y - before.y) / length;
    }
    joints.push({ x, y, r, ux: 1, uy: 0, ends: false });
  }
  const [first, last] = [joints[0], joints.at(-1)];
  const near = joints.at(-2);
  if (last && near) [last.ux, last.uy] = [near.ux, near.uy];
  if (first) first.ends = true;
  if (last) last.ends = true;
  return { joints, discs };
}

/** Where the edge lies at joint `i` for the segment `piece`, as a vector from the line to its left. */
function edge(joints: readonly Joint[], i: number, piece: number): Point {
  const along = joints[piece]!;
  const here = joints[i]!;
  if (here.ends) return [along.uy * here.r, -along.ux * here.r];
  const before = joints[i - 1]!;
  const [nx, ny] = [before.uy + here.uy, -before.ux - here.ux];
  // Longer than the radius, because the corner of two edges is farther away than the edges.
  const across = (nx * nx + ny * ny) / 2;
  return [(nx * here.r) / across, (ny * here.r) / across];
}

function runsForward(joints: readonly Joint[], i: number): boolean {
  const [here, next] = [joints[i]!, joints[i + 1]!];
  const [ax, ay] = edge(joints, i, i);
  const [bx, by] = edge(joints, i + 1, i);
  const length = (next.x - here.x) * here.ux + (next.y - here.y) * here.uy;
  const drift = (bx - ax) * here.ux + (by - ay) * here.uy;
  return length + drift > 0 && length - drift > 0;
}

/** Along the left side of the joints `from` to `to`, and back along the right side. */
function ribbon(joints: readonly Joint[], from: number, to: number): Point[] {
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = from; i <= to; i++) {
    const { x, y } = joints[i]!;
    const [ex, ey] = edge(joints, i, Math.min(i, to - 1));
    left.push([x + ex, y + ey]);
    right.push([x - ex, y - ey]);
  }
  return [...left, ...right.reverse()];
}
