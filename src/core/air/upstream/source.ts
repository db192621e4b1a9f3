/** What an answer says of a source, and for how long caches may keep what was made of it. */

import { parseInstant } from '../time/time.ts';
import type { SourceState, SourceStatus } from '../types.ts';
import { CACHE_SECONDS, secondsUntilStale, sourceStatus } from './freshness.ts';

export interface Source {
  readonly url: string;
  /** The hour that the reading stands for, RFC 3339 in SGT; never the time of the fetch. */
  readonly timestamp: string | null;
  /** When the upstream last published that hour. */
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

/** The latest successful fetch of any of them, RFC 3339; null when there was none. */
export function latestFetch(sources: readonly SourceState[]): string | null {
  let latest: string | null = null;
  let at = Number.NEGATIVE_INFINITY;
  for (const { fetchedAt } of sources) {
    const instant = parseInstant(fetchedAt);
    if (instant !== undefined && instant > at) [latest, at] = [fetchedAt, instant];
  }
  return latest;
}

/**
 * For how many whole seconds caches may serve an answer: the lesser of what is left of the ten minutes since the
 * oldest fetch and the time until a status would turn stale, never negative.
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
