/** Wrappers that count errors of stores, refusals of limits, and defects. */
import type { Busy, Store } from '../../src/api/ports.ts';
import { ClientGone } from '../http/body.ts';
import type { Limiter } from '../http/limiter.ts';
import type { Log } from '../http/log.ts';
import type { Metrics } from './metrics.ts';

/**
 * @param storeOf returns the same store for the same space; so does the result
 * @param onError called with the error of each read and write that fails
 */
export function watchedStores(
  storeOf: (space: string) => Store,
  onError: (error: unknown) => void,
): (space: string) => Store {
  const watched = new WeakMap<Store, Store>();
  const watch = <T>(result: Promise<T>): Promise<T> =>
    result.catch((error: unknown) => {
      onError(error);
      throw error;
    });
  return (space) => {
    const store = storeOf(space);
    const known = watched.get(store);
    if (known !== undefined) return known;
    const { snapshot } = store;
    const made: Store = {
      ...store,
      ...(snapshot && { snapshot: (byLink) => watch(snapshot.call(store, byLink)) }),
      read: (work) => watch(store.read(work)),
      write: (work) => watch(store.write(work)),
    };
    watched.set(store, made);
    return made;
  };
}

/** What is limited. */
export type LimitName = 'air' | 'wrong_token' | 'issued' | 'shared' | 'subscribed';

/** @param metrics undefined if nothing is counted */
export function watchedLimiter(
  limiter: Limiter,
  by: LimitName,
  metrics: Pick<Metrics, 'refused'> | undefined,
): Limiter {
  if (metrics === undefined) return limiter;
  function count(wait: number | undefined): number | undefined {
    if (wait !== undefined) metrics?.refused(by);
    return wait;
  }
  return {
    consume(address) {
      const wait = limiter.consume(address);
      return wait instanceof Promise ? wait.then(count) : count(wait);
    },
    get size() {
      return limiter.size;
    },
  };
}

/** @param metrics undefined if nothing is counted */
export function watchedBusy(busy: Busy, metrics: Pick<Metrics, 'refused'> | undefined): Busy {
  if (metrics === undefined) return busy;
  return (access) => {
    const wait = busy(access);
    if (wait !== undefined) metrics.refused('busy');
    return wait;
  };
}

/** @param metrics undefined if nothing is counted */
export function watchedLog(log: Log, metrics: Pick<Metrics, 'defect'> | undefined): Log {
  if (metrics === undefined) return log;
  return {
    ...log,
    defect(id, error) {
      if (!(error instanceof ClientGone)) metrics.defect();
      log.defect(id, error);
    },
  };
}
