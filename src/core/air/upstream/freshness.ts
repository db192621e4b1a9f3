/** Rules for when a source counts as current. Source: docs/contract.md, Air. */
import { HOUR, MINUTE, parseInstant } from '../time/time.ts';
import type { SourceState, SourceStatus } from '../types.ts';

/** Age in ms up to which a reading is fresh, inclusive. */
export const FRESH_FOR = 2 * HOUR + 15 * MINUTE;
/** How far in ms a reading may be ahead of the clock and still count as current. */
export const AHEAD_MAX = 5 * MINUTE;
/** True if a time lies so far ahead of the clock that one of the two is wrong. @param now ms since the epoch */
export function isAhead(timestamp: string | null, now: number): boolean {
  return (parseInstant(timestamp) ?? now) - now > AHEAD_MAX;
}

/** How long in seconds fetched figures are served before the upstream is asked again. */
export const CACHE_SECONDS = 600;

/**
 * The status of a source. `ok`: the last refresh succeeded, and the newest hour is at most 2 h 15 min old and
 * at most 5 min ahead of the clock. `stale`: there is an hour, but not both of these hold. `unavailable`:
 * there is no hour.
 * @param now ms since the epoch, the server's clock
 */
export function sourceStatus(source: SourceState, now: number): SourceStatus {
  if (source.newest === null) return 'unavailable';
  const hour = parseInstant(source.newest.hour);
  if (!source.refreshed || hour === undefined) return 'stale';
  const age = now - hour;
  return age <= FRESH_FOR && age >= -AHEAD_MAX ? 'ok' : 'stale';
}

/** Whole seconds until an `ok` source turns stale; Infinity if it is not `ok` now. */
export function secondsUntilStale(source: SourceState, now: number): number {
  if (source.newest === null || sourceStatus(source, now) !== 'ok') return Number.POSITIVE_INFINITY;
  const hour = parseInstant(source.newest.hour) ?? 0;
  return Math.floor((hour + FRESH_FOR - now) / 1000);
}
