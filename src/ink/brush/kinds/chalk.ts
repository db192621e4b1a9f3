/** Chalk: coarse and rough, wider where it is held flat. */
import { type Brush, reachOfRadius } from '../brush.ts';
import { pen } from './pen.ts';

/** How much wider a stick that lies flat draws than its end. */
const FLAT = 2.5;

function radius(_pressure: number, lean: number): number {
  return (1 + (FLAT - 1) * lean) / 2;
}

export const chalk: Brush = {
  ...pen,
  tool: 'chalk',
  sizes: { least: 4, most: 80 },
  reach: reachOfRadius(radius),
  radius,
  opacity: 0.9,
  svg: { named: true },
};
