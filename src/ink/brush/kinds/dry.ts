/** The dry brush: bristles with little paint, which leave streaks. Pressure brings more of it onto the paper. */
import { type Brush, reachOfRadius } from '../brush.ts';
import { pen } from './pen.ts';

const radius = () => 0.5;

export const dry: Brush = {
  ...pen,
  tool: 'dry',
  sizes: { least: 6, most: 80 },
  reach: reachOfRadius(radius),
  radius,
  opacity: 0.9,
  splits: false,
  svg: { named: true },
};
