/** The pencil: graphite, as wide as its lead, wider where it is held flat. */
import { type Brush, reachOfRadius } from '../brush.ts';
import { pen } from './pen.ts';

/** How much wider a lead that lies flat draws than its tip. */
const FLAT = 3;

function radius(_pressure: number, lean: number): number {
  return (1 + (FLAT - 1) * lean) / 2;
}

export const pencil: Brush = {
  ...pen,
  tool: 'pencil',
  sizes: { least: 1, most: 16 },
  reach: reachOfRadius(radius),
  radius,
  opacity: 0.8,
  svg: { named: true },
};
