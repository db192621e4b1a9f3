/** What one hour of the chart says. */
import { toSgt } from '../../../core/air/time/time.ts';
import { METRICS } from '../../../core/air/types.ts';
import { METRIC_NAMES } from '../../../core/air/warning.ts';
import { singaporeHour } from '../../words/format.ts';
import { presentationOf, UNITS } from '../readings/metrics.ts';
import type { Series } from './series.ts';

/**
 * `3 pm SGT: 24-hour PSI 84, Moderate; 1-hour PM2.5 not measured`.
 * @param now ms since the epoch
 */
export function hourSentence(series: Series, index: number, now: number): string {
  const figures = METRICS.map((metric) => {
    const value = series[metric][index]?.value ?? null;
    if (value === null) return `${METRIC_NAMES[metric]} not measured`;
    const unit = UNITS[metric] && ` ${UNITS[metric]}`;
    return `${METRIC_NAMES[metric]} ${value}${unit}, ${presentationOf(metric, value).label}`;
  });
  return `${singaporeHour(series.psi[index]?.hour ?? '', now)} SGT: ${figures.join('; ')}`;
}

/** An hour on the axis, `6 pm`. */
export function axisWords(at: number): string {
  return singaporeHour(toSgt(at), at);
}
