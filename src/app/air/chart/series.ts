/** The hours of one region, for the chart and its table. */
import { HOUR, hourOf, parseInstant } from '../../../core/air/time/time.ts';
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';

/**
 * The part of a `/history` response that the chart uses. Values are checked here: anything but a number is a gap.
 */
export interface HistoryResponse {
  readonly windowStart: string | null;
  readonly windowEnd: string | null;
  readonly series: { readonly [M in Metric]?: readonly RegionValues[] | undefined };
}

interface RegionValues {
  readonly timestamp: string;
  readonly values: Partial<Record<Region, unknown>>;
}

export interface HourPoint {
  /** ms since the epoch. */
  readonly at: number;
  /** RFC 3339 in SGT. */
  readonly hour: string;
  /** null where nothing was measured. Gaps are never filled in. */
  readonly value: number | null;
}

export type Series = Readonly<Record<Metric, readonly HourPoint[]>>;

/** Most hours shown. A response has 24; one that claims more keeps its latest. */
const HOURS_MAX = 48;

/** Both metrics over the same whole hours, oldest first; undefined when the response has no window. */
export function seriesOf(
  { windowStart, windowEnd, series }: HistoryResponse,
  region: Region,
): Series | undefined {
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

/** True if any hour has a value. */
export function isMeasured(points: readonly HourPoint[]): boolean {
  return points.some(({ value }) => value !== null);
}

/** Number of hours in which at least one metric was measured. */
export function knownHours({ psi, pm25 }: Series): number {
  return psi.filter(({ value }, i) => value !== null || (pm25[i]?.value ?? null) !== null).length;
}

/** Index of the latest hour in which at least one metric was measured, or 0. */
export function newestIndex({ psi, pm25 }: Series): number {
  const newest = (points: readonly HourPoint[]) => points.findLastIndex(({ value }) => value !== null);
  return Math.max(0, newest(psi), newest(pm25));
}
