import { afterEach, describe, expect, test } from 'vitest';
import { type Load, watchLoad } from './load.ts';

const open: Load[] = [];
afterEach(() => {
  for (const load of open.splice(0)) load.close();
});

function watching(...limits: Parameters<typeof watchLoad>): Load {
  const load = watchLoad(...limits);
  open.push(load);
  return load;
}

/** Blocks this thread, and with it the event loop. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

const ROOMY = { air: { working: 100, lag: 60_000 }, token: { working: 100, lag: 60_000 } };

describe('server: load', () => {
  test('an idle server turns nobody away', () => {
    const load = watching();
    expect([load.busy('air'), load.busy('token'), load.busy('public')]).toEqual(Array(3).fill(undefined));
  });

  test('a late event loop turns the air away first, and nobody once it is in time again', async () => {
    const load = watching({ ...ROOMY, air: { working: 100, lag: 250 } });
    block(500);
    expect(load.busy('air')).toBeGreaterThanOrEqual(1);
    expect(load.busy('token')).toBeUndefined();
    await expect.poll(() => load.busy('air'), { timeout: 20_000 }).toBeUndefined();
  });

  test('requests that are being worked on are counted, those that failed not for ever', async () => {
    const load = watching({ ...ROOMY, air: { working: 1, lag: 60_000 } });
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const counted = [load.count(first.promise), load.count(second.promise)];
    expect(load.busy('air')).toSatisfy((wait: number) => Number.isInteger(wait) && wait >= 1);
    expect(load.busy('token')).toBeUndefined();
    second.reject(new Error('gone'));
    await expect(counted[1]).rejects.toThrow('gone');
    expect(load.busy('air')).toBeUndefined();
    first.resolve();
    await counted[0];
  });
});
