/**
 * What is written onto a drawing of the air: where and on which day, and each figure with its band and its own hour.
 * A delayed figure says so; one that is missing is said to be, and no number stands for it. Pure.
 */
import { METRICS, type Metric } from '../../../core/air/types.ts';
import { METRIC_NAMES } from '../../../core/air/warning.ts';
import type { Figure } from '../../air/readings/figures.ts';
import { UNITS } from '../../air/readings/metrics.ts';
import { singaporeDate, singaporeHour } from '../../words/format.ts';

/**
 * @param regionName `Central`
 * @param now ms since the epoch, by the server's clock
 */
export function airLines(
  figures: Readonly<Record<Metric, Figure>>,
  regionName: string,
  now: number,
): readonly string[] {
  const place = `${regionName}, Singapore, ${singaporeDate(now, 'medium')}`;
  if (METRICS.every((metric) => figures[metric].value === null)) return [place, 'No air reading just now'];
  return [place, ...METRICS.flatMap((metric) => figureLines(figures[metric], now))];
}

function figureLines({ metric, value, band, status, hour }: Figure, now: number): string[] {
  const name = METRIC_NAMES[metric];
  if (value === null || status === 'unavailable') return [`${name}: no figure`];
  const words = [name, value, UNITS[metric], band]
    .filter((part) => part !== undefined && part !== '')
    .join(' ');
  const at = hour === null ? 'hour unknown' : singaporeHour(hour, now);
  return status === 'ok' ? [`${words}, ${at}`] : [words, `delayed, of ${at}`];
}

/** Whether everything that was written is current, in a sentence for the person. */
export function stampedWords(figures: Readonly<Record<Metric, Figure>>, regionName: string): string {
  const all = METRICS.map((metric) => figures[metric].status);
  if (all.every((status) => status === 'unavailable')) {
    return 'Place and date are on the drawing. There is no air reading just now.';
  }
  const begun = `The air of ${regionName} is on the drawing`;
  if (all.every((status) => status === 'ok')) return `${begun}.`;
  return all.includes('stale')
    ? `${begun}. What is delayed says so, with its own hour.`
    : `${begun}. One figure is missing just now, and is said to be.`;
}
