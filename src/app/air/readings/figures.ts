/** One figure of one region: its value, band, hour and freshness. */

import { parseInstant } from '../../../core/air/time/time.ts';
import type { Metric, Region, SourceStatus } from '../../../core/air/types.ts';
import { AHEAD_MAX, FRESH_FOR } from '../../../core/air/upstream/freshness.ts';
import type { Readings } from '../../client/client.ts';

export interface Figure extends Freshness {
  readonly metric: Metric;
  /** PSI without a unit, PM2.5 in µg/m³; null when nothing was measured. */
  readonly value: number | null;
  /** Id of the band. */
  readonly severity: string | undefined;
  /** The API's name for the band. */
  readonly band: string | undefined;
  /** `#rrggbb` for graphics. The band's name or dots are always beside it. */
  readonly color: string | undefined;
}

/** What decides whether a response is still fresh. */
export interface FreshnessContext {
  /** ms since the epoch, the server's clock. */
  readonly now: number;
  /** True if the last request for the readings succeeded. */
  readonly refreshed: boolean;
}

/** How fresh the figures of one source are. */
export interface Freshness {
  /** Hour of the newest figure, RFC 3339; null when there is none. */
  readonly hour: string | null;
  /** The API's status, or a worse one if the hour has become too old since the response. */
  readonly status: SourceStatus;
  /** ms since that hour, or 0 without one. */
  readonly age: number;
}

/** Members of a missing figure. */
const MISSING = { value: null, severity: undefined, band: undefined, color: undefined };

/** The freshness of a source at the context's time. */
export function freshnessOf(
  source: Pick<Readings['sources'][Metric], 'timestamp' | 'status'>,
  context: FreshnessContext,
): Freshness {
  const { timestamp: hour, status } = source;
  const at = parseInstant(hour);
  const age = at === undefined ? 0 : context.now - at;
  const current = context.refreshed && status === 'ok' && age <= FRESH_FOR && age >= -AHEAD_MAX;
  return { hour, status: status === 'unavailable' ? status : current ? 'ok' : 'stale', age };
}

/**
 * The figure of a region in a response. A missing value is `unavailable` whatever the source's status, and a
 * source that is `unavailable` has no value whatever else the response holds.
 */
export function figureOf(
  response: Readings,
  region: Region,
  metric: Metric,
  context: FreshnessContext,
): Figure {
  const reading = response.regions.find(({ id }) => id === region);
  const { hour, status, age } = freshnessOf(response.sources[metric], context);
  const value = status === 'unavailable' ? null : (reading?.[metric] ?? null);
  if (value === null) return { metric, ...MISSING, hour, status: 'unavailable', age };
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
