/** The wash: watercolour, through which one sees what lies below. */
import type { Brush } from '../brush.ts';
import { pen } from './pen.ts';

export const wash: Brush = {
  ...pen,
  tool: 'wash',
  sizes: { least: 8, most: 160 },
  blend: 'multiply',
  opacity: 0.5,
  splits: false,
  svg: { named: true },
};
