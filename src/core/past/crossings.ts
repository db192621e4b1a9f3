/** When the air of a region crossed into another of the agency's bands, from one measured hour to the next. */
import { pm25Presentation, psiPresentation } from '../air/bands.ts';
import { HOUR, parseInstant } from '../air/time/time.ts';
import { type HourFigure, METRICS, type Metric, REGIONS, type Region } from '../air/types.ts';

/** A measured value with its band. */
export interface Banded {
  readonly value: number;
  /** `very-high`, and the agency's name of it. */
  readonly severity: string;
  readonly label: string;
}

export interface Crossing {
  readonly metric: Metric;
  readonly region: Region;
  /** The first hour in the new band, RFC 3339 in SGT. */
  readonly hour: string;
  /** One hour earlier. */
  readonly before: Banded;
  readonly after: Banded;
}

/**
 * The crossings in these hours, newest first. Both hours were measured and follow each other: what lies between two hours
 * with a gap in between is not known.
 * @param hours of both metrics, in any order
 * @param now ms since the epoch: an hour ahead of it proves nothing
 */
export function crossingsIn(
  hours: readonly HourFigure[],
  regions: readonly Region[],
  now: number,
): Crossing[] {
  const found: Crossing[] = [];
  for (const metric of METRICS) {
    const byTime = new Map<number, HourFigure>();
    for (const figure of hours) {
      const at = parseInstant(figure.hour);
      if (figure.metric === metric && at !== undefined && at <= now) byTime.set(at, figure);
    }
    for (const [at, figure] of byTime) {
      const earlier = byTime.get(at - HOUR);
      if (earlier === undefined) continue;
      for (const region of regions) {
        const [before, after] = [banded(earlier, region), banded(figure, region)];
        if (before === undefined || after === undefined || before.severity === after.severity) continue;
        found.push({ metric, region, hour: figure.hour, before, after });
      }
    }
  }
  return found.sort((a, b) => order(a, b));
}

function banded({ metric, values }: HourFigure, region: Region): Banded | undefined {
  const value = values[region];
  const { severity, label } = metric === 'psi' ? psiPresentation(value) : pm25Presentation(value);
  if (value === null || severity === undefined || label === undefined) return undefined;
  return { value, severity, label };
}

/** Newest first; of one hour by metric and region. */
function order(a: Crossing, b: Crossing): number {
  if (a.hour !== b.hour) return a.hour < b.hour ? 1 : -1;
  const place = ({ metric, region }: Crossing) => METRICS.indexOf(metric) * 10 + REGIONS.indexOf(region);
  return place(a) - place(b);
}
