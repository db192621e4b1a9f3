/** Chalk: it stays on the hills of rough paper, with a rough edge. Held flat, it is wider. */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius, UPRIGHT } from '../brush.ts';
import { grainAt, placeIn } from '../grain/grain.ts';
import { between, FULL, fillTable, least0, most0, PX } from './fixed.ts';
import { pen } from './pen.ts';

/** How much wider a stick that lies flat draws than its end. */
const FLAT = 2.5;
/** The darkest that chalk gets, 256ths of a step. */
const DARK = Math.round(FULL * 0.95);
/** How deep it reaches at no pressure, what pressure adds, and what a stick that lies flat loses. */
const DEPTH = { least: 0.26, pressed: 0.8, flat: 0.25 };
/** How sharply a hill that is reached stands out from a valley that is not. */
const CONTRAST = 2.4;
/** How far the edge runs in and out: times the size, at most this many px. */
const ROUGH = { sizes: 0.1, pixels: 6 };
/** From the edge inwards it presses less: over this many px, and times the size. */
const SOFT = { pixels: 0.5, sizes: 0.18 };
const AT_EDGE = 0.3;
/**
 * A thinner line than this presses harder, so that it does not break into dots. Drawing units, or px where those are
 * larger.
 */
const THIN = 10;
const PER_THIN = 0.06;

function radius(_pressure: number, lean: number): number {
  return (1 + (FLAT - 1) * lean) / 2;
}

/** By the height of the grain: how far the edge comes in, 256ths of a px, and how much dark it takes, 256ths of a step. */
const edges = new Int32Array(256);
const teeth = new Int32Array(256);
fillTable(teeth, 0, FULL * CONTRAST);

function shade(field: Field, { size, scale, isPressed, isTilted }: InkStyle): void {
  const { values, covers, runs, runsEnd, left, top, width } = field;
  const { pressure, lean } = field.planes;
  const { heights, period } = grainAt('coarse', scale);
  const soft = SOFT.pixels + SOFT.sizes * size;
  const rough = Math.min(ROUGH.sizes * size, ROUGH.pixels);
  fillTable(edges, PX / 2, PX / 2 - PX * rough);
  const softEnd = Math.round(PX * soft);
  // 2^20ths of a step for 256ths of a px.
  const perSoft = Math.round((4096 * FULL * CONTRAST * AT_EDGE) / softEnd);
  const core = FULL * (CONTRAST * Math.max(0, THIN - size / Math.max(1, scale)) * PER_THIN + 0.5);
  const plain = Math.round(FULL * reachAt(EVEN, UPRIGHT) + core);
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
        reach = (FULL * at + core) | 0;
      }
      const inside = edges[height]! - ((v * PX) | 0);
      let dark = reach - teeth[height]! + (Math.imul(least0(inside - softEnd), perSoft) >> 12);
      dark = between(dark, DARK);
      if (inside < PX) dark = Math.imul(dark, most0(inside)) >> 8;
      covers[i] = (dark + 128) >> 8;
    }
  }
}

function reachAt(pressure: number, lean: number): number {
  return CONTRAST * (DEPTH.least + DEPTH.pressed * pressure - DEPTH.flat * lean);
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
      '<feColorMatrix in="n" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -9 5.2"/>' +
      '<feComposite operator="in" in="s"/>',
  },
  spacing: 0.3,
  reads: ['pressure', 'lean'],
  depth: (size) => Math.min(ROUGH.sizes * size, ROUGH.pixels) + SOFT.pixels + SOFT.sizes * size,
  shade,
};
