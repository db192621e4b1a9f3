/** The hours of one region as the chart and its table show them. */
import { HOUR, hourOf, parseInstant } from '../../../core/air/time/time.ts';
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';

/** What the chart reads of an answer. Its figures come from outside: what is no number is a gap. */
export interface Hours {
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  readonly series: { readonly [M in Metric]?: readonly HourOfRegions[] | undefined };
}

interface HourOfRegions {
  readonly timestamp: string;
  readonly values: Partial<Record<Region, unknown>>;
}

export interface HourPoint {
  /** ms since the epoch. */
  readonly at: number;
  /** RFC 3339 in SGT. */
  readonly hour: string;
  /** null where none was measured: a gap, never filled in. */
  readonly value: number | null;
}

export type Series = Readonly<Record<Metric, readonly HourPoint[]>>;

/** More hours than a window has: an answer that claims more is cut off there. */
const HOURS_MAX = 48;

/** Both metrics over the same whole hours, oldest first; undefined when no window is known. */
export function seriesOf({ windowStart, windowEnd, series }: Hours, region: Region): Series | undefined {
  const [from, to] = [parseInstant(windowStart), parseInstant(windowEnd)];
  if (from === undefined || to === undefined || to < from) return undefined;
  const count = Math.min(HOURS_MAX, Math.floor((to - from) / HOUR) + 1);
  const hours = Array.from({ length: count }, (_, i) => to - (count - 1 - i) * HOUR);
  const [psi, pm25] = METRICS.map((metric) => {
    const known = new Map(
      (series[metric] ?? []).map(({ timestamp, values }) => [parseInstant(timestamp), values[region]]),
    );
    return hours.map((at): HourPoint => ({ at, hour: hourOf(at), value: measured(known.get(at)) }));
  });
  return psi && pm25 && { psi, pm25 };
}

function measured(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}

/** Is there any figure? */
export function isMeasured(points: readonly HourPoint[]): boolean {
  return points.some(({ value }) => value !== null);
}

/** In how many hours was either measured? */
export function knownHours({ psi, pm25 }: Series): number {
  return psi.filter(({ value }, i) => value !== null || (pm25[i]?.value ?? null) !== null).length;
}

/** Index of the latest hour in which either was measured; 0 when there is none. */
export function newestIndex({ psi, pm25 }: Series): number {
  const newest = (points: readonly HourPoint[]) => points.findLastIndex(({ value }) => value !== null);
  return Math.max(0, newest(psi), newest(pm25));
}
