/** The marker: a translucent line under all ink, so that a later colour never dulls a line. */
import type { Brush } from '../brush.ts';
import { pen } from './pen.ts';

export const marker: Brush = {
  ...pen,
  tool: 'marker',
  sizes: { least: 4, most: 80 },
  blend: 'under',
  opacity: 0.4,
  svg: { named: true },
};
