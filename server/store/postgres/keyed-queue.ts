/** A queue for each key: runs work under the same key one after the other, in the order of the calls. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function keyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const mine = before === undefined ? work() : before.then(work);
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
