/** The hours of the chart as text. */
import { toSgt } from '../../../core/air/time/time.ts';
import { METRICS } from '../../../core/air/types.ts';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import { bandName, presentationOf } from '../readings/metrics.ts';
import type { Series } from './series.ts';

/**
 * Both figures of an hour: `3 pm SGT: 24-hour PSI 84, Moderate; 1-hour PM2.5 not measured`.
 * @param now ms since the epoch, the server's clock
 */
export function hourSentence(series: Series, index: number, now: number): string {
  const figures = METRICS.map((metric) => {
    const value = series[metric][index]?.value ?? null;
    if (value === null) return words.chart.noFigure(metric);
    const { severity, label } = presentationOf(metric, value);
    const band = bandName({ severity, band: label }) ?? '';
    return words.chart.figure(metric, words.values[metric](value), band);
  });
  const [psi = '', pm25 = ''] = figures;
  return words.chart.hour(singaporeHour(series.psi[index]?.hour ?? '', now), psi, pm25);
}

/**
 * An hour on the axis: `6 pm`.
 * @param at ms since the epoch
 */
export function axisWords(at: number): string {
  return singaporeHour(toSgt(at), at);
}
