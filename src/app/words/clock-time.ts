/** Times of the day with minutes. Apart from `format.ts`, since the first load does not need them. */
import { parseInstant, sgtDate } from '../../core/air/time/time.ts';
import { currentLocale } from './catalogue.ts';
import { time } from './en/time.ts';

const CLOCK = { hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Singapore' } as const;

/**
 * The time of an instant in Singapore: `4:30 pm`, or `28 Sept, 4:30 pm` if the date is not today's. A text that is no
 * instant gives `an unknown hour`.
 * @param now ms since the epoch
 */
export function singaporeTime(instant: string, now: number): string {
  const ms = parseInstant(instant);
  if (ms === undefined) return time.unknownHour;
  const isToday = sgtDate(ms) === sgtDate(now);
  const options = isToday ? CLOCK : ({ ...CLOCK, day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(currentLocale(), options).format(ms);
}
