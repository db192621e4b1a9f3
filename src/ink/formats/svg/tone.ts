/**
 * How dark a stroke is on the whole. The filter that gives it a texture knows neither its pressure nor its lean nor its
 * streaks, so the opacity of its shape makes up for them: one tone for the whole stroke. The brush itself says which, so
 * that file and canvas agree.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Brush, EVEN, type Field, UPRIGHT } from '../../brush/brush.ts';
import { NO_TIME } from '../../brush/flat-stroke.ts';
import { SIDE } from '../../brush/grain/heights.ts';

/** Where the brush is asked: so many places along the stroke, and across it. */
const ALONG = 128;
const ACROSS = 16;
/** How many of these lie beside each other in a row of the field. */
const PER_ROW = SIDE / ALONG;
/** From one row to the next, px. Odd, so that hills of 2, 4 and 8 px are met everywhere. */
const APART = 31;

/** What the opacity of a stroke's shape is multiplied by; 1 for a brush whose texture does not say what it leaves. */
export function toneOf(brush: Brush, stroke: Stroke): number {
  const { leaves, opacity = 1 } = brush.svg;
  return leaves === undefined ? 1 : coverage(brush, stroke) / (leaves * opacity);
}

/** How much of its shape a stroke covers as it is painted, 0..1. */
function coverage(brush: Brush, stroke: Stroke): number {
  const { size, pressure, tilt, at = NO_TIME } = stroke;
  const field = straighten(brush, stroke);
  const { values, covers, runs } = field;
  const [isPressed, isTilted] = [pressure !== undefined, tilt !== undefined];
  brush.shade(field, { size, scale: 1, seed: Math.max(0, at), isPressed, isTilted });
  let [painted, flat] = [0, 0];
  for (let run = 0; run < runs.length; run += 2) {
    for (let i = runs[run]!; i < runs[run + 1]!; i++) {
      painted += covers[i]! / 255;
      flat += Math.min(1, Math.max(0, 0.5 - values[i]!));
    }
  }
  return painted / flat;
}

/** The whole stroke as if it were straight, squeezed or stretched into the field. */
function straighten(brush: Brush, { size, points, pressure, tilt }: Stroke): Field {
  const field = spread();
  const { values, planes } = field;
  const ways = waysTo(points);
  const way = ways.at(-1)!;
  const reach = size * (tilt ? brush.reach.leaning : pressure ? brush.reach.pressed : brush.reach.even);
  const step = (2 * reach + 2) / ACROSS;
  let point = 0;
  for (let x = 0; x < ALONG; x++) {
    const along = ((x + 0.5) / ALONG) * (way + 2 * reach) - reach;
    while (point < points.length - 1 && ways[point + 1]! <= along) point += 1;
    const beyond = along - Math.min(way, Math.max(0, along));
    const next = Math.min(point + 1, points.length - 1);
    // Between points at one place, and behind the last: 0.
    const part = (along - beyond - ways[point]!) / (ways[next]! - ways[point]!) || 0;
    const there = (of: readonly number[]) => of[point]! + part * (of[next]! - of[point]!);
    const press = pressure ? there(pressure) : EVEN;
    const lean = tilt ? there(tilt) : UPRIGHT;
    const radius = size * brush.radius(press, lean);
    for (let y = 0; y < ACROSS; y++) {
      const i = (Math.floor(y / PER_ROW) * APART * ALONG + x) * PER_ROW + (y % PER_ROW);
      // At a slant, so that all ways are met in which a pixel can lie in a thin stroke.
      const beside = (y - ACROSS / 2 + (x + 0.5) / ALONG) * step;
      values[i] = Math.sqrt(beyond * beyond + beside * beside) - radius;
      planes.across[i] = beside / radius;
      planes.along[i] = along;
      planes.pressure[i] = press;
      planes.lean[i] = lean;
    }
  }
  return field;
}

let known: Field | undefined;

/** A field as large as the grain. Its runs are a few rows all over it, so that the grain is there with all its heights. */
function spread(): Field {
  if (known) return known;
  const plane = () => new Float32Array(SIDE * SIDE);
  const rows = ACROSS / PER_ROW;
  known = {
    values: plane(),
    covers: new Uint8Array(SIDE * SIDE),
    planes: { across: plane(), along: plane(), pressure: plane(), lean: plane() },
    runs: Int32Array.from({ length: 2 * rows }, (_, i) => ((i >> 1) * APART + (i % 2)) * SIDE),
    runsEnd: 2 * rows,
    left: 0,
    top: 0,
    width: SIDE,
  };
  return known;
}

/** The way to each point along those before it. */
function waysTo(points: Stroke['points']): number[] {
  let way = 0;
  return points.map(([x, y], i) => {
    const [fromX, fromY] = points[Math.max(0, i - 1)]!;
    way += Math.hypot(x - fromX, y - fromY);
    return way;
  });
}
