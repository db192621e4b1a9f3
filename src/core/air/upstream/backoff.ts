/** How long to leave an upstream alone after failures in a row. */
import { MINUTE } from '../time/time.ts';

/** No source is left alone for longer than its figures would be cached. */
export const BACKOFF_MAX = 10 * MINUTE;

/**
 * ms until the next attempt: `first` after one failure, doubled with each more, never under what the
 * upstream asked for, never over ten minutes.
 * @param failures in a row, at least 1
 * @param retryAfter seconds from a Retry-After header
 */
export function backoff(failures: number, first: number, retryAfter?: number): number {
  const own = first * 2 ** Math.min(failures - 1, 16);
  return Math.min(BACKOFF_MAX, Math.max(own, (retryAfter ?? 0) * 1000));
}

/**
 * Whole seconds that a Retry-After header asks for, either as seconds or as an HTTP date; undefined for
 * anything else.
 * @param now ms since the epoch
 */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const date = header.trim().endsWith('GMT') ? Date.parse(header) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}

/**
 * Is it time to ask? Also when the clock was set back, since then the time of the next attempt says nothing.
 * @param askAfter ms since the epoch
 */
export function isDue(askAfter: number, now: number): boolean {
  return now >= askAfter || askAfter - now > BACKOFF_MAX;
}
