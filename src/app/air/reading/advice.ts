/** What the guide (core/air/guide.ts) asks of the next hour, as a sentence. */
import { air as words } from '../../words/en/air.ts';
import { singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';

/** What a region's 1-hour PM2.5 means for the next hour, in one sentence; without a current figure, that it cannot be said. */
export function nextHourWords(pm25: Figure, now: number): string {
  const { status, severity, hour } = pm25;
  const nextHour: Readonly<Record<string, string>> = words.nextHour;
  if (status === 'ok' && severity !== undefined) return nextHour[severity] ?? '';
  return status === 'stale' && hour !== null ? words.tooOld(singaporeHour(hour, now)) : words.noAdvice;
}
