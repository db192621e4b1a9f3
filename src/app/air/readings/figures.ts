/** One figure of one region as it may be shown: its value, its band, its own hour, and how far to trust it. */

import { parseInstant } from '../../../core/air/time/time.ts';
import type { Metric, Region, SourceStatus } from '../../../core/air/types.ts';
import { AHEAD_MAX, FRESH_FOR } from '../../../core/air/upstream/freshness.ts';
import type { Readings } from '../../client/client.ts';

export interface Figure extends Trusted {
  readonly metric: Metric;
  /** PSI without a unit, PM2.5 in µg/m³; null when none was measured. */
  readonly value: number | null;
  /** Id of its band. */
  readonly severity: string | undefined;
  /** What the API calls the band. */
  readonly band: string | undefined;
  /** `#rrggbb`, a graphic's colour: never the only thing that tells the band. */
  readonly color: string | undefined;
}

export interface Trust {
  /** ms since the epoch, by the server's clock. */
  readonly now: number;
  /** Did the last attempt to read the air succeed? */
  readonly refreshed: boolean;
}

/** How far the figures of one source can be trusted. */
export interface Trusted {
  /** The hour that the newest of them stands for; null when none is known. */
  readonly hour: string | null;
  /** Never better than the API said, and worse when time has passed since. */
  readonly status: SourceStatus;
  /** ms since that hour; 0 when it is not known. */
  readonly age: number;
}

/** Of a figure that is not there. */
const NOTHING = { value: null, severity: undefined, band: undefined, color: undefined };

/** A source as it stands by now. */
export function trusted(
  source: Pick<Readings['sources'][Metric], 'timestamp' | 'status'>,
  trust: Trust,
): Trusted {
  const { timestamp: hour, status } = source;
  const at = parseInstant(hour);
  const age = at === undefined ? 0 : trust.now - at;
  const current = trust.refreshed && status === 'ok' && age <= FRESH_FOR && age >= -AHEAD_MAX;
  return { hour, status: status === 'unavailable' ? status : current ? 'ok' : 'stale', age };
}

/**
 * The figure of a region in an answer. A value that is missing is unavailable, whatever its source says; a source that
 * is unavailable has no value, whatever stands beside it.
 */
export function figureOf(answer: Readings, region: Region, metric: Metric, trust: Trust): Figure {
  const reading = answer.regions.find(({ id }) => id === region);
  const { hour, status, age } = trusted(answer.sources[metric], trust);
  const value = status === 'unavailable' ? null : (reading?.[metric] ?? null);
  if (value === null) return { metric, ...NOTHING, hour, status: 'unavailable', age };
  const presentation = metric === 'psi' ? reading?.psiPresentation : reading?.pm25Presentation;
  return {
    metric,
    value,
    severity: presentation?.severity,
    band: presentation?.label,
    color: presentation?.color,
    hour,
    status,
    age,
  };
}
