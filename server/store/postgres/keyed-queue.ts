import { StoreUnavailable } from '../../../src/api/ports.ts';

/**
 * A queue for each key: runs work under the same key one after the other, in the order of the calls.
 * @throws StoreUnavailable if the turn of the work came too late
 */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** @param patienceMs how long work may wait for its turn: behind work that hangs, all would hang in turn */
export function keyedQueue(patienceMs: number): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const calledAt = performance.now();
    const mine =
      before === undefined
        ? work()
        : before.then(() => {
            if (performance.now() - calledAt > patienceMs) {
              throw new StoreUnavailable('the writes before this one took too long');
            }
            return work();
          });
    // The next one begins even after an error.
    const done = mine.catch(() => {});
    last.set(key, done);
    try {
      return await mine;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}
