/**
 * The dry brush: bristles with little paint, which leave streaks along the stroke, on the hills of the paper. Pressure
 * brings more of it onto the paper.
 */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius } from '../brush.ts';
import { grainAt, placeIn, plainGrain } from '../grain/grain.ts';
import { hash, SIDE } from '../grain/heights.ts';
import { pen } from './pen.ts';

const DARKEST = 0.95;
/** How deep a bristle reaches: at no pressure and without paint, and what pressure and paint add. */
const DEPTH = { least: -0.3, pressed: 0.7, paint: 0.9 };
const CONTRAST = 3;
/** Bristles: one for so much of the size, drawing units; and after how much of the stroke one changes, times the size. */
const BRISTLE = { units: 0.7, least: 8, run: 1.6 };

/** Steps from one texel of the paint to the next. */
const STEPS = 256;

const radius = () => 0.5;

function shade(field: Field, { size, scale, seed, isPressed }: InkStyle): void {
  const { values, runs, runsEnd, left: fieldLeft, top, width } = field;
  const { across, along, pressure } = field.planes;
  const { heights, period } = grainAt('coarse', scale);
  const paint = plainGrain('fine').heights;
  const mask = SIDE - 1;
  const wholeMask = SIDE * SIDE - 1;
  const bristles = (STEPS * Math.max(BRISTLE.least, Math.min(size, size / scale) / BRISTLE.units)) / 2;
  const perRun = STEPS / (BRISTLE.run * size + 6 * scale);
  const perLoad = (CONTRAST * DEPTH.paint) / (255 * STEPS * STEPS);
  const tooth = CONTRAST / 255;
  const first = hash(seed, 0, 0);
  const firstX = first & mask;
  const firstY = (first >>> 8) & mask;
  let reach = reachAt(EVEN);
  for (let run = 0; run < runsEnd; run += 2) {
    const from = runs[run]!;
    const to = runs[run + 1]!;
    const y = Math.floor(from / width);
    const row = placeIn(period, top + y) * period;
    let x = placeIn(period, fieldLeft + from - y * width);
    for (let i = from; i < to; i++) {
      const v = values[i]!;
      const height = heights[row + x]!;
      if (++x === period) x = 0;
      if (v >= 0.5) {
        values[i] = 0;
        continue;
      }
      if (isPressed) reach = reachAt(pressure[i]!);
      // Between four texels of the paint, in whole numbers: 256 steps from one to the next.
      const u = ((across[i]! + 1) * bristles) | 0;
      const w = (along[i]! * perRun) | 0;
      const left = ((u >> 8) + firstX) & mask;
      const right = (left + 1) & mask;
      const here = (((w >> 8) + firstY) & mask) * SIDE;
      const next = (here + SIDE) & wholeMask;
      const a = paint[here + left]!;
      const b = paint[next + left]!;
      const before = (a << 8) + (u & 255) * (paint[here + right]! - a);
      const after = (b << 8) + (u & 255) * (paint[next + right]! - b);
      const load = (before << 8) + (w & 255) * (after - before);
      const dark = reach + load * perLoad - height * tooth;
      const inside = 0.5 - v;
      values[i] = dark < 0 ? 0 : Math.min(dark, DARKEST) * Math.min(inside, 1);
    }
  }
}

function reachAt(pressure: number): number {
  return CONTRAST * (DEPTH.least + DEPTH.pressed * pressure) + 0.5;
}

export const dry: Brush = {
  ...pen,
  tool: 'dry',
  sizes: { least: 6, most: 80 },
  reach: reachOfRadius(radius),
  radius,
  splits: false,
  svg: {
    named: true,
    opacity: 0.95,
    texture:
      '<feTurbulence type="fractalNoise" baseFrequency=".04 .5" numOctaves="3"/>' +
      '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -9 5"/>' +
      '<feComposite operator="in" in="SourceGraphic"/>',
  },
  spacing: 0.3,
  reads: ['across', 'along', 'pressure'],
  shade,
};
