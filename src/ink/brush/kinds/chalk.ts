/** Chalk: it stays on the hills of rough paper, with a rough edge. Held flat, it is wider. */
import { type Brush, EVEN, type Field, type InkStyle, reachOfRadius, UPRIGHT } from '../brush.ts';
import { grainAt, placeIn } from '../grain/grain.ts';
import { pen } from './pen.ts';

/** How much wider a stick that lies flat draws than its end. */
const FLAT = 2.5;
const DARKEST = 0.95;
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

function shade(field: Field, { size, scale, isPressed, isTilted }: InkStyle): void {
  const { values, runs, runsEnd, left, top, width } = field;
  const { pressure, lean } = field.planes;
  const { heights, period } = grainAt('coarse', scale);
  const soft = SOFT.pixels + SOFT.sizes * size;
  const perSoft = (CONTRAST * AT_EDGE) / soft;
  const rough = Math.min(ROUGH.sizes * size, ROUGH.pixels) / 255;
  const tooth = CONTRAST / 255;
  const core = CONTRAST * Math.max(0, THIN - size / Math.max(1, scale)) * PER_THIN + 0.5;
  let reach = reachAt(EVEN, UPRIGHT) + core;
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
        values[i] = 0;
        continue;
      }
      if (isPressed || isTilted)
        reach = reachAt(isPressed ? pressure[i]! : EVEN, isTilted ? lean[i]! : UPRIGHT) + core;
      const inside = 0.5 - v - height * rough;
      let dark = reach - height * tooth;
      if (inside < soft) {
        dark -= (soft - inside) * perSoft;
        if (inside < 1) dark = inside > 0 ? Math.min(dark, DARKEST) * inside : 0;
      }
      values[i] = dark < 0 ? 0 : Math.min(dark, DARKEST);
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
