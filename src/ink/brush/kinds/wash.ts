/**
 * The wash: watercolour. Where it dries last, at its edge, it leaves a tide mark; inside it is pale and uneven, and its
 * grains settle in the valleys of the paper. One sees through it what lies below.
 */
import type { Brush, Field, InkStyle } from '../brush.ts';
import { grainAt, placeIn, plainGrain } from '../grain/grain.ts';
import { SIDE } from '../grain/heights.ts';
import { pen } from './pen.ts';

/** How dark it is inside, what the tide mark adds, and what clouds and valleys change. */
const DARK = { inside: 0.36, tide: 0.46, clouds: 0.2, valleys: 0.14 };
/** How far the tide mark reaches inwards: px, and times the size, but at most so many units. */
const TIDE = { pixels: 1.2, sizes: 0.1, units: 5 };
/** How far the edge runs in and out: times the size, at most so many units. */
const RAGGED = { sizes: 0.1, units: 5 };
/** How far the hills of the paper hold the water back at the edge, px. */
const FRAYED = 1.2;

function shade(field: Field, { size, scale }: InkStyle): void {
  const { values, runs, runsEnd, left, top, width } = field;
  const { heights, period } = grainAt('fine', scale);
  const clouds = plainGrain('cloud').heights;
  const mask = SIDE - 1;
  const perUnit = 1 / scale;
  const ragged = Math.min(RAGGED.sizes * size, RAGGED.units * scale) / 255;
  const frayed = Math.min(RAGGED.sizes * size, FRAYED) / 255;
  const tide = TIDE.pixels + Math.min(TIDE.sizes * size, TIDE.units * scale);
  const perTide = 1 / tide;
  const valleys = DARK.valleys / 255;
  const uneven = DARK.clouds / 255;
  const base = DARK.inside + DARK.clouds / 2 - DARK.valleys / 2;
  for (let run = 0; run < runsEnd; run += 2) {
    const from = runs[run]!;
    const to = runs[run + 1]!;
    const y = Math.floor(from / width);
    const row = placeIn(period, top + y) * period;
    let x = placeIn(period, left + from - y * width);
    // Clouds lie on the paper: a texel is a drawing unit.
    const cloudY = (top + y + 0.5) * perUnit;
    const y0 = Math.floor(cloudY);
    const fy = cloudY - y0;
    const upper = (y0 & mask) * SIDE;
    const lower = ((y0 + 1) & mask) * SIDE;
    const begin = left - y * width + 0.5;
    // The clouds left and right of the pixel, in a column of texels.
    let column = Number.NaN;
    let before = 0;
    let after = 0;
    for (let i = from; i < to; i++) {
      const v = values[i]!;
      const height = heights[row + x]!;
      if (++x === period) x = 0;
      if (v >= 0.5) {
        values[i] = 0;
        continue;
      }
      const cloudX = (begin + i) * perUnit;
      const x0 = Math.floor(cloudX);
      if (x0 !== column) {
        const b = (x0 + 1) & mask;
        if (x0 === column + 1) before = after;
        else {
          const a = x0 & mask;
          before = clouds[upper + a]! + fy * (clouds[lower + a]! - clouds[upper + a]!);
        }
        after = clouds[upper + b]! + fy * (clouds[lower + b]! - clouds[upper + b]!);
        column = x0;
      }
      const cloud = before + (cloudX - x0) * (after - before);
      const inside = 0.5 - v - ragged * cloud - frayed * height;
      let dark = base - uneven * cloud + valleys * height;
      if (inside < tide) {
        const wet = (tide - inside) * perTide;
        dark += DARK.tide * wet * wet;
        if (inside < 1) dark = inside > 0 ? dark * inside : 0;
      }
      values[i] = dark;
    }
  }
}

export const wash: Brush = {
  ...pen,
  tool: 'wash',
  sizes: { least: 8, most: 160 },
  blend: 'multiply',
  isWet: true,
  splits: false,
  svg: {
    named: true,
    opacity: 0.8,
    texture:
      '<feTurbulence type="fractalNoise" baseFrequency=".04" numOctaves="3" result="n"/>' +
      '<feDisplacementMap in="SourceGraphic" in2="n" scale="8" result="s"/>' +
      '<feMorphology in="s" radius="1"/><feGaussianBlur stdDeviation="2" result="i"/>' +
      '<feComposite in="s" operator="arithmetic" k2="1" k3="-.5" result="t"/>' +
      '<feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -.6 1.2"/>' +
      '<feComposite operator="in" in="t"/>',
  },
  spacing: 0.3,
  depth: (size) => TIDE.pixels + (TIDE.sizes + RAGGED.sizes) * size,
  shade,
};
