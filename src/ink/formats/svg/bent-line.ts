/** A line as it is painted: round the points where it turns a little (src/ink/brush/field/rounding.ts), in curves. */
import type { Point } from '../../../core/drawing/types.ts';
import { bendOf } from '../../brush/field/rounding.ts';

/** What would be seen at this scale goes round, px for a drawing unit. */
export const CLOSE_UP = 4;

/** To a point, or to the last point in a quadratic curve whose control is the first. */
export type PathCommand = readonly ['M' | 'l', Point] | readonly ['q', Point, Point];

/** The path of a line; undefined if it has no bend. Before each bend is a line to its begin, however short. */
export function bentLine(points: readonly Point[]): PathCommand[] | undefined {
  const [first, ...rest] = points;
  if (!first) return undefined;
  const path: PathCommand[] = [['M', first]];
  let isBent = false;
  let [x0, y0] = first;
  for (const [i, point] of rest.entries()) {
    const [x, y] = point;
    const next = rest[i + 1];
    const [x2, y2] = next ?? point;
    const reach = next
      ? bendOf(
          x0 * CLOSE_UP,
          y0 * CLOSE_UP,
          x * CLOSE_UP,
          y * CLOSE_UP,
          x2 * CLOSE_UP,
          y2 * CLOSE_UP,
          CLOSE_UP,
        )
      : 0;
    if (reach === 0) {
      path.push(['l', point]);
      [x0, y0] = point;
      continue;
    }
    const a = reach / CLOSE_UP / Math.hypot(x - x0, y - y0);
    const b = reach / CLOSE_UP / Math.hypot(x2 - x, y2 - y);
    const end: Point = [x + b * (x2 - x), y + b * (y2 - y)];
    path.push(['l', [x + a * (x0 - x), y + a * (y0 - y)]], ['q', point, end]);
    isBent = true;
    [x0, y0] = end;
  }
  return isBent ? path : undefined;
}
