/** One figure of one region as it may be shown: its value, its band, its own hour, and how far to trust it. */
import { AHEAD_AT_MOST, FRESH_FOR } from '../../core/air/freshness.ts';
import { parseInstant } from '../../core/air/time.ts';
import type { Metric, Region, SourceStatus } from '../../core/air/types.ts';
import type { Readings } from '../client/client.ts';

export interface Figure {
  readonly metric: Metric;
  /** PSI without a unit, PM2.5 in µg/m³; null when none was measured. */
  readonly value: number | null;
  readonly severity: string | undefined;
  readonly band: string | undefined;
  /** `#rrggbb`, a graphic's colour: never the only thing that tells the band. */
  readonly color: string | undefined;
  /** The hour that it stands for; null when none is known. */
  readonly hour: string | null;
  /** Never better than the API said, and worse when time has passed since. */
  readonly status: SourceStatus;
  /** ms since its hour; 0 when that is not known. */
  readonly age: number;
}

export interface Trust {
  /** ms since the epoch, by the server's clock. */
  readonly now: number;
  /** Did the last attempt to read the air succeed? */
  readonly refreshed: boolean;
}

/** The figure of a region in an answer. A value that is missing is unavailable, whatever its source says. */
export function figureOf(answer: Readings, region: Region, metric: Metric, trust: Trust): Figure {
  const reading = answer.regions.find(({ id }) => id === region);
  const source = answer.sources[metric];
  const value = reading?.[metric] ?? null;
  const presentation = metric === 'psi' ? reading?.psiPresentation : reading?.pm25Presentation;
  const at = parseInstant(source.timestamp);
  const age = at === undefined ? 0 : trust.now - at;
  const current = trust.refreshed && source.status === 'ok' && age <= FRESH_FOR && age >= -AHEAD_AT_MOST;
  return {
    metric,
    value,
    severity: presentation?.severity,
    band: presentation?.label,
    color: presentation?.color,
    hour: source.timestamp,
    status: value === null || source.status === 'unavailable' ? 'unavailable' : current ? 'ok' : 'stale',
    age,
  };
}
