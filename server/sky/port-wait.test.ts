import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Store, StoreFull } from '../../src/api/ports.ts';
import { MINUTE } from '../../src/core/air/time/time.ts';
import { manualClock } from '../../tests/support/air/manual-clock.ts';
import { ownTime } from '../../tests/support/busy/own-time.ts';
import {
  addressOf,
  at,
  begin,
  callsOf,
  end,
  sky,
  skyOf,
  statusOf,
  world,
} from '../../tests/support/sky/sky-port.ts';
import { upstreamCalls } from '../upstream/calls.ts';
import { POLLED_FOR } from './polling.ts';

beforeEach(begin);
afterEach(end);

const asked = (path: string) => world.standin.asked.filter((each) => each.startsWith(path)).length;

describe('sky: the server while the upstream hangs', () => {
  it('a feed that hangs is in doubt as soon as an answer no longer waits, and until an answer came', async () => {
    const port = sky();
    await port.state();
    let release = () => {};
    const held: typeof fetch = async (input, init) => {
      if (addressOf(input).includes('/rainfall')) await new Promise<void>((done) => (release = done));
      return fetch(input, init);
    };
    const hanging = sky({ fetch: held, waitMs: 20 });
    world.now += 5 * MINUTE;
    // The others may take longer than that, too.
    await expect.poll(() => statusOf(hanging, 'heat')).toBe('ok');
    await expect.poll(() => statusOf(hanging, 'rain')).toBe('stale');
    const doubtful = await hanging.state();
    expect(await hanging.state(), 'made once').toBe(doubtful);
    expect(doubtful.feeds.rain).toMatchObject({ refreshed: false });
    expect(doubtful.feeds.rain.newest?.gauges).toHaveLength(89);
    expect((await skyOf(hanging)).warning).toMatch(/rain/i);
    release();
    await expect.poll(() => statusOf(hanging, 'rain')).toBe('ok');
  });

  it('whoever asks once that time is over does not wait at all', async () => {
    await sky().state();
    world.now += 5 * MINUTE;
    world.standin.setFault('rain', 'hang');
    const port = sky({ waitMs: 200 });
    await port.state();
    using time = ownTime();
    for (let index = 0; index < 20; index += 1) await port.state();
    // If each request waited by itself, this would take four seconds.
    expect(time.ms()).toBeLessThan(2_000);
    expect(asked('/rainfall')).toBe(2);
  });

  it('a feed that waits for its turn is in no doubt: its age decides', async () => {
    await sky().state();
    world.now += 5 * MINUTE;
    const clock = manualClock();
    const port = sky({ calls: upstreamCalls({ clock }), waitMs: 50 });
    await expect.poll(() => statusOf(port, 'lightning')).toBe('ok');
    const waiting = await port.state();
    expect(waiting.feeds.rain).toMatchObject({ refreshed: true });
    expect(asked('/rainfall'), 'three seconds after lightning').toBe(1);
    await clock.advance(3_000);
    await expect.poll(() => asked('/rainfall')).toBe(2);
  });

  it('with nothing to show it answers with the first feed that has something, and does not wait for ever', async () => {
    const port = sky({ calls: upstreamCalls({ clock: manualClock() }), waitMs: 1, firstWaitMs: 60_000 });
    const first = await port.state();
    expect(first.feeds.lightning.newest).not.toBeNull();
    expect(first.feeds.forecast24h.newest).toBeNull();
    world.standin.setFault('sky', 'hang');
    const none = sky({
      waitMs: 1,
      firstWaitMs: 100,
      store: { ...world.store, read: async () => undefined as never },
    });
    expect((await none.state()).feeds.lightning.newest).toBeNull();
    world.standin.setFault('sky', 'down');
    // The others never get their turn, so that the first failure must be enough.
    const down = sky({
      calls: upstreamCalls({ clock: manualClock() }),
      waitMs: 1,
      firstWaitMs: 60_000,
      store: { ...world.store, read: async () => undefined as never },
    });
    expect((await down.state()).feeds.lightning.newest).toBeNull();
    expect((await down.state()).feeds.lightning.newest).toBeNull();
  });
});

