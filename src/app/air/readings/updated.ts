/** Whether the sources of a response were updated, and how long to wait after one that was not. */
import { parseInstant } from '../../../core/air/time/time.ts';
import { METRICS } from '../../../core/air/types.ts';
import { backoff } from '../../../core/air/upstream/backoff.ts';
import { AHEAD_MAX, CACHE_SECONDS, FRESH_FOR } from '../../../core/air/upstream/freshness.ts';
import type { Readings } from '../../client/client.ts';

/** How many of the sources an update reached. */
export type Updated = 'all' | 'some' | 'none';

type Source = Pick<Readings['sources']['psi'], 'status' | 'timestamp' | 'fetchedAt'>;

/** Delay in ms after the first failure, doubled with each further one, as the worker's own. */
const RETRY_FIRST = 30_000;
/** Age in ms of the oldest fetch that needs no newer one: the server keeps it for ten minutes, then the device. */
const FETCHED_WITHIN = 2 * CACHE_SECONDS * 1000;

/**
 * True if the last update of a source succeeded. A response does not say so, but a current hour is `stale` only if
 * its update failed, and an old one is still fetched every ten minutes.
 * @param now ms since the epoch, the server's clock
 */
function isUpdated({ status, timestamp, fetchedAt }: Source, now: number): boolean {
  if (status === 'ok') return true;
  const [hour, fetched] = [parseInstant(timestamp), parseInstant(fetchedAt)];
  if (status === 'unavailable' || hour === undefined || fetched === undefined) return false;
  const age = now - hour;
  const isCurrent = age <= FRESH_FOR && age >= -AHEAD_MAX;
  return !isCurrent && now - fetched <= FETCHED_WITHIN;
}

/**
 * How many of a response's sources were updated.
 * @param now ms since the epoch, the server's clock
 */
export function updatedSources({ sources }: Pick<Readings, 'sources'>, now: number): Updated {
  const count = METRICS.filter((metric) => isUpdated(sources[metric], now)).length;
  return count === METRICS.length ? 'all' : count > 0 ? 'some' : 'none';
}

/**
 * ms until the next try.
 * @param failures in a row, at least 1
 * @param wait ms that the last response asked for, or 0
 */
export function retryDelay(failures: number, wait: number): number {
  return Math.max(backoff(failures, RETRY_FIRST), wait);
}
