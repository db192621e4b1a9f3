/** Delays between attempts after an upstream failed several times in a row. */
import { MINUTE } from '../time/time.ts';

/** Longest delay in ms: as long as figures are cached. */
export const BACKOFF_MAX = 10 * MINUTE;

/**
 * Delay in ms until the next attempt: `first` after one failure, doubled with each further one. At least what
 * the upstream asked for, at most BACKOFF_MAX, which wins.
 * @param failures in a row, at least 1
 * @param retryAfter seconds from a Retry-After header
 */
export function backoff(failures: number, first: number, retryAfter?: number): number {
  const own = first * 2 ** Math.min(failures - 1, 16);
  return Math.min(BACKOFF_MAX, Math.max(own, (retryAfter ?? 0) * 1000));
}

/**
 * Parses a Retry-After header, seconds or an HTTP date, to whole seconds; undefined for anything else.
 * @param now ms since the epoch
 */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = header.trim().endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * True if the next attempt is due. Also true if it is too far ahead: then the clock was set back, and the
 * planned time means nothing.
 * @param askAfter ms since the epoch
 */
export function isDue(askAfter: number, now: number): boolean {
  return now >= askAfter || askAfter - now > BACKOFF_MAX;
}