describe('sky: polling', () => {
  it('goes on for some minutes after the last question, so that answers are there, and then stops', async () => {
    const timers = manualClock();
    const now = () => start + timers.elapsed();
    const start = world.now;
    const port = sky({ after: timers.after, now });
    const settled = async (ms: number) => {
      for (let left = ms; left > 0; left -= 5_000) {
        await timers.advance(Math.min(5_000, left));
        world.now = now();
        const known = world.standin.asked.length;
        // The refreshes of this moment end before time goes on.
        await expect.poll(() => isQuiet(known)).toBe(true);
      }
    };
    let last = -1;
    const isQuiet = (known: number) => {
      const quiet = world.standin.asked.length === last;
      last = world.standin.asked.length;
      return quiet && last >= known;
    };
    await port.state();
    expect(asked('/weather?api=lightning')).toBe(1);
    await settled(2 * MINUTE + 5_000);
    expect(asked('/weather?api=lightning')).toBe(2);
    await settled(POLLED_FOR);
    const polled = world.standin.asked.length;
    expect(asked('/weather?api=lightning')).toBe(3);
    expect(asked('/rainfall')).toBe(2);
    await settled(20 * MINUTE);
    expect(world.standin.asked, 'nobody looks').toHaveLength(polled);
    await port.state();
    expect(asked('/weather?api=lightning')).toBe(4);
    port.close();
    await settled(POLLED_FOR);
    await port.state();
    expect(asked('/weather?api=lightning'), 'closed').toBe(4);
  });
});

describe('sky: processes that share a store', () => {
  it('ask for each feed once, however many are asked at the same time, and answer the same', async () => {
    const [one, other] = [sky({ isShared: true }), sky({ isShared: true })];
    await Promise.all([one, other, one, other].map((port) => port.state()));
    expect(world.standin.asked).toHaveLength(8);
    expect((await other.state()).feeds).toEqual((await one.state()).feeds);
    world.now += 5 * MINUTE;
    await one.state();
    const count = world.standin.asked.length;
    expect((await other.state()).feeds).toEqual((await one.state()).feeds);
    expect(world.standin.asked).toHaveLength(count);
  });

  it('wait together after a failure, and show the same', async () => {
    const [one, other] = [sky({ isShared: true }), sky({ isShared: true })];
    await Promise.all([one.state(), other.state()]);
    world.standin.setFault('sky', 'down');
    world.now += 5 * MINUTE;
    expect(await statusOf(one, 'rain')).toBe('stale');
    const count = world.standin.asked.length;
    expect(await skyOf(other)).toEqual(await skyOf(one));
    expect(world.standin.asked).toHaveLength(count);
  });
});

describe('sky: a shared store that takes no writes any more', () => {
  it('does not bring back what it held before', async () => {
    let isFull = false;
    const full: Store['write'] = (work) =>
      isFull ? Promise.reject(new StoreFull('full')) : world.store.write(work);
    const port = sky({ isShared: true, store: { ...world.store, write: full } });
    await port.state();
    isFull = true;
    world.now += 5 * MINUTE;
    const known = await skyOf(port);
    expect(known.sources.rain).toMatchObject({ timestamp: at('15:05'), status: 'ok' });
    world.standin.setFault('sky', 'down');
    world.now += 5 * MINUTE;
    expect((await skyOf(port)).sources.rain).toEqual({ ...known.sources.rain, status: 'stale' });
  });
});

describe('sky: beside the air', () => {
  it('a feed that fails again and again, and all the others, stay within six calls in ten seconds', async () => {
    const calls: number[] = [];
    const counting: typeof fetch = (input, init) => {
      calls.push(world.clock.elapsed());
      return fetch(input, init);
    };
    const faults = ['500', 'down', 'html', 'empty', 'frozen', '404', null] as const;
    const port = sky({ calls: callsOf({ fetch: counting }) });
    for (let round = 0; round < 60; round += 1) {
      world.standin.setFault('sky', faults[round % faults.length] ?? null, round % 2 === 0 ? 'v2' : 'v1');
      await port.state();
      world.now += 20_000;
    }
    expect(calls.length).toBeGreaterThan(50);
    const sorted = calls.toSorted((a, b) => a - b);
    for (const [index, time] of sorted.entries()) {
      const before = sorted[index - 1];
      if (before !== undefined) expect(time - before).toBeGreaterThanOrEqual(3_000);
      expect(sorted.filter((other) => other > time - 10_000 && other <= time).length).toBeLessThanOrEqual(6);
    }
  });
});
