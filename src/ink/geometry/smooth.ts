/**
 * Points of a curve between samples. Where a device sends few samples (a fast finger at 60 a second), straight
 * lines between them would show as facets. Samples never move, corners stay corners, and straight lines stay
 * straight.
 */
import type { StrokeSamples } from './stroke-samples.ts';

/** Distance between two points of the curve, CSS px. Samples closer than this need none. */
const SPACING = 4;
const BETWEEN_MAX = 24;
/** Cosine of the turning angle at which a sample counts as a corner: 60 degrees. */
const CORNER = 0.5;

/**
 * Appends to `out` the points between samples `i` and `i + 1`, without those two, on the curve through them and
 * their neighbours. `zoom` is CSS px per drawing unit.
 */
export function curveBetween(samples: StrokeSamples, i: number, zoom: number, out: StrokeSamples): void {
  const { x, y, pressure, tilt } = samples;
  const x0 = x[i]!;
  const y0 = y[i]!;
  const x1 = x[i + 1]!;
  const y1 = y[i + 1]!;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const between = Math.min(BETWEEN_MAX, Math.floor((length * zoom) / SPACING) - 1);
  if (between < 1) return;
  const start = tangent(samples, i, i);
  const end = tangent(samples, i + 1, i);
  for (let step = 1; step <= between; step++) {
    const t = step / (between + 1);
    const t2 = t * t;
    const t3 = t2 * t;
    const a = 2 * t3 - 3 * t2 + 1;
    const b = (t3 - 2 * t2 + t) * length;
    const c = 3 * t2 - 2 * t3;
    const d = (t3 - t2) * length;
    out.x.push(a * x0 + b * start.x + c * x1 + d * end.x);
    out.y.push(a * y0 + b * start.y + c * y1 + d * end.y);
    if (pressure.length > 0) out.pressure.push(pressure[i]! + t * (pressure[i + 1]! - pressure[i]!));
    if (tilt.length > 0) out.tilt.push(tilt[i]! + t * (tilt[i + 1]! - tilt[i]!));
  }
}

/**
 * Unit direction of the curve at sample `at`. At a corner or an end, the direction of the segment that begins
 * at sample `piece`.
 */
function tangent({ x, y }: StrokeSamples, at: number, piece: number): { x: number; y: number } {
  const along = direction(x, y, piece);
  if (at === 0 || at === x.length - 1) return along;
  const before = direction(x, y, at - 1);
  const after = direction(x, y, at);
  if (before.x * after.x + before.y * after.y < CORNER) return along;
  // Weighted by the other segment's length: on a circle this is the tangent, however the samples are spaced.
  const tx = before.x * after.length + after.x * before.length;
  const ty = before.y * after.length + after.y * before.length;
  const length = Math.hypot(tx, ty);
  return length === 0 ? along : { x: tx / length, y: ty / length };
}

function direction(x: readonly number[], y: readonly number[], i: number) {
  const dx = x[i + 1]! - x[i]!;
  const dy = y[i + 1]! - y[i]!;
  const length = Math.hypot(dx, dy);
  return length === 0 ? { x: 0, y: 0, length } : { x: dx / length, y: dy / length, length };
}
