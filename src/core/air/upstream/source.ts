/** A source as responses show it, and how long caches may keep a response. */

import { parseInstant } from '../time/time.ts';
import type { SourceState, SourceStatus } from '../types.ts';
import { CACHE_SECONDS, secondsUntilStale, sourceStatus } from './freshness.ts';

export interface Source {
  readonly url: string;
  /** The hour of the reading, RFC 3339 in SGT; never the time of the fetch. */
  readonly timestamp: string | null;
  /** When the upstream last published that hour; null if unknown. */
  readonly updatedTimestamp: string | null;
  readonly fetchedAt: string | null;
  readonly status: SourceStatus;
}

/** @param now ms since the epoch, the server's clock */
export function sourceOf(source: SourceState, now: number): Source {
  return {
    url: source.url,
    timestamp: source.newest?.hour ?? null,
    updatedTimestamp: source.newest?.updatedTimestamp ?? null,
    fetchedAt: source.fetchedAt,
    status: sourceStatus(source, now),
  };
}

/** Time of the latest successful fetch of any source, RFC 3339; null if there was none. */
export function latestFetch(sources: readonly Pick<SourceState, 'fetchedAt'>[]): string | null {
  let latest: string | null = null;
  let at = Number.NEGATIVE_INFINITY;
  for (const { fetchedAt } of sources) {
    const instant = parseInstant(fetchedAt);
    if (instant !== undefined && instant > at) [latest, at] = [fetchedAt, instant];
  }
  return latest;
}

/**
 * Whole seconds for which caches may serve a response, never negative. The shorter of two times: until the
 * ten minutes since the oldest fetch are over, and until a status turns stale.
 */
export function maxAge(sources: readonly SourceState[], now: number): number {
  const limits = sources.flatMap((source) => [leftOfCache(source, now), secondsUntilStale(source, now)]);
  return Math.max(0, Math.min(...limits));
}

function leftOfCache(source: SourceState, now: number): number {
  const fetched = parseInstant(source.fetchedAt);
  if (fetched === undefined) return 0;
  return Math.min(CACHE_SECONDS, Math.floor((fetched - now) / 1000) + CACHE_SECONDS);
}
