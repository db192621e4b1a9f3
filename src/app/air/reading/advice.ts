/** The guide's advice for the next hour. The guide itself is src/core/air/guide.ts. */
import { isAhead } from '../../../core/air/upstream/freshness.ts';
import { air as words } from '../../words/en/air/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';

/**
 * The advice for the band of a region's 1-hour PM2.5, in one sentence. For a delayed, doubtful or missing figure: why
 * there is none.
 * @param now ms since the epoch, the server's clock
 */
export function nextHourWords(pm25: Figure, now: number): string {
  const { status, severity, hour } = pm25;
  const nextHour: Readonly<Record<string, string>> = words.nextHour;
  if (status === 'ok' && severity !== undefined) return nextHour[severity] ?? '';
  if (status !== 'stale' || hour === null) return words.noAdvice;
  const said = isAhead(hour, now) ? words.doubtfulHour : words.maybeOutdated;
  return said(singaporeHour(hour, now));
}
