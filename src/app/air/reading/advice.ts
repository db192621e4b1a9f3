/** What the guide (core/air/guide.ts) asks of the next hour, as a sentence. */
import { singaporeHour } from '../../words/format.ts';
import type { Figure } from '../readings/figures.ts';

const NEXT_HOUR: Readonly<Record<string, string>> = {
  normal: 'Going by the 1-hour PM2.5, carry on outdoors as usual for the next hour.',
  elevated:
    'Going by the 1-hour PM2.5, reduce what is strenuous outdoors for the next hour; vulnerable persons should avoid it.',
  high: 'Going by the 1-hour PM2.5, avoid what is strenuous outdoors for the next hour; vulnerable persons should avoid being active outdoors at all.',
  'very-high':
    'Going by the 1-hour PM2.5, minimise being active outdoors for the next hour; vulnerable persons should avoid it altogether.',
};

/** What a region's 1-hour PM2.5 means for the next hour, in one sentence; without a current figure, that it cannot be said. */
export function nextHourWords(pm25: Figure, now: number): string {
  if (pm25.status === 'ok' && pm25.severity !== undefined) return NEXT_HOUR[pm25.severity] ?? '';
  if (pm25.status === 'stale' && pm25.hour !== null) {
    return `The 1-hour PM2.5 is from ${singaporeHour(pm25.hour, now)}: too old to say what the next hour asks of you.`;
  }
  return 'Without a 1-hour PM2.5 nothing can be said about the next hour.';
}
