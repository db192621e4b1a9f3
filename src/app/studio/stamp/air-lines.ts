/**
 * The text of the stamp: region and date, and each figure with its band and hour. A delayed figure says so, and so does
 * one of an hour that is yet to come; a missing one has no number.
 */
import { METRICS, type Metric, type Region } from '../../../core/air/types.ts';
import { isAhead } from '../../../core/air/upstream/freshness.ts';
import { isWritable } from '../../../ink/index.ts';
import type { Figure } from '../../air/readings/figures.ts';
import { bandName } from '../../air/readings/metrics.ts';

import { inEnglish } from '../../words/catalogue.ts';
import { air } from '../../words/en/air/air.ts';
import { stamp as words } from '../../words/en/studio/stamp.ts';
import { singaporeDate, singaporeHour } from '../../words/format.ts';

type Figures = Readonly<Record<Metric, Figure>>;

/**
 * The lines of the stamp, in the language of the page, or in English if the handwriting lacks its letters.
 * @param now ms since the epoch, the server's clock
 */
export function airLines(figures: Figures, region: Region, now: number): readonly string[] {
  const make = () => linesOf(figures, region, now);
  const lines = make();
  return lines.every(isWritable) ? lines : inEnglish(make);
}

function linesOf(figures: Figures, region: Region, now: number): readonly string[] {
  const place = words.written.place(air.regions[region], singaporeDate(now, 'medium'));
  if (METRICS.every((metric) => figures[metric].value === null)) return [place, words.written.noFigures];
  return [place, ...METRICS.flatMap((metric) => figureLines(figures[metric], now))];
}

function figureLines(figure: Figure, now: number): string[] {
  const { metric, value, status, hour } = figure;
  const name = air.metrics[metric];
  if (value === null || status === 'unavailable') return [words.written.noFigure(name)];
  const [amount, band] = [air.values[metric](value), bandName(figure) ?? ''];
  const at = hour === null ? words.written.unknownHour : singaporeHour(hour, now);
  if (status === 'ok') return [words.written.figure(name, amount, band, at)];
  const { late, ahead } = words.written;
  return [words.written.lateFigure(name, amount, band), isAhead(hour, now) ? ahead(at) : late(at)];
}

/** A sentence that says whether all figures in the stamp are current. */
export function stampedWords(figures: Figures, region: Region, now: number): string {
  const all = METRICS.map((metric) => figures[metric].status);
  if (all.every((status) => status === 'unavailable')) return words.addedWithout;
  const name = air.regions[region];
  if (all.every((status) => status === 'ok')) return words.added(name);
  const late = METRICS.filter((metric) => figures[metric].status === 'stale');
  if (late.length === 0) return words.addedPartly(name);
  return late.every((metric) => isAhead(figures[metric].hour, now))
    ? words.addedDoubtful(name)
    : words.addedLate(name);
}
