/** Ink: a fountain pen, a hairline at the lightest touch, which swells quickly to its size and then little more. */
import { type Brush, reachOfRadius } from '../brush.ts';
import { pen } from './pen.ts';

/** The width, times the size: at no pressure, and at full pressure. */
const NARROWEST = 0.2;
const WIDEST = 1.5;
/** How far the curve lies above a straight one, so that a pen held as most people hold it (0.5) draws its size. */
const BEND = 0.46;

function radius(pressure: number): number {
  return (NARROWEST + (WIDEST - NARROWEST) * pressure * (1 + BEND - BEND * pressure)) / 2;
}

export const ink: Brush = {
  ...pen,
  tool: 'ink',
  sizes: { least: 1, most: 24 },
  reach: reachOfRadius(radius),
  radius,
  svg: { named: true },
};
