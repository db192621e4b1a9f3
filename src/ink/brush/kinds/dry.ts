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
/** Part of the paper's heights that is fine. */
const CRUMBS = 0.55;
/** Bristles: one for so much of the size, drawing units; and after how much of the stroke one changes, times the size. */
const BRISTLE = { units: 0.7, least: 8, run: 1.6 };

const radius = () => 0.5;

function shade(field: Field, { size, scale, seed, isPressed }: InkStyle): void {
  const { values, runs, runsEnd, left, top, width } = field;
  const { across, along, pressure } = field.planes;
  const { heights, period } = grainAt('coarse', scale);
  const crumbs = grainAt('fine', scale).heights;
  const paint = plainGrain('fine').heights;
  const mask = SIDE - 1;
  const bristles = Math.max(BRISTLE.least, Math.min(size, size / scale) / BRISTLE.units) / 2;
  const perRun = 1 / (BRISTLE.run * size + 6 * scale);
  const first = hash(seed, 0, 0);
  const firstX = first & mask;
  const firstY = (first >>> 8) & mask;
  let press = EVEN;
  for (let run = 0; run < runsEnd; run += 2) {
    const from = runs[run]!;
    const to = runs[run + 1]!;
    const y = Math.floor(from / width);
    const row = placeIn(period, top + y) * period;
    let x = placeIn(period, left + from - y * width);
    for (let i = from; i < to; i++) {
      const v = values[i]!;
      const at = row + x;
      if (++x === period) x = 0;
      if (v >= 0.5) {
        values[i] = 0;
        continue;
      }
      if (isPressed) press = pressure[i]!;
      const u = (across[i]! + 1) * bristles + firstX;
      const w = along[i]! * perRun + firstY;
      const u0 = Math.floor(u);
      const w0 = Math.floor(w);
      const fu = u - u0;
      const fw = w - w0;
      const a = u0 & mask;
      const b = (u0 + 1) & mask;
      const upper = (w0 & mask) * SIDE;
      const lower = ((w0 + 1) & mask) * SIDE;
      const here = paint[upper + a]! + fu * (paint[upper + b]! - paint[upper + a]!);
      const next = paint[lower + a]! + fu * (paint[lower + b]! - paint[lower + a]!);
      const load = (here + fw * (next - here)) / 255;
      const height = (heights[at]! * (1 - CRUMBS) + crumbs[at]! * CRUMBS) / 255;
      let dark = (DEPTH.least + DEPTH.pressed * press + DEPTH.paint * load - height) * CONTRAST + 0.5;
      if (dark <= 0) {
        values[i] = 0;
        continue;
      }
      if (dark > DARKEST) dark = DARKEST;
      const inside = 0.5 - v;
      values[i] = inside < 1 ? dark * inside : dark;
    }
  }
}

export const dry: Brush = {
  ...pen,
  tool: 'dry',
  sizes: { least: 6, most: 80 },
  reach: reachOfRadius(radius),
  radius,
  splits: false,
  svg: { named: true },
  reads: ['across', 'along', 'pressure'],
  shade,
};
