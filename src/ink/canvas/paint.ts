/** How a brush meets what a canvas shows. */
import type { Brush } from '../brush/brush.ts';

/** How each way of blending is called on a canvas. */
export const COMPOSITE: Readonly<Record<Brush['blend'], GlobalCompositeOperation>> = {
  over: 'source-over',
  under: 'destination-over',
  multiply: 'multiply',
  erase: 'destination-out',
};
