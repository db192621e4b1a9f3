/**
 * The shape of a stroke as a canvas path in drawing units: a line to be stroked where the width is
 * constant, an outline to be filled where pressure varies it. The drawn line is exactly the stored one.
 */
import type { Stroke } from '../../core/drawing/types.ts';
import { EVEN, UPRIGHT } from '../brush/brush.ts';
import { brushOf } from '../brush/brushes.ts';

/** The part of a canvas that a path is built with: a Path2D or a context. */
export type PathSink = Pick<CanvasPath, 'moveTo' | 'lineTo' | 'arc'>;

// Outlines are not closed: filling closes them, and Chromium walks the whole path at each closePath.

/** True if this stroke's path is filled, false if it is stroked. */
export function isOutline({ points, pressure }: Stroke): boolean {
  return pressure !== undefined || isOnePlace(points);
}

/**
 * True if all points are the same place. A canvas skips lines of no length, round ends included (HTML standard,
 * "trace a path"), so such a stroke is drawn as a dot.
 */
function isOnePlace(points: Stroke['points']): boolean {
  const [first] = points;
  return points.every(([x, y]) => x === first?.[0] && y === first[1]);
}

/** Builds the path of a stroke. A stroke that stays in one place becomes a dot. */
export function traceStroke(stroke: Stroke, path: PathSink): void {
  const { points, pressure, size } = stroke;
  const [first] = points;
  if (!first) return;
  if (!pressure) {
    if (isOnePlace(points)) {
      addDot(path, first[0], first[1], size / 2);
      return;
    }
    path.moveTo(first[0], first[1]);
    for (let i = 1; i < points.length; i++) path.lineTo(points[i]![0], points[i]![1]);
    return;
  }
  let [x, y] = first;
  const brush = brushOf(stroke.tool);
  let radius = size * brush.radius(pressure[0] ?? EVEN, UPRIGHT);
  addDot(path, x, y, radius);
  for (let i = 1; i < points.length; i++) {
    const [nextX, nextY] = points[i]!;
    const nextRadius = size * brush.radius(pressure[i] ?? EVEN, UPRIGHT);
    addSegment(path, x, y, radius, nextX, nextY, nextRadius);
    x = nextX;
    y = nextY;
    radius = nextRadius;
  }
}

export function addDot(path: PathSink, x: number, y: number, radius: number): void {
  path.moveTo(x + radius, y);
  path.arc(x, y, radius, 0, 2 * Math.PI);
}

/**
 * A piece that tapers from one round end to the other, without the first end (the piece before drew it).
 * All parts turn the same way, so that a nonzero fill is their union.
 */
export function addSegment(
  path: PathSink,
  x0: number,
  y0: number,
  r0: number,
  x1: number,
  y1: number,
  r1: number,
): void {
  const dx = x1 - x0;
  const dy = y1 - y0;
  const length = Math.hypot(dx, dy);
  if (length > Math.abs(r1 - r0)) {
    // The normals of the two common tangents, which lean towards the thinner end.
    const lean = (r0 - r1) / length;
    const across = Math.sqrt(1 - lean * lean);
    const ux = dx / length;
    const uy = dy / length;
    const ax = ux * lean + uy * across;
    const ay = uy * lean - ux * across;
    const bx = ux * lean - uy * across;
    const by = uy * lean + ux * across;
    path.moveTo(x0 + ax * r0, y0 + ay * r0);
    path.lineTo(x1 + ax * r1, y1 + ay * r1);
    path.lineTo(x1 + bx * r1, y1 + by * r1);
    path.lineTo(x0 + bx * r0, y0 + by * r0);
  }
  addDot(path, x1, y1, r1);
}
