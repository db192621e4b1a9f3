/** The pen: an opaque line as wide as the pressure. */
import { type Brush, reachOfRadius } from '../brush.ts';
import { FLAT_DEPTH, shadeFlat } from './flat-shade.ts';
import { radiusOf } from './width.ts';

export const pen: Brush = {
  tool: 'pen',
  sizes: { least: 1, most: 40 },
  reach: reachOfRadius(radiusOf),
  radius: radiusOf,
  blend: 'over',
  opacity: 1,
  isWet: false,
  splits: true,
  bends: true,
  svg: { named: false },
  spacing: 0.1,
  reads: [],
  depth: () => FLAT_DEPTH,
  shade: shadeFlat,
};
