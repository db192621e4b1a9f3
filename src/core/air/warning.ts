/** The warning of a response: the faults of its readings in one sentence. */

import { REGION_NAMES } from './regions.ts';
import { hourInWords, parseInstant } from './time/time.ts';
import type { AirState, Metric, Region, SourceState } from './types.ts';
import { METRICS } from './types.ts';
import { AHEAD_MAX, sourceStatus } from './upstream/freshness.ts';

export const METRIC_NAMES: Readonly<Record<Metric, string>> = { psi: '24-hour PSI', pm25: '1-hour PM2.5' };

/**
 * One sentence that names each faulty source and its hour; null if there is no fault.
 * @param shown regions in the response; missing values of other regions are ignored
 * @param now ms since the epoch, the server's clock
 * @param metrics in the response; others are ignored
 */
export function readingsWarning(
  state: AirState,
  shown: readonly Region[],
  now: number,
  metrics: readonly Metric[] = METRICS,
): string | null {
  if (metrics.length > 1 && metrics.every((metric) => state.sources[metric].newest === null)) {
    return `The ${metrics.map((metric) => METRIC_NAMES[metric]).join(' and the ')} are unavailable: no reading is known.`;
  }
  const parts = metrics.flatMap((metric) => trouble(metric, state.sources[metric], shown, now) ?? []);
  return parts.length === 0 ? null : `The ${parts.join('; the ')}.`;
}

function trouble(
  metric: Metric,
  source: SourceState,
  shown: readonly Region[],
  now: number,
): string | undefined {
  const name = METRIC_NAMES[metric];
  const { newest } = source;
  if (newest === null) return `${name} is unavailable: no reading is known`;
  const hour = hourInWords(newest.hour);
  if (sourceStatus(source, now) === 'stale') {
    if (!source.refreshed) return `${name} is delayed: nothing newer than ${hour} could be had`;
    const ahead = (parseInstant(newest.hour) ?? now) - now > AHEAD_MAX;
    if (ahead) return `${name} cannot be shown as current: its hour ${hour} lies ahead of the clock`;
    return `${name} is delayed: the newest hour published is ${hour}`;
  }
  const missing = shown.filter((region) => newest.values[region] === null);
  if (missing.length === 0) return undefined;
  return `${name} of ${hour} has no value for ${missing.map((region) => REGION_NAMES[region]).join(', ')}`;
}
