/**
 * When a person made and changed a drawing: which dates a host takes from a request, and which it gives itself.
 * docs/contract.md, Dates, has the reasons.
 */

/** RFC 3339, UTC, milliseconds: texts of one length, so that they sort like the instants. */
export interface Dates {
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What a request says of them. */
export type GivenDates = { readonly [K in keyof Dates]?: string | undefined };

/** ms that a date may be ahead of the host's clock: no two clocks agree. */
const AHEAD_MAX = 60_000;
/** Lists are ordered by the text of the dates: four digits of year, a `Z`, and room for what comes later. */
const LATEST = '9000-01-01T00:00:00.000Z';

/** What is wrong with a value that `readDate` does not read. */
export const NO_DATE = 'must be a date and time with offset, like 2026-09-28T09:00:00.000Z';

const DATE_TIME =
  /^(\d{4}-\d\d-(\d\d))T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/i;

/** In the form in which a host writes it. */
export function isInstant(value: unknown): value is string {
  if (typeof value !== 'string' || value.length !== LATEST.length || value > LATEST) return false;
  const ms = Date.parse(value);
  return !Number.isNaN(ms) && new Date(ms).toISOString() === value;
}

/** Reads any date and time of RFC 3339 into the form in which a host writes it; undefined for anything else. */
export function readDate(value: unknown): string | undefined {
  const match = typeof value === 'string' ? DATE_TIME.exec(value) : null;
  const [, day = '', dayOfMonth = '', time = '', fraction = '', offset = ''] = match ?? [];
  // Engines differ on 30 February: some count on into March.
  if (new Date(`${day}T00:00:00.000Z`).getUTCDate() !== Number(dayOfMonth)) return undefined;
  const ms = Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset.toUpperCase()}`);
  if (Number.isNaN(ms)) return undefined;
  const text = new Date(ms).toISOString();
  return isInstant(text) ? text : undefined;
}

/** Is it so far in the future that no clock that is nearly right says so? */
export function isAhead(date: string, now: number): boolean {
  return Date.parse(date) > now + AHEAD_MAX;
}

/** The dates of a drawing that is new here. */
export function firstDates({ createdAt, updatedAt }: GivenDates, now: number): Dates {
  const changed = updatedAt ?? isoTime(Math.max(now, createdAt === undefined ? 0 : Date.parse(createdAt)));
  return { createdAt: createdAt ?? changed, updatedAt: changed };
}

/**
 * `updatedAt` after a change. It never goes back, and a change that does not say when it was made was made now, and
 * always later than the one before. One that says what is stored already does not say when: it sends back what it got.
 */
export function dateOfChange(stored: string, given: string | undefined, now: number): string {
  if (given === undefined || given === stored) return isoTime(Math.max(now, Date.parse(stored) + 1));
  return given > stored ? given : stored;
}

/** A date before this one: the host then keeps what it has (`dateOfChange`). */
export function dateBefore(date: string): string {
  return isoTime(Date.parse(date) - 1);
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
