/**
 * Collects the strokes of a file: counts them against the limits, rounds them, and cuts them to the size a
 * stroke may have.
 */
import { COORDINATE_MAX, POINTS_MAX, SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { brushOf } from '../../brush/brushes.ts';
import { ALL_POINTS_MAX, ALL_STROKES_MAX, DECIMALS } from './limits.ts';
import { Refused } from './refused.ts';

/** A stroke as the file has it, before the limits are applied. */
export interface RawStroke {
  readonly tool: string;
  readonly color: string;
  readonly size: number;
  readonly points: readonly Point[];
  readonly pressure?: readonly number[] | undefined;
  readonly opacity?: number | undefined;
  readonly at?: number | undefined;
}

const SCALE = 10 ** DECIMALS;
const SIZE_MIN = 0.01;

export class Gathering {
  readonly strokes: Stroke[] = [];
  #points = 0;

  /**
   * Counts points as they are read.
   * @throws Refused when the file has too many
   */
  count(points: number): void {
    this.#points += points;
    if (this.#points > ALL_POINTS_MAX) throw tooMany('points', ALL_POINTS_MAX);
  }

  /**
   * Sorts strokes that came bottom first into the order in which they would have been drawn. A marker goes
   * under everything before it, other markers too: so the lowest marker comes last.
   */
  putInDrawnOrder(): void {
    const isUnder = ({ tool }: Stroke) => brushOf(tool).blend === 'under';
    const over = this.strokes.filter((stroke) => !isUnder(stroke));
    const under = this.strokes.filter(isUnder).reverse();
    this.strokes.length = 0;
    for (const stroke of under) this.strokes.push(stroke);
    for (const stroke of over) this.strokes.push(stroke);
  }

  /**
   * Adds a stroke whose points were counted.
   * @throws Refused for one that no drawing can hold
   */
  add({ tool, color, size, points, pressure, opacity, at }: RawStroke): void {
    const width = Math.min(SIZE_MAX, Math.max(SIZE_MIN, rounded(size)));
    // A stroke with too many points becomes several, which share the point where they meet.
    for (let from = 0; from < points.length; from += POINTS_MAX - 1) {
      if (from > 0 && from === points.length - 1) break;
      if (this.strokes.length >= ALL_STROKES_MAX) throw tooMany('strokes', ALL_STROKES_MAX);
      const part = points.slice(from, from + POINTS_MAX).map(placed);
      this.strokes.push({
        tool,
        color,
        size: width,
        points: part,
        ...(pressure && { pressure: pressure.slice(from, from + POINTS_MAX) }),
        ...(opacity !== undefined && { opacity }),
        ...(at !== undefined && { at }),
      });
    }
  }
}

function tooMany(what: 'points' | 'strokes', most: number): Refused {
  return new Refused({ code: 'too_many', what, most });
}

function placed([x, y]: Point): Point {
  const at: Point = [rounded(x), rounded(y)];
  // Written so that NaN fails too.
  if (!(Math.abs(at[0]) <= COORDINATE_MAX && Math.abs(at[1]) <= COORDINATE_MAX)) {
    throw new Refused({ code: 'too_wide' });
  }
  return at;
}

/** Never -0, which JSON does not keep. */
function rounded(v: number): number {
  return Math.round(v * SCALE) / SCALE + 0;
}

/** One point for a dot that the file writes as two points in one place. */
export function withoutRepeats(points: readonly Point[]): readonly Point[] {
  const [first] = points;
  if (!first) return points;
  const moves = points.some(([x, y]) => Math.hypot(x - first[0], y - first[1]) > 0.5 / SCALE);
  return moves ? points : [first];
}
