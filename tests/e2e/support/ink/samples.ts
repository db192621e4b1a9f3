/** Real strokes as a hand would draw them on the screen, and whether what is stored is what was drawn. */
import assert from 'node:assert/strict';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';

/** What a device sent of one stroke, from pen down to pen up; CSS px in the canvas. */
export interface Samples {
  readonly points: readonly Point[];
  /** 0..1 each; undefined for a device that measures none. */
  readonly pressure: readonly number[] | undefined;
}

/** CSS px in the canvas, clear of what floats over its edges. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What the engine promises: every sample lies this close to what is stored, in CSS px at the zoom it was drawn at. */
const CLOSE = 0.15;

let given = 0;

/**
 * The next `n` strokes of recorded sketches, each moved into the area and made smaller where it does not fit, with
 * every sample that was recorded. Two calls never give the same stroke.
 */
export function realSamples(n: number, area: Area): Samples[] {
  const strokes = realStrokes(given + n).slice(given);
  given += n;
  return strokes.map((stroke, i) => place(stroke, area, given - n + i));
}

function place(stroke: Stroke, area: Area, i: number): Samples {
  const xs = stroke.points.map(([x]) => x);
  const ys = stroke.points.map(([, y]) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const scale = Math.min(1, (area.width * 0.5) / (width || 1), (area.height * 0.5) / (height || 1));
  // Golden-ratio steps: no two strokes begin at the same place, and they spread evenly.
  const dx = area.x + ((i * 0.618) % 1) * (area.width - width * scale);
  const dy = area.y + ((i * 0.755) % 1) * (area.height - height * scale);
  const points = stroke.points.map(
    ([x, y]): Point => [tenth((x - left) * scale + dx), tenth((y - top) * scale + dy)],
  );
  return { points, pressure: stroke.pressure };
}

function tenth(v: number): number {
  return Math.round(v * 10) / 10;
}

/**
 * Holds stored strokes to what was drawn at 100 % with the paper where it begins: as many, in the same order, and
 * every sample close to its own stroke.
 */
export function assertDrawn(stored: readonly Stroke[], drawn: readonly Samples[], from = 0): void {
  assert.equal(stored.length - from, drawn.length, 'as many strokes as were drawn');
  for (const [i, { points }] of drawn.entries()) {
    const stroke = stored[from + i];
    assert.ok(stroke);
    const far = farthest(points, stroke.points);
    assert.ok(far <= CLOSE, `stroke ${from + i}: a sample lies ${far.toFixed(2)} px from what is stored`);
    assert.ok(
      farthest(stroke.points, points) <= bulge(points),
      `stroke ${from + i} goes where no sample was`,
    );
  }
}

/** Which of the drawn strokes is the stored one? -1 for none. */
export function matching(stroke: Stroke, drawn: readonly Samples[]): number {
  return drawn.findIndex(
    ({ points }) =>
      farthest(points, stroke.points) <= CLOSE && farthest(stroke.points, points) <= bulge(points),
  );
}

/** Between samples the engine lays a curve, which leaves the straight line by a part of the step at most. */
function bulge(points: readonly Point[]): number {
  let longest = 0;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1]!, points[i]!];
    longest = Math.max(longest, Math.hypot(b[0] - a[0], b[1] - a[1]));
  }
  return CLOSE + longest / 2;
}

/** The greatest distance of a point of `points` from the line through `line`. */
function farthest(points: readonly Point[], line: readonly Point[]): number {
  return Math.max(...points.map((point) => distance(point, line)));
}

function distance([px, py]: Point, line: readonly Point[]): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < line.length; i++) {
    const [ax, ay] = line[i]!;
    const [bx, by] = line[i + 1] ?? line[i]!;
    const [dx, dy] = [bx - ax, by - ay];
    const squared = dx * dx + dy * dy;
    const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / squared));
    least = Math.min(least, Math.hypot(px - ax - t * dx, py - ay - t * dy));
  }
  return least;
}
