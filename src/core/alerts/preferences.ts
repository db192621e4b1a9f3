/** What somebody wants to be alerted of, and when not. */
import { DAY, HOUR, MINUTE, sinceMidnight } from '../air/time/time.ts';
import type { AreaId } from '../sky/place/areas.ts';

export const ALERT_KINDS = ['lightning', 'air', 'rain', 'heat'] as const;
/** The most urgent first: so they are sent if several are due at once. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** Times of day in Singapore, `22:00`; from the first up to the second, over midnight if that is the earlier one. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

export interface AlertPreferences {
  /** The town that they are about; its region is that of the air. */
  readonly area: AreaId;
  /** Only those that are listed. */
  readonly kinds: readonly AlertKind[];
  /** Nothing is sent then; what still holds afterwards is. */
  readonly quiet: QuietHours | null;
  /** How many may be sent in a calendar day in Singapore, all-clears included. */
  readonly atMost: number;
}

/** Of `atMost`: below two there would be no room for an all-clear. */
export const AT_MOST = { least: 2, most: 20, usual: 6 } as const;

/** `22:00` in ms since midnight; undefined for anything else. */
export function timeOfDay(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * HOUR + Number(minutes) * MINUTE;
}

/** True if nothing may be sent at that moment. Equal times are a whole day. */
export function isQuiet(quiet: QuietHours | null, now: number): boolean {
  if (quiet === null) return false;
  const from = timeOfDay(quiet.from);
  const to = timeOfDay(quiet.to);
  if (from === undefined || to === undefined) return false;
  const since = (sinceMidnight(now) - from + DAY) % DAY;
  return since < ((to - from + DAY) % DAY || DAY);
}
