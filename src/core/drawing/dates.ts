/**
 * Creation and change dates of drawings: which dates a host accepts from a request, and which it sets itself.
 * Reasons: docs/contract.md, Dates.
 */

/** RFC 3339 dates in UTC with milliseconds. All texts have one length, so they sort like the instants. */
export interface Dates {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The dates that a request gives. */
export type GivenDates = { readonly [K in keyof Dates]?: string | undefined };

/** How far in ms a date may be ahead of the host's clock, because no two clocks agree. */
const AHEAD_MAX = 60_000;
/**
 * The latest date allowed. Lists sort dates as text, so the year must keep four digits; this leaves room for
 * later changes.
 */
const LATEST = '9000-01-01T00:00:00.000Z';

/** Error message for a value that `readDate` rejects. */
export const INVALID_DATE = 'must be a date and time with offset, like 2026-09-28T09:00:00.000Z';

const DATE_TIME =
  /^(\d{4}-\d\d-(\d\d))T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** True for a date in the form that hosts write. */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== LATEST.length || value > LATEST) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

/** Converts any RFC 3339 date and time to the form that hosts write; undefined for anything else. */
export function readDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  const [, day = '', dayOfMonth = '', time = '', fraction = '', offset = ''] = match ?? [];
  // Engines differ on 30 February: some continue into March.
  if (new Date(`${day}T00:00:00.000Z`).getUTCDate() !== Number(dayOfMonth)) return undefined;
  const ms = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`);
  if (Number.isNaN(ms)) return undefined;
  const text = new Date(ms).toISOString();
  return isInstant(text) ? text : undefined;
}

/** True if the date is further in the future than clock differences explain. */
export function isAhead(date: string, now: number): boolean {
  return Date.parse(date) > now + AHEAD_MAX;
}

/** The dates of a drawing that this host did not have before. */
export function firstDates({ createdAt, updatedAt }: GivenDates, now: number): Dates {
  const changed = updatedAt ?? isoTime(Math.max(now, createdAt === undefined ? 0 : Date.parse(createdAt)));
  return { createdAt: createdAt ?? changed, updatedAt: changed };
}

/**
 * The new `updatedAt` after a change. It never goes back. A change without a date counts as made now, and
 * always later than the one before. A date equal to the stored one counts as no date: the client only sends
 * back what it got.
 */
export function dateOfChange(stored: string, given: string | undefined, now: number): string {
  if (given === undefined || given === stored) return isoTime(Math.max(now, Date.parse(stored) + 1));
  return given > stored ? given : stored;
}

/** A date just before this one. A host that gets it keeps the date that it has (`dateOfChange`). */
export function dateBefore(date: string): string {
  return isoTime(Date.parse(date) - 1);
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
