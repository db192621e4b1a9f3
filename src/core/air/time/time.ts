/**
 * Instants and hours in Singapore time (SGT, UTC+8, no summer time since 1982), the zone of every
 * reading. Texts are RFC 3339; numbers are ms since the epoch.
 */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

const SGT_OFFSET = 8 * HOUR;
const INSTANT = /^\d{4}-\d\d-(\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-][01]\d:[0-5]\d)$/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Parses an RFC 3339 text with an offset to ms since the epoch. Undefined for anything else, such as a local
 * time without an offset or a day that its month does not have.
 */
export function parseInstant(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined;
  const day = INSTANT.exec(text)?.[1];
  if (day === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return undefined;
  const calendarDay = new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate();
  return calendarDay === Number(day) ? ms : undefined;
}

/** Formats an instant in SGT, `2026-09-28T16:00:00+08:00`, in whole seconds. */
export function toSgt(ms: number): string {
  return `${new Date(ms + SGT_OFFSET).toISOString().slice(0, 19)}+08:00`;
}

/** The calendar day in Singapore, `2026-09-28`. */
export function sgtDate(ms: number): string {
  return toSgt(ms).slice(0, 10);
}

/** The start of the hour that contains the instant, in SGT. */
export function hourOf(ms: number): string {
  return toSgt(Math.floor(ms / HOUR) * HOUR);
}

/** Time since midnight in Singapore, in ms. */
export function sinceMidnight(ms: number): number {
  return (((ms + SGT_OFFSET) % DAY) + DAY) % DAY;
}

/** An hour for people: `16:00 SGT on 28 Sep 2026`. */
export function hourInWords(hour: string): string {
  const ms = parseInstant(hour);
  if (ms === undefined) return 'an unknown hour';
  const text = toSgt(ms);
  const month = MONTHS[Number(text.slice(5, 7)) - 1];
  return `${text.slice(11, 16)} SGT on ${Number(text.slice(8, 10))} ${month} ${text.slice(0, 4)}`;
}
