/**
 * The pencil: graphite catches on the hills of the paper, and pressure brings it deeper into the valleys. As wide as its
 * lead; held flat, it is wider and lighter.
 */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius, UPRIGHT } from '../brush.ts';
import { grainAt, placeIn } from '../grain/grain.ts';
import { between, FULL, fillTable, least0, PX } from './fixed.ts';
import { pen } from './pen.ts';

/** How much wider a lead that lies flat draws than its tip. */
const FLAT = 3;
/** The darkest that graphite gets, 256ths of a step. */
const DARK = Math.round(FULL * 0.92);
/** How deep it reaches at no pressure, what pressure adds, and what a lead that lies flat loses. */
const DEPTH = { least: 0.18, pressed: 1.5, flat: 0.5 };
/** How much lighter the deepest valley is than the highest hill. */
const TOOTH = 0.62;
/** A line thinner than this is more even: its point bridges the valleys. Drawing units, or px where those are larger. */
const THIN = 6;
/** From the edge inwards the lead presses less: over this many px, and times the size. */
const SOFT = { pixels: 0.7, sizes: 0.22 };
/** How much of its depth it reaches at the very edge. */
const AT_EDGE = 0.3;

function radius(_pressure: number, lean: number): number {
  return (1 + (FLAT - 1) * lean) / 2;
}

/** By the height of the grain: how much dark it takes, 256ths of a step. */
const teeth = new Int32Array(256);

function shade(field: Field, { size, scale, isPressed, isTilted }: InkStyle): void {
  const { values, covers, runs, runsEnd, left, top, width } = field;
  const { pressure, lean } = field.planes;
  const { heights, period } = grainAt('fine', scale);
  const tooth = TOOTH * Math.min(1, 0.5 + (0.5 * size) / (THIN * Math.max(1, scale)));
  fillTable(teeth, 0, FULL * tooth);
  const softEnd = Math.round(PX * (SOFT.pixels + SOFT.sizes * size));
  // What the lead loses of its reach: 2^24ths for 256ths of a px.
  const perSoft = Math.round((2 ** 24 * (1 - AT_EDGE)) / softEnd);
  const plain = Math.round(FULL * reachAt(EVEN, UPRIGHT));
  for (let run = 0; run < runsEnd; run += 2) {
    const from = runs[run]!;
    const to = runs[run + 1]!;
    const y = Math.floor(from / width);
    const row = placeIn(period, top + y) * period;
    let x = placeIn(period, left + from - y * width);
    for (let i = from; i < to; i++) {
      const v = values[i]!;
      const height = heights[row + x]!;
      if (++x === period) x = 0;
      if (v >= 0.5) {
        covers[i] = 0;
        continue;
      }
      let reach = plain;
      if (isPressed || isTilted) {
        const at = reachAt(isPressed ? pressure[i]! : EVEN, isTilted ? lean[i]! : UPRIGHT);
        reach = (FULL * at) | 0;
      }
      const inside = PX / 2 - ((v * PX) | 0);
      const press = PX * 16 + (Math.imul(least0(inside - softEnd), perSoft) >> 12);
      let dark = (Math.imul(reach >> 4, press) >> 8) - teeth[height]!;
      dark = between(dark, DARK);
      if (inside < PX) dark = Math.imul(dark, inside) >> 8;
      covers[i] = (dark + 128) >> 8;
    }
  }
}

function reachAt(pressure: number, lean: number): number {
  return (DEPTH.least + DEPTH.pressed * pressure) * (1 - DEPTH.flat * lean);
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
      '<feColorMatrix values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -2.4 1.9"/>' +
      '<feComposite operator="in" in="SourceGraphic"/>',
  },
  spacing: 0.25,
  reads: ['pressure', 'lean'],
  depth: (size) => SOFT.pixels + SOFT.sizes * size,
  shade,
};
