import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Store, StoreUnavailable } from '../../src/api/ports.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { createLease, LEASE_MS } from './lease.ts';

let store: Store;

beforeEach(() => {
  store = memoryStore();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Each stands for a process. */
const lease = (name = 'work', of = store) => createLease({ store: of, name, now: () => Date.now() });
const never = async () => false;

/** Holds the lease until `end`. */
function hold(name?: string) {
  const work = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const done = lease(name).once(never, async () => {
    begun.resolve();
    await work.promise;
  });
  return { begun: begun.promise, end: () => work.resolve(), done };
}

describe('lease', () => {
  it('of ten processes one does the work, and the others see that it is done', async () => {
    let [done, times] = [false, 0];
    const all = Promise.all(
      Array.from({ length: 10 }, () =>
        lease().once(
          async () => done,
          async () => {
            times += 1;
            await new Promise((resolve) => setTimeout(resolve, 3 * LEASE_MS));
            done = true;
          },
        ),
      ),
    );
    await vi.advanceTimersByTimeAsync(4 * LEASE_MS);
    await all;
    expect(times).toBe(1);
  });

  it('another name is other work', async () => {
    const first = hold('one');
    await first.begun;
    const second = hold('other');
    await second.begun;
    first.end();
    second.end();
    await Promise.all([first.done, second.done]);
  });

  it('of a process that is killed, another takes the work over when its lease ends', async () => {
    // A killed process renews nothing: its clock stands still.
    const key = 'lease-work';
    await store.write((tx) =>
      tx.putValue(key, JSON.stringify({ holder: 'killed', until: Date.now() + LEASE_MS })),
    );
    const next = hold();
    let begun = false;
    void next.begun.then(() => {
      begun = true;
    });
    await vi.advanceTimersByTimeAsync(LEASE_MS - 500);
    expect(begun).toBe(false);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(begun).toBe(true);
    next.end();
    await next.done;
    expect(await store.read((tx) => tx.value(key))).toBeUndefined();
  });

  it('work that fails gives the lease back and says so', async () => {
    const broken = lease().once(never, () => Promise.reject(new Error('broken')));
    await expect(broken).rejects.toThrow('broken');
    const next = hold();
    await next.begun;
    next.end();
    await next.done;
  });

  it('a store that is away, and a lease of a clock that is wrong, stop nobody', async () => {
    const away = () => Promise.reject(new StoreUnavailable('away'));
    const work = vi.fn<() => Promise<void>>(async () => {});
    await lease('work', { ...store, read: away, write: away }).once(never, work);
    await store.write((tx) => tx.putValue('lease-work', JSON.stringify({ holder: 'x', until: 9e15 })));
    await lease().once(never, work);
    await store.write((tx) => tx.putValue('lease-work', 'no JSON'));
    await lease().once(never, work);
    expect(work).toHaveBeenCalledTimes(3);
  });
});
