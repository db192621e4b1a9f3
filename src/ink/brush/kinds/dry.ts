/**
 * The dry brush: bristles with little paint, which leave streaks along the stroke, on the hills of the paper. Pressure
 * brings more of it onto the paper.
 */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius } from '../brush.ts';
import { grainAt, placeIn, plainGrain } from '../grain/grain.ts';
import { hash, SIDE } from '../grain/heights.ts';
import { between, FULL, fillTable } from './fixed.ts';
import { pen } from './pen.ts';

/** The darkest that it gets, 256ths of a step. */
const DARK = Math.round(FULL * 0.95);
/** How deep a bristle reaches: at no pressure and without paint, and what pressure and paint add. */
const DEPTH = { least: -0.3, pressed: 0.7, paint: 0.9 };
const CONTRAST = 3;
/** Bristles: one for so much of the size, drawing units; and after how much of the stroke one changes, times the size. */
const BRISTLE = { units: 0.7, least: 8, run: 1.6 };

/** Steps from one texel of the paint to the next. */
const STEPS = 256;

const radius = () => 0.5;

/** By the height of the grain: how much dark it takes, 256ths of a step. */
const teeth = new Int32Array(256);
fillTable(teeth, 0, FULL * CONTRAST);

function shade(field: Field, { size, scale, seed, isPressed }: InkStyle): void {
  const { values, covers, runs, runsEnd, left: fieldLeft, top, width } = field;
  const { across, along, pressure } = field.planes;
  const { heights, period } = grainAt('coarse', scale);
  const paint = plainGrain('fine').heights;
  const mask = SIDE - 1;
  const wholeMask = SIDE * SIDE - 1;
  const bristles = (STEPS * Math.max(BRISTLE.least, Math.min(size, size / scale) / BRISTLE.units)) / 2;
  const perRun = STEPS / (BRISTLE.run * size + 6 * scale);
  // 256ths of a step for 256ths of one of the 255 heights of paint, times 256.
  const perLoad = Math.round(256 * CONTRAST * DEPTH.paint);
  const first = hash(seed, 0, 0);
  const firstX = first & mask;
  const firstY = (first >>> 8) & mask;
  const plain = Math.round(FULL * reachAt(EVEN));
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
        covers[i] = 0;
        continue;
      }
      const reach = isPressed ? (FULL * reachAt(pressure[i]!)) | 0 : plain;
      // Between four texels of the paint, in whole numbers: 256 steps from one to the next.
      const u = ((across[i]! + 1) * bristles) | 0;
      const w = (along[i]! * perRun) | 0;
      const left = ((u >> 8) + firstX) & mask;
      const right = (left + 1) & mask;
      const here = (((w >> 8) + firstY) & mask) * SIDE;
      const next = (here + SIDE) & wholeMask;
      const a = paint[here + left]!;
      const b = paint[next + left]!;
      const before = (a << 8) + Math.imul(u & 255, paint[here + right]! - a);
      const after = (b << 8) + Math.imul(u & 255, paint[next + right]! - b);
      const load = before + (Math.imul(w & 255, after - before) >> 8);
      let dark = between(reach + (Math.imul(load, perLoad) >> 8) - teeth[height]!, DARK);
      if (v > -0.5) dark = ((0.5 - v) * dark) | 0;
      covers[i] = (dark + 128) >> 8;
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
