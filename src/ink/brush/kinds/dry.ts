/**
 * The dry brush: bristles with little paint, which leave streaks along the stroke, on the hills of the paper. Pressure
 * brings more of it onto the paper.
 */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius } from '../brush.ts';
import { FULL, fillTable, PX, whole } from '../grain/fixed.ts';
import { grainAt, plainGrain } from '../grain/grain.ts';
import { GrainWalk } from '../grain/grain-walk.ts';
import { hash, SIDE } from '../grain/heights.ts';
import { pen } from './pen.ts';

/** The darkest that it gets, 256ths of a step. */
const DARK = whole(FULL * 0.95);
/** How deep a bristle reaches: at no pressure and without paint, and what pressure and paint add. */
const DEPTH = { least: -0.42, pressed: 0.75, paint: 1.2 };
const CONTRAST = 3;
/** Bristles: one for so much of the size, drawing units; and after how much of the stroke one changes, times the size. */
const BRISTLE = { units: 0.7, least: 8, run: 2.6 };
/** From the edge inwards the bristles press less, so that only those full of paint reach it: px, and times the size. */
const SOFT = { pixels: 0.5, sizes: 0.12 };
/** How much less deep they reach at the very edge. */
const AT_EDGE = 0.4;

/** Steps from one texel of the paint to the next. */
const STEPS = 256;
/** `SIDE` as a power of two. */
const SIDE_BITS = 31 - Math.clz32(SIDE);
/** Of four texels in one number, the two of a column. */
const PAIR = 0xff00ff;
/** 256ths of a step for 256ths of one of the 255 heights of paint, times 256. */
const PER_LOAD = whole(256 * CONTRAST * DEPTH.paint);

const radius = () => 0.5;

/** By the height of the grain: how much dark it takes, 256ths of a step. */
const TEETH = new Int32Array(256);
fillTable(TEETH, 0, FULL * CONTRAST);

function shade(field: Field, ink: InkStyle): void {
  const { values, covers, planes } = field;
  const grain = grainAt('coarse', ink.scale);
  const { heights } = grain;
  const walk = new GrainWalk(field, grain);
  // Always computed, because a choice for each pixel costs more: of what is not there, nothing.
  const pressure = ink.isPressed ? planes.pressure : values;
  const perPressure = ink.isPressed ? FULL * CONTRAST * DEPTH.pressed : 0;
  const even = FULL * (CONTRAST * (DEPTH.least + (ink.isPressed ? 0 : DEPTH.pressed * EVEN)) + 0.5);
  const laid = layPaint(field, ink);
  const teeth = TEETH;
  const softEnd = whole(PX * (SOFT.pixels + SOFT.sizes * ink.size));
  // 2^20ths of a step for 256ths of a px.
  const perSoft = whole((4096 * FULL * CONTRAST * AT_EDGE) / softEnd);
  while (walk.next()) {
    const from = walk.from | 0;
    const to = walk.to | 0;
    const shift = walk.shift | 0;
    for (let i = from; i < to; i++) {
      const height = heights[i + shift]!;
      const reach = (even + pressure[i]! * perPressure) | 0;
      const inside = PX / 2 - ((values[i]! * PX) | 0);
      const soft = inside - softEnd;
      let dark = reach + laid[i]! - teeth[height]! + (Math.imul(soft & (soft >> 31), perSoft) >> 12);
      dark &= ~(dark >> 31);
      const over = dark - DARK;
      dark = DARK + (over & (over >> 31));
      const in0 = inside & ~(inside >> 31);
      const deep = in0 - PX;
      covers[i] = ((Math.imul(dark, PX + (deep & (deep >> 31))) >> 8) + 128) >> 8;
    }
  }
}

let paintLaid = new Int32Array(0);

/** How deep the paint reaches at each pixel, 256ths of a step: a loop of its own, which needs few numbers at a time. */
function layPaint(field: Field, { size, scale, seed }: InkStyle): Int32Array {
  const { values, runs, runsEnd } = field;
  const { across, along } = field.planes;
  if (paintLaid.length < values.length) paintLaid = new Int32Array(values.length);
  const laid = paintLaid;
  const paint = paintQuads();
  const mask = SIDE - 1;
  const bristles = (STEPS * Math.max(BRISTLE.least, Math.min(size, size / scale) / BRISTLE.units)) / 2;
  const perRun = STEPS / (BRISTLE.run * size + 6 * scale);
  const first = hash(seed, 0, 0);
  const firstX = first & mask;
  const firstY = (first >>> 8) & mask;
  for (let run = 0; run < runsEnd; run += 2) {
    const to = runs[run + 1]!;
    for (let i = runs[run]!; i < to; i++) {
      // Between four texels of the paint, in whole numbers: 256 steps from one to the next.
      const u = ((across[i]! + 1) * bristles) | 0;
      const w = (along[i]! * perRun) | 0;
      const four = paint[((((w >> 8) + firstY) & mask) << SIDE_BITS) + (((u >> 8) + firstX) & mask)]!;
      const right = u & 255;
      // The pair of each column, between the two columns.
      const pair = Math.imul(four & PAIR, STEPS - right) + Math.imul((four >>> 8) & PAIR, right);
      const before = pair & 0xffff;
      const after = pair >>> 16;
      laid[i] = Math.imul(before + (Math.imul(w & 255, after - before) >> 8), PER_LOAD) >> 8;
    }
  }
  return laid;
}

let quads = new Int32Array(0);

/** The paint, each texel with the three right of it, below it and below that: one number to read for a pixel. */
function paintQuads(): Int32Array {
  if (quads.length > 0) return quads;
  const paint = plainGrain('fine').heights;
  quads = new Int32Array(SIDE * SIDE);
  for (let i = 0; i < quads.length; i++) {
    const row = i & -SIDE;
    const below = (row + SIDE) & (quads.length - 1);
    const x = i & (SIDE - 1);
    const right = (x + 1) & (SIDE - 1);
    quads[i] =
      paint[i]! | (paint[row + right]! << 8) | (paint[below + x]! << 16) | (paint[below + right]! << 24);
  }
  return quads;
}

/** Streaks as a filter: `frequency` across the paper, and down it. */
function streaks(frequency: string): string {
  return (
    `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="3"/>` +
    '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -9 5.7"/>' +
    '<feComposite operator="in" in="SourceGraphic"/>'
  );
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
    texture: streaks('.04 .5'),
    upright: streaks('.5 .04'),
    leaves: 0.75,
  },
  spacing: 0.3,
  reads: ['across', 'along', 'pressure'],
  depth: (size) => SOFT.pixels + SOFT.sizes * size,
  shade,
};
