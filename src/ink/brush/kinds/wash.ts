/**
 * The wash: watercolour. Where it dries last, at its edge, it leaves a tide mark; inside it is pale and uneven, and its
 * grains settle in the valleys of the paper. One sees through it what lies below.
 */
import type { Brush, Field, InkStyle } from '../brush.ts';
import { Clouds } from '../grain/clouds.ts';
import { FULL, fillTable, PX, whole } from '../grain/fixed.ts';
import { grainAt } from '../grain/grain.ts';
import { GrainWalk } from '../grain/grain-walk.ts';
import { pen } from './pen.ts';

/** How dark it is inside, what the tide mark adds, and what clouds and valleys change. */
const DARK = { inside: 0.36, tide: 0.46, clouds: 0.2, valleys: 0.14 };
/** How far the tide mark reaches inwards: px, and times the size, but at most so many units. */
const TIDE = { pixels: 1.2, sizes: 0.06, units: 3 };
/** How far the edge runs in and out: times the size, at most so many units. */
const RAGGED = { sizes: 0.05, units: 2.5 };
/** How far the hills of the paper hold the water back at the edge, px. */
const FRAYED = 1.2;

/** By the height of the grain: how far the edge comes in, 256ths of a px, and how dark it is, 256ths of a step. */
const EDGES = new Int32Array(256);
const DARKS = new Int32Array(256);
const clouds = new Clouds();
const UNEVEN = whole(256 * DARK.clouds);
const MARK = whole(FULL * DARK.tide);
const PALE = DARK.inside + DARK.clouds / 2 - DARK.valleys / 2;
fillTable(DARKS, FULL * PALE, FULL * (PALE + DARK.valleys));

/** Deeper than that there is neither edge nor tide mark, px. */
function depth(size: number): number {
  return TIDE.pixels + FRAYED + (TIDE.sizes + RAGGED.sizes) * size;
}

function shade(field: Field, { size, scale }: InkStyle): void {
  const { values, covers } = field;
  const grain = grainAt('fine', scale);
  const { heights } = grain;
  const walk = new GrainWalk(field, grain);
  // What a cloud of one of 255 heights does, times 256.
  const ragged = whole((256 * PX * Math.min(RAGGED.sizes * size, RAGGED.units * scale)) / 255);
  const frayed = Math.min(RAGGED.sizes * size, FRAYED);
  fillTable(EDGES, PX / 2, PX / 2 - PX * frayed);
  const edges = EDGES;
  const darks = DARKS;
  const reach = TIDE.pixels + Math.min(TIDE.sizes * size, TIDE.units * scale);
  const tide = whole(PX * reach);
  // 2^12 at the edge.
  const perTide = whole(2 ** 24 / tide);
  const deepest = -depth(size);
  clouds.begin(field, scale);
  const clouded = clouds.heights;
  while (walk.next()) {
    const from = walk.from | 0;
    const to = walk.to | 0;
    const shift = walk.shift | 0;
    clouds.lay(walk.top - field.top);
    let i = from;
    while (i < to) {
      for (; i < to; i++) {
        const value = values[i]!;
        if (value < deepest) break;
        const height = heights[i + shift]!;
        const cloud = clouded[i]!;
        const inside = edges[height]! - ((value * PX) | 0) - (Math.imul(cloud >> 4, ragged) >> 12);
        const near = tide - inside;
        const wet = Math.imul(near & ~(near >> 31), perTide) >> 12;
        const mark = Math.imul(Math.imul(wet, wet) >> 12, MARK) >> 12;
        const dark = darks[height]! - (Math.imul(cloud, UNEVEN) >> 8) + mark;
        const in0 = inside & ~(inside >> 31);
        const deep = in0 - PX;
        covers[i] = ((Math.imul(dark, PX + (deep & (deep >> 31))) >> 8) + 128) >> 8;
      }
      // The same, without what reaches only so deep: most of a broad wash.
      for (; i < to && values[i]! < deepest; i++) {
        const dark = darks[heights[i + shift]!]! - (Math.imul(clouded[i]!, UNEVEN) >> 8);
        covers[i] = (dark + 128) >> 8;
      }
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
  depth,
  shade,
};
