/** Instants and ages in words. Short, since they stand in captions; Singapore's hour where it is the air's. */
import { DAY, HOUR, MINUTE, parseInstant, toSgt } from '../../core/air/time/time.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * How long ago an instant was: `just now`, `5 min ago`, `2 h ago`, `3 d ago`, from a week on the
 * device's local date `12 Sep`, and with its year when that is another.
 * @param now ms since the epoch
 */
export function agoWords(instant: string, now: number): string {
  const then = Date.parse(instant);
  if (Number.isNaN(then)) return '';
  const age = now - then;
  if (age < MINUTE) return 'just now';
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`;
  if (age < DAY) return `${Math.floor(age / HOUR)} h ago`;
  if (age < 7 * DAY) return `${Math.floor(age / DAY)} d ago`;
  const date = new Date(then);
  const words = `${date.getDate()} ${MONTHS[date.getMonth()]}`;
  return date.getFullYear() === new Date(now).getFullYear() ? words : `${words} ${date.getFullYear()}`;
}

/** An age of so many ms in words: `40 min`, `3 h 10 min`, and from two days on `2 d 4 h`. */
export function ageWords(age: number): string {
  const minutes = Math.max(0, Math.floor(age / MINUTE));
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days >= 2) return hours % 24 === 0 ? `${days} d` : `${days} d ${hours % 24} h`;
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** `28 Sep`, of an SGT text such as `2026-09-28T16:00:00+08:00`. */
function sgtDay(text: string): string {
  return `${Number(text.slice(8, 10))} ${MONTHS[Number(text.slice(5, 7)) - 1]}`;
}

/**
 * The hour that a reading stands for, Singapore time: `4 pm`; with its date when that is not today's:
 * `4 pm, 28 Sep`. An instant that cannot be read is `an unknown hour`.
 * @param now ms since the epoch
 */
export function hourWords(instant: string, now: number): string {
  const ms = parseInstant(instant);
  if (ms === undefined) return 'an unknown hour';
  const text = toSgt(ms);
  const hour = Number(text.slice(11, 13));
  const words = `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
  return text.slice(0, 10) === toSgt(now).slice(0, 10) ? words : `${words}, ${sgtDay(text)}`;
}

/** Singapore's date of an instant, ms: `28 Sep 2026`. */
export function sgtDateWords(ms: number): string {
  const text = toSgt(ms);
  return `${sgtDay(text)} ${text.slice(0, 4)}`;
}
