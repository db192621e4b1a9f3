/**
 * The pencil: graphite catches on the hills of the paper, and pressure brings it deeper into the valleys. As wide as its
 * lead; held flat, it is wider and lighter.
 */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius } from '../brush.ts';
import { FULL, fillTable, PX, whole } from '../grain/fixed.ts';
import { grainAt } from '../grain/grain.ts';
import { GrainWalk } from '../grain/grain-walk.ts';
import { pen } from './pen.ts';

/** How much wider a lead that lies flat draws than its tip. */
const FLAT = 3;
/** The darkest that graphite gets, 256ths of a step. */
const DARK = whole(FULL * 0.92);
/** How deep it reaches at no pressure, what pressure adds, and what a lead that lies flat loses. */
const DEPTH = { least: 0.18, pressed: 1.5, flat: 0.5 };
/** How much lighter the deepest valley is than the highest hill. */
const TOOTH = 0.62;
/** A line thinner than this is more even: its point bridges the valleys. Drawing units. */
const THIN = 6;
/** From the edge inwards the lead presses less: over this many px, from far away half of them, and times the size. */
const SOFT = { pixels: 0.7, sizes: 0.22 };
/** How much of its depth it reaches at the very edge. */
const AT_EDGE = 0.3;

function radius(_pressure: number, lean: number): number {
  return (1 + (FLAT - 1) * lean) / 2;
}

/** The tooth of a line that is so thin. */
function toothOf(size: number): number {
  return TOOTH * Math.min(1, 0.5 + (0.5 * size) / THIN);
}

/** By the height of the grain: how much dark it takes, 256ths of a step. */
const TEETH = new Int32Array(256);

function shade(field: Field, { size, scale, isPressed, isTilted }: InkStyle): void {
  const { values, covers, planes } = field;
  const grain = grainAt('fine', scale);
  const { heights } = grain;
  const walk = new GrainWalk(field, grain);
  const full = toothOf(size / scale);
  // Seen from farther away it is more even still, around the same darkness.
  const tooth = Math.min(full, toothOf(size));
  fillTable(TEETH, (FULL * (full - tooth)) / 2, (FULL * (full + tooth)) / 2);
  const teeth = TEETH;
  const softEnd = whole(PX * (SOFT.pixels * Math.min(1, (1 + scale) / 2) + SOFT.sizes * size));
  // What the lead loses of its reach: 2^24ths for 256ths of a px.
  const perSoft = whole((2 ** 24 * (1 - AT_EDGE)) / softEnd);
  // Always computed, because a choice for each pixel costs more: of what is not there, nothing.
  const pressure = isPressed ? planes.pressure : values;
  const lean = isTilted ? planes.lean : values;
  const perPressure = isPressed ? FULL * DEPTH.pressed : 0;
  const perLean = isTilted ? DEPTH.flat : 0;
  const even = FULL * (DEPTH.least + (isPressed ? 0 : DEPTH.pressed * EVEN));
  while (walk.next()) {
    const from = walk.from | 0;
    const to = walk.to | 0;
    const shift = walk.shift | 0;
    for (let i = from; i < to; i++) {
      const height = heights[i + shift]!;
      const reach = ((even + pressure[i]! * perPressure) * (1 - lean[i]! * perLean)) | 0;
      const inside = PX / 2 - ((values[i]! * PX) | 0);
      const soft = inside - softEnd;
      const press = PX * 16 + (Math.imul(soft & (soft >> 31), perSoft) >> 12);
      let dark = (Math.imul(reach >> 4, press) >> 8) - teeth[height]!;
      dark &= ~(dark >> 31);
      const over = dark - DARK;
      dark = DARK + (over & (over >> 31));
      const in0 = inside & ~(inside >> 31);
      const deep = in0 - PX;
      covers[i] = ((Math.imul(dark, PX + (deep & (deep >> 31))) >> 8) + 128) >> 8;
    }
  }
}

export const pencil: Brush = {
  ...pen,
  tool: 'pencil',
  sizes: { least: 1, most: 16 },
  reach: reachOfRadius(radius),
  radius,
  svg: {
    named: true,
    texture:
      '<feTurbulence type="fractalNoise" baseFrequency=".7" numOctaves="2"/>' +
      '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2.4 2"/>' +
      '<feComposite operator="in" in="SourceGraphic"/>',
    leaves: 0.76,
  },
  spacing: 0.25,
  reads: ['pressure', 'lean'],
  depth: (size) => SOFT.pixels + SOFT.sizes * size,
  shade,
};
