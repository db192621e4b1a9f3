/** When a source may be shown as current. Source: docs/contract.md, Air. */
import { HOUR, MINUTE, parseInstant } from '../time/time.ts';
import type { SourceState, SourceStatus } from '../types.ts';

/** A reading older than this is delayed; exactly this old is not. */
export const FRESH_FOR = 2 * HOUR + 15 * MINUTE;
/** A reading further ahead of the clock than this is not believed to be current. */
export const AHEAD_MAX = 5 * MINUTE;
/** How long fetched figures are served before the upstream is asked again. */
export const CACHE_SECONDS = 600;

/**
 * `ok` when the last refresh succeeded and the newest hour is at most 2 h 15 min old and at most 5 min
 * ahead; `stale` when there is an hour but either is not so; `unavailable` when there is none.
 * @param now ms since the epoch, the server's clock
 */
export function sourceStatus(source: SourceState, now: number): SourceStatus {
  if (source.newest === null) return 'unavailable';
  const hour = parseInstant(source.newest.hour);
  if (!source.refreshed || hour === undefined) return 'stale';
  const age = now - hour;
  return age <= FRESH_FOR && age >= -AHEAD_MAX ? 'ok' : 'stale';
}

/** Whole seconds for which an `ok` source stays so at least; Infinity for one that is not `ok` now. */
export function secondsUntilStale(source: SourceState, now: number): number {
  if (source.newest === null || sourceStatus(source, now) !== 'ok') return Number.POSITIVE_INFINITY;
  const hour = parseInstant(source.newest.hour) ?? 0;
  return Math.floor((hour + FRESH_FOR - now) / 1000);
}
