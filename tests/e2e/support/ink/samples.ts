/** Real strokes as pointer samples on the screen, and checks that what is stored is what was drawn. */
import assert from 'node:assert/strict';
import type { Point, Stroke } from '../../../../src/core/drawing/types.ts';
import { realStrokes } from '../../../support/drawing/strokes.ts';

/** The samples of one stroke, from pen down to pen up; CSS px in the canvas. */
export interface Samples {
  readonly points: readonly Point[];
  /** 0..1 for each sample; undefined for a device without pressure. */
  readonly pressure: readonly number[] | undefined;
}

/** A part of the canvas that nothing floats over, CSS px in the canvas. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The engine's promise: every sample lies this close to the stored line, CSS px at the zoom of the drawing. */
const CLOSE = 0.15;

let given = 0;

/**
 * The next `n` strokes of recorded sketches with every recorded sample, each moved into the area, and made
 * smaller if it does not fit. No two calls return the same stroke.
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
 * Expects the stored strokes to be the drawn ones: as many, in the same order, and every sample close to its
 * own stroke. For a view at 100 %, with the paper's origin at its corner.
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

/** Index of the drawn stroke that the stored one matches; -1 for none. */
export function matching(stroke: Stroke, drawn: readonly Samples[]): number {
  return drawn.findIndex(
    ({ points }) =>
      farthest(points, stroke.points) <= CLOSE && farthest(stroke.points, points) <= bulge(points),
  );
}

/** How far the engine's curve between samples can leave the straight line: at most a part of the distance. */
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
