/**
 * How dark a stroke is for its pressure and lean: a filter knows neither. It is measured on the painter itself, so that both
 * always agree.
 */
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Brush, EVEN, type Field, UPRIGHT } from '../../brush/brush.ts';

/** Px along the stroke of what is measured: enough that all heights of the grain are in it. */
const LENGTH = 128;
/** A broader stroke is measured as one of this size, where its edges hardly count, px. */
const SIZE_MAX = 48;
/** Steps of pressure and lean from 0 to 1. */
const STEPS = 16;
/** Points of a stroke that are looked at, at most. */
const POINTS = 16;

const measured = new Map<string, number>();

/** The mean darkness of a stroke, times that of one of the same size without pressure and tilt; 1 for brushes that read neither. */
export function toneOf(brush: Brush, { size, points, pressure, tilt }: Stroke): number {
  const reads = (plane: 'pressure' | 'lean') => brush.reads.includes(plane);
  const [presses, leans] = [reads('pressure') ? pressure : undefined, reads('lean') ? tilt : undefined];
  if (!presses && !leans) return 1;
  const every = Math.ceil(points.length / POINTS);
  let [sum, count] = [0, 0];
  for (let i = 0; i < points.length; i += every) {
    sum += darkness(brush, size, presses?.[i], leans?.[i]);
    count += 1;
  }
  return sum / count / darkness(brush, size, undefined, undefined);
}

/** The mean cover of a straight stroke, 0..255. */
function darkness(
  brush: Brush,
  size: number,
  pressed: number | undefined,
  leaned: number | undefined,
): number {
  const px = Math.max(1, Math.round(Math.min(size, SIZE_MAX)));
  const [pressure, lean] = [stepped(pressed), stepped(leaned)];
  const key = `${brush.tool} ${px} ${pressure} ${lean}`;
  const known = measured.get(key);
  if (known !== undefined) return known;
  const radius = px * brush.radius(pressure ?? EVEN, lean ?? UPRIGHT);
  const field = crossSection(radius, pressure ?? EVEN, lean ?? UPRIGHT);
  const [isPressed, isTilted] = [pressure !== undefined, lean !== undefined];
  brush.shade(field, { size: px, scale: 1, seed: 0, isPressed, isTilted });
  const mean = field.covers.reduce((sum, cover) => sum + cover, 0) / field.covers.length;
  measured.set(key, mean);
  return mean;
}

function stepped(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value * STEPS) / STEPS;
}

/** A piece of a level stroke, from edge to edge. */
function crossSection(radius: number, pressure: number, lean: number): Field {
  const height = Math.max(1, Math.round(2 * radius));
  const length = LENGTH * height;
  const plane = (of: (x: number, y: number) => number) =>
    Float32Array.from({ length }, (_, i) => of(i % LENGTH, Math.floor(i / LENGTH)));
  const beside = (y: number) => y + 0.5 - height / 2;
  return {
    values: plane((_, y) => Math.abs(beside(y)) - radius),
    covers: new Uint8Array(length),
    planes: {
      across: plane((_, y) => beside(y) / radius),
      along: plane((x) => x),
      pressure: plane(() => pressure),
      lean: plane(() => lean),
    },
    runs: Int32Array.from({ length: 2 * height }, (_, i) => ((i + 1) >> 1) * LENGTH),
    runsEnd: 2 * height,
    left: 0,
    top: 0,
    width: LENGTH,
  };
}
