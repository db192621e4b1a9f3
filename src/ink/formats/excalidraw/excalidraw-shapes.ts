/** Excalidraw's lines, arrows and outlines as runs of points, relative to the element's position. */
import type { Point } from '../../../core/drawing/types.ts';
import { arcToCubics, flattenCubic } from '../common/flatten.ts';
import { numberOf } from './excalidraw-format.ts';

type Element = Record<string, unknown>;

/** Radius of a rounded corner: a part of the shorter side, up to a limit. */
const CORNER = 0.25;
const CORNER_MAX = 32;

/**
 * The runs of points of an element.
 * @throws Refused if it is damaged
 */
export function outlineOf(
  type: string,
  element: Element,
  points: readonly Point[] | undefined,
  index: number,
): Point[][] {
  const round = element.roundness !== null && typeof element.roundness === 'object';
  if (type === 'line' || type === 'arrow') {
    return [curveThrough(points ?? [[0, 0]], round || element.strokeSharpness === 'round')];
  }
  const width = numberOf(element.width, index, 'width');
  const height = numberOf(element.height, index, 'height');
  const corner = round ? Math.min(CORNER_MAX, CORNER * Math.min(Math.abs(width), Math.abs(height))) : 0;
  if (type === 'ellipse') return [ellipse(width, height)];
  if (type === 'diamond') {
    const [x, y] = [width / 2, height / 2];
    return [
      closed(
        [
          [x, 0],
          [width, y],
          [x, height],
          [0, y],
        ],
        corner,
      ),
    ];
  }
  return [
    closed(
      [
        [0, 0],
        [width, 0],
        [width, height],
        [0, height],
      ],
      corner,
    ),
  ];
}

/** The curve that Excalidraw draws through the points of a rounded line (Catmull-Rom). */
function curveThrough(points: readonly Point[], round: boolean): Point[] {
  const [first] = points;
  if (!first || !round || points.length < 3) return [...points];
  const run: Point[] = [first];
  const at = (i: number): Point => points[Math.min(points.length - 1, Math.max(0, i))] ?? first;
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const c1: Point = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const c2: Point = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6];
    flattenCubic(b, c1, c2, c, run);
  }
  return run;
}

function ellipse(width: number, height: number): Point[] {
  const [rx, ry] = [width / 2, height / 2];
  const run: Point[] = [[width, ry]];
  let from: Point = [width, ry];
  for (const to of [
    [0, ry],
    [width, ry],
  ] as const) {
    for (const [c1, c2, end] of arcToCubics(from, [rx, ry], 0, false, true, to)) {
      flattenCubic(from, c1, c2, end, run);
      from = end;
    }
  }
  return run;
}

/** A closed run around all corners, each replaced by a curve that begins and ends this far from it. */
function closed(corners: readonly Point[], cut: number): Point[] {
  if (cut === 0) return [...corners, ...corners.slice(0, 1)];
  const run: Point[] = [];
  for (const [i, corner] of corners.entries()) {
    const before = corners[(i + corners.length - 1) % corners.length]!;
    const after = corners[(i + 1) % corners.length]!;
    const [from, to] = [towards(corner, before, cut), towards(corner, after, cut)];
    run.push(from);
    flattenCubic(from, towards(corner, before, cut / 3), towards(corner, after, cut / 3), to, run);
  }
  return [...run, ...run.slice(0, 1)];
}

function towards([x, y]: Point, [tx, ty]: Point, by: number): Point {
  const length = Math.hypot(tx - x, ty - y) || 1;
  return [x + ((tx - x) * by) / length, y + ((ty - y) * by) / length];
}
