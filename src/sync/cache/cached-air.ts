/**
 * The air on the device: asks the server at most once in ten minutes, and answers from its cache.
 *
 * Readings and history are fetched together and stored as one value, so that they never show different hours.
 * Readings alone are enough for both; without readings an attempt is discarded.
 */
import type { AirHistory, AirPort } from '../../api/ports.ts';
import { FALLBACK_CENTRES } from '../../core/air/regions.ts';
import type { AirState, Metric, SourceState } from '../../core/air/types.ts';
import { UPSTREAM_URLS } from '../../core/air/upstream/provenance.ts';
import { type CachedValue, type CacheOptions, cachedResource } from './cached-resource.ts';
import { isCachedAir, readAir } from './read-air.ts';

const API = '/api/v1/';

export interface CachedAir extends AirPort {
  /**
   * Asks the server now although no refresh is due, because a person wants it. Returns the cached state
   * within ten seconds of the last attempt that reached the server, and before its Retry-After has passed.
   */
  refresh(): Promise<AirState>;
}

/**
 * The air port of the device. If the server is unreachable, late, refuses (429) or fails (5xx), the response
 * keeps the cached values and source times but counts as not refreshed, so that every status is `stale`. A
 * source that the server did not call `ok` is never `ok` here. Never throws.
 */
export function cachedAir(options: CacheOptions): CachedAir {
  const { get, now } = cachedResource<AirHistory>(
    {
      name: 'air',
      paths: [`${API}readings`, `${API}history?region=all`],
      nothing: {
        state: { sources: { psi: never('psi'), pm25: never('pm25') }, centres: FALLBACK_CENTRES },
        hours: [],
      },
      hasContent: ({ state: { sources } }) => sources.psi.newest !== null || sources.pm25.newest !== null,
      isStoredValue: isCachedAir,
      read: ([readings, history], before) => readAir(readings, history, before),
    },
    options,
  );
  return {
    state: async () => derive(await get()),
    refresh: async () => derive(await get(true)),
    async history() {
      const air = await get();
      return { state: derive(air), hours: air.value.hours };
    },
    now,
  };
}

function never(metric: Metric): SourceState {
  return { url: UPSTREAM_URLS[metric], refreshed: false, fetchedAt: null, newest: null };
}

function derive({ value: { state }, current }: CachedValue<AirHistory>): AirState {
  const of = (source: SourceState) => ({ ...source, refreshed: source.refreshed && current });
  return { ...state, sources: { psi: of(state.sources.psi), pm25: of(state.sources.pm25) } };
}
