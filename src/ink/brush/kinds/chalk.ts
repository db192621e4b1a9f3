/** Chalk: it stays on the hills of rough paper, with a rough edge. Held flat, it is wider. */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius } from '../brush.ts';
import { FULL, fillTable, PX, whole } from '../grain/fixed.ts';
import { grainAt } from '../grain/grain.ts';
import { GrainWalk } from '../grain/grain-walk.ts';
import { pen } from './pen.ts';

/** How much wider a stick that lies flat draws than its end. */
const FLAT = 2.5;
/** The darkest that chalk gets, 256ths of a step. */
const DARK = whole(FULL * 0.95);
/** How deep it reaches at no pressure, what pressure adds, and what a stick that lies flat loses. */
const DEPTH = { least: 0.26, pressed: 0.8, flat: 0.25 };
/** How sharply a hill that is reached stands out from a valley that is not. */
const CONTRAST = 2.4;
/** How far the edge runs in and out: times the size, at most this many px. */
const ROUGH = { sizes: 0.1, pixels: 6 };
/** From the edge inwards it presses less: over this many px, and times the size. */
const SOFT = { pixels: 0.5, sizes: 0.18 };
const AT_EDGE = 0.3;
/** A thinner line than this presses harder, so that it does not break into dots. Drawing units. */
const THIN = 10;
const PER_THIN = 0.06;

function radius(_pressure: number, lean: number): number {
  return (1 + (FLAT - 1) * lean) / 2;
}

/** By the height of the grain: how far the edge comes in, 256ths of a px, and how much dark it takes, 256ths of a step. */
const EDGES = new Int32Array(256);
const TEETH = new Int32Array(256);

/**
 * What the grain does to a line that is thin on the screen because it is seen from farther away: between hills and
 * valleys nearly as wide as itself it would break into dots, so it gets more even, around the same darkness.
 * @returns how sharply hills stand out, and how much darker the line gets the deeper it reaches
 */
function seenFrom({ size, scale }: InkStyle): { readonly tooth: number; readonly slope: number } {
  const tooth = CONTRAST * Math.min(1, size / Math.min(THIN, size / scale));
  return { tooth, slope: Math.max(1, tooth) };
}

function shade(field: Field, ink: InkStyle): void {
  const { size, scale, isPressed, isTilted } = ink;
  const { values, covers, planes } = field;
  const grain = grainAt('coarse', scale);
  const { heights } = grain;
  const walk = new GrainWalk(field, grain);
  const rough = Math.min(ROUGH.sizes * size, ROUGH.pixels);
  fillTable(EDGES, PX / 2, PX / 2 - PX * rough);
  const { tooth, slope } = seenFrom(ink);
  fillTable(TEETH, 0, FULL * tooth);
  const edges = EDGES;
  const teeth = TEETH;
  const softEnd = whole(PX * (SOFT.pixels + SOFT.sizes * size));
  // 2^20ths of a step for 256ths of a px.
  const perSoft = whole((4096 * FULL * slope * AT_EDGE) / softEnd);
  const core = FULL * (slope * Math.max(0, THIN - size / scale) * PER_THIN + 0.5 + (tooth - slope) / 2);
  // Always computed, because a choice for each pixel costs more: of what is not there, nothing.
  const pressure = isPressed ? planes.pressure : values;
  const lean = isTilted ? planes.lean : values;
  const perPressure = isPressed ? FULL * slope * DEPTH.pressed : 0;
  const perLean = isTilted ? FULL * slope * DEPTH.flat : 0;
  const even = FULL * slope * (DEPTH.least + (isPressed ? 0 : DEPTH.pressed * EVEN)) + core;
  while (walk.next()) {
    const from = walk.from | 0;
    const to = walk.to | 0;
    const shift = walk.shift | 0;
    for (let i = from; i < to; i++) {
      const height = heights[i + shift]!;
      const reach = (even + pressure[i]! * perPressure - lean[i]! * perLean) | 0;
      const inside = edges[height]! - ((values[i]! * PX) | 0);
      const soft = inside - softEnd;
      let dark = reach - teeth[height]! + (Math.imul(soft & (soft >> 31), perSoft) >> 12);
      dark &= ~(dark >> 31);
      const over = dark - DARK;
      dark = DARK + (over & (over >> 31));
      const in0 = inside & ~(inside >> 31);
      const deep = in0 - PX;
      covers[i] = ((Math.imul(dark, PX + (deep & (deep >> 31))) >> 8) + 128) >> 8;
    }
  }
}

export const chalk: Brush = {
  ...pen,
  tool: 'chalk',
  sizes: { least: 4, most: 80 },
  reach: reachOfRadius(radius),
  radius,
  svg: {
    named: true,
    opacity: 0.95,
    texture:
      '<feTurbulence type="fractalNoise" baseFrequency=".3" numOctaves="3" result="n"/>' +
      '<feDisplacementMap in="SourceGraphic" in2="n" scale="4" result="s"/>' +
      '<feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -9 5.7"/>' +
      '<feComposite operator="in" in="s"/>',
    leaves: 0.74,
  },
  spacing: 0.3,
  reads: ['pressure', 'lean'],
  depth: (size) => Math.min(ROUGH.sizes * size, ROUGH.pixels) + SOFT.pixels + SOFT.sizes * size,
  shade,
};
