/** The sun's way over a day as a curve: from sunrise at the left to sunset at the right, in units of its picture. */
import { parseInstant } from '../../../core/air/time/time.ts';
import type { Period, Sun } from '../../../core/sky/sun.ts';

/** The picture, with room for the sun's disc at both ends of the curve. */
export const ARC = { width: 320, height: 96, edge: 12 } as const;
/** Height of the horizon, from the top. */
export const HORIZON = ARC.height - ARC.edge;
/** Straight lines that the curve of a whole day is made of. */
const STEPS = 48;

export interface ArcPoint {
  readonly x: number;
  readonly y: number;
}

/** How much of the day from sunrise to sunset has passed: 0 at sunrise, 1 at sunset, less or more in the night. */
export function dayShare({ sunrise, sunset }: Pick<Sun, 'sunrise' | 'sunset'>, at: number): number {
  const [rise, set] = [parseInstant(sunrise) ?? Number.NaN, parseInstant(sunset) ?? Number.NaN];
  return (at - rise) / (set - rise);
}

/** @param share of the day, 0 to 1 */
export function arcPoint(share: number): ArcPoint {
  const { width, edge } = ARC;
  const rounded = (length: number) => Math.round(length * 10) / 10;
  return {
    x: rounded(edge + share * (width - 2 * edge)),
    y: rounded(HORIZON - Math.sin(share * Math.PI) * (HORIZON - edge)),
  };
}

/** The curve from one share of the day to another, as the data of an SVG path. */
export function arcPath(from = 0, to = 1): string {
  const steps = Math.max(1, Math.ceil((to - from) * STEPS));
  const points = Array.from({ length: steps + 1 }, (_, step) =>
    arcPoint(from + ((to - from) * step) / steps),
  );
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
}

/** The part of the curve that belongs to a period. */
export function periodPath(sun: Sun, { from, to }: Period): string {
  const share = (time: string) => dayShare(sun, parseInstant(time) ?? Number.NaN);
  return arcPath(share(from), share(to));
}

export const DIRECTIONS = ['n', 'ne', 'e', 'se', 's', 'sw', 'w', 'nw'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** The nearest of eight directions. @param azimuth degrees clockwise from north, not negative */
export function directionOf(azimuth: number): Direction {
  return DIRECTIONS[Math.round(azimuth / 45) % DIRECTIONS.length] ?? 'n';
}
