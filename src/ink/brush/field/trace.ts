/** The trace of a stroke: its points at one scale, as few as the eye needs. */
import { type Brush, EVEN, UPRIGHT } from '../brush.ts';
import type { FlatStroke } from '../flat-stroke.ts';
import { bend, bendOf } from './rounding.ts';
import { makeRoom, measure, onGrid, type Trace } from './trace-points.ts';

/** Points closer than this to the one before are left out, px, whatever the brush. */
const NEAR = 0.5;
/** However wide the stroke, points this far apart are all kept, px: a point less must not move a wide edge. */
const APART = 6;
/** And those where the radius differs by so much, px. */
const WIDER = 1;
/** And only those whose pressure and lean differ by less, where a brush reads them. */
const ALIKE = 1 / 32;

/**
 * True if a point so far from the one before may be left out, unless it is the last.
 * @param dr how much its radius differs
 * @param spacing the brush's
 */
export function isNear(dx: number, dy: number, dr: number, radius: number, spacing: number): boolean {
  const near = Math.max(NEAR, Math.min(APART, spacing * radius));
  const alike = Math.min(near, WIDER);
  return dx * dx + dy * dy < near * near && dr < alike && dr > -alike;
}

/** True if pressure and lean differ so little that a point may be left out where a brush reads them. */
export function isAlike(pressure: number, lean: number): boolean {
  return pressure < ALIKE && pressure > -ALIKE && lean < ALIKE && lean > -ALIKE;
}

/** True if a brush reads what changes along a line. */
export function readsVariation({ reads }: Brush): boolean {
  return reads.includes('pressure') || reads.includes('lean');
}

const trace: Trace = {
  count: 0,
  x: new Float64Array(0),
  y: new Float64Array(0),
  radius: new Float64Array(0),
  pressure: new Float64Array(0),
  lean: new Float64Array(0),
  way: new Float64Array(0),
};

/**
 * The trace of the stroke, in shared arrays: valid until the next call. It begins at the stroke's first point wherever
 * one looks, so that each part of a picture is drawn from the same pieces.
 * @param scale device px per drawing unit
 */
export function traceOf(stroke: FlatStroke, brush: Brush, scale: number): Trace {
  const { pool, at, count, pressed, tilted, per, size } = stroke;
  makeRoom(trace, count);
  let { x, y, radius, pressure, lean } = trace;
  const { spacing, bends } = brush;
  const varies = readsVariation(brush);
  const isMeasured = brush.reads.includes('along');
  const across = size * scale;
  const pressureAt = at + 2 * count;
  const tiltAt = pressed ? pressureAt + count : pressureAt;
  const even = across * brush.radius(EVEN, UPRIGHT);
  let n = 0;
  for (let i = 0; i < count; i++) {
    const px = onGrid(pool[at + 2 * i]! / per, scale);
    const py = onGrid(pool[at + 2 * i + 1]! / per, scale);
    let r = even;
    let press = EVEN;
    let tilt = UPRIGHT;
    if (pressed || tilted) {
      if (pressed) press = pool[pressureAt + i]! / per;
      if (tilted) tilt = pool[tiltAt + i]! / per;
      r = across * brush.radius(press, tilt);
    }
    if (n > 0 && i < count - 1 && isNear(px - x[n - 1]!, py - y[n - 1]!, r - radius[n - 1]!, r, spacing)) {
      if (!varies || isAlike(press - pressure[n - 1]!, tilt - lean[n - 1]!)) continue;
    }
    const reach = bends && n > 1 ? bendOf(x[n - 2]!, y[n - 2]!, x[n - 1]!, y[n - 1]!, px, py, scale) : 0;
    if (reach > 0) {
      n = bend(trace, n, reach, [px, py, r, press, tilt]);
      makeRoom(trace, n + count - i);
      ({ x, y, radius, pressure, lean } = trace);
    }
    x[n] = px;
    y[n] = py;
    radius[n] = r;
    pressure[n] = press;
    lean[n] = tilt;
    if (isMeasured) measure(trace, n);
    n += 1;
  }
  trace.count = n;
  return trace;
}
