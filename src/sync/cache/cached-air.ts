/**
 * The device's air: asks its server at most once in ten minutes, and answers from what it kept.
 *
 * Readings and history are asked for in one attempt and kept as one value, so that they never tell of different hours.
 * Readings alone are enough for both; without them nothing of an attempt is taken.
 */
import type { AirHistory, AirPort } from '../../api/ports.ts';
import { FALLBACK_CENTRES } from '../../core/air/regions.ts';
import type { AirState, Metric, SourceState } from '../../core/air/types.ts';
import { UPSTREAM_URLS } from '../../core/air/upstream/provenance.ts';
import { isCachedAir, readAir } from './cached-answer.ts';
import { type CacheOptions, cachedQuestion, type Known } from './cached-question.ts';

const API = '/api/v1/';

export interface CachedAir extends AirPort {
  /**
   * Asks the server now, although it is not due: a person wants it. Not within ten seconds of the last
   * attempt, nor before the server's Retry-After has passed; then it answers what is kept.
   */
  refresh(): Promise<AirState>;
}

/**
 * When the server cannot be had, answers late, refuses (429) or breaks (5xx), the answer has the same
 * values and source times, not refreshed, so that every status is `stale`. A source that the server itself
 * did not call `ok` is never called so here. Nothing of it ever throws.
 */
export function cachedAir(options: CacheOptions): CachedAir {
  const { known, now } = cachedQuestion<AirHistory>(
    {
      name: 'air',
      paths: [`${API}readings`, `${API}history?region=all`],
      nothing: {
        state: { sources: { psi: never('psi'), pm25: never('pm25') }, centres: FALLBACK_CENTRES },
        hours: [],
      },
      isSomething: ({ state: { sources } }) => sources.psi.newest !== null || sources.pm25.newest !== null,
      isKept: isCachedAir,
      read: ([readings, history], before) => readAir(readings, history, before),
    },
    options,
  );
  return {
    state: async () => derive(await known()),
    refresh: async () => derive(await known(true)),
    async history() {
      const air = await known();
      return { state: derive(air), hours: air.value.hours };
    },
    now,
  };
}

function never(metric: Metric): SourceState {
  return { url: UPSTREAM_URLS[metric], refreshed: false, fetchedAt: null, newest: null };
}

function derive({ value: { state }, current }: Known<AirHistory>): AirState {
  const of = (source: SourceState) => ({ ...source, refreshed: source.refreshed && current });
  return { ...state, sources: { psi: of(state.sources.psi), pm25: of(state.sources.pm25) } };
}
