import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/air/time/time.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { air, begin, end, world } from '../../tests/support/air/air-port.ts';

/** The first of the 24 hours that end with the newest one. */
const WINDOW_START = '2026-11-20T17:00:00+08:00';

beforeEach(begin);
afterEach(end);

describe('air: v2 first, v1 where it fails', () => {
  const both = (options: Parameters<typeof air>[0] = {}) => air({ v1Url: world.standin.v1Url, ...options });

  it('asks v1 for nothing while v2 is well', async () => {
    await both().state();
    expect(world.standin.asked.filter((path) => path.startsWith('/v1'))).toEqual([]);
  });

  it('from the first start v1 has the whole window, within the six calls', async () => {
    world.standin.setFault('both', '500', 'v2');
    const port = both();
    const { hours, state } = await port.history();
    expect(world.standin.asked).toHaveLength(6);
    expect(state.sources.psi.url).toBe(`${world.standin.v1Url}/psi`);
    world.standin.setFault('both', null);
    world.store = memoryStore();
    const plain = (figures: typeof hours) =>
      figures
        .map(({ metric, hour, values }) => ({ metric, hour, values }))
        .filter(({ hour }) => hour >= WINDOW_START);
    expect(plain(hours)).toEqual(plain((await both().history()).hours));
  });

  it('remembers over a restart which of them the figures are from', async () => {
    world.standin.setFault('psi', 'empty', 'v2');
    await both().state();
    world.standin.setFault('both', 'down');
    const { sources } = await both().state();
    expect(sources.psi.url).toBe(`${world.standin.v1Url}/psi`);
    expect(sources.pm25.url).toBe(`${world.standin.v2Url}/pm25`);
    world.now += 10 * MINUTE;
    expect((await both().state()).sources.psi.url).toBe(`${world.standin.v1Url}/psi`);
  });

  it('reads a memo of before there was a v1', async () => {
    await air().state();
    await world.store.write(async (tx) => {
      const memo = JSON.parse((await tx.value('air')) ?? '{}');
      for (const metric of ['psi', 'pm25']) delete memo[metric].answeredBy;
      await tx.putValue('air', JSON.stringify(memo));
    });
    const before = world.standin.asked.length;
    expect((await both().state()).sources.psi).toMatchObject({
      refreshed: true,
      url: `${world.standin.v2Url}/psi`,
    });
    expect(world.standin.asked).toHaveLength(before);
  });

  it('a v2 that fails for good is asked less and less, and v1 goes on', async () => {
    world.standin.setFault('psi', '500', 'v2');
    const port = both();
    const v2 = () => world.standin.asked.filter((path) => path.startsWith('/psi')).length;
    for (let index = 0; index < 18; index += 1) {
      expect((await port.state()).sources.psi).toMatchObject({
        refreshed: true,
        url: `${world.standin.v1Url}/psi`,
      });
      world.now += 10 * MINUTE;
    }
    expect(v2()).toBeLessThan(14);
    world.standin.setFault('psi', null);
    world.now += 30 * MINUTE;
    expect((await port.state()).sources.psi.url).toBe(`${world.standin.v2Url}/psi`);
  });

  it('says in the log what v2 did when v1 made it good', async () => {
    const said: unknown[] = [];
    world.standin.setFault('pm25', 'html', 'v2');
    await both({ log: (message, facts) => said.push({ message, ...facts }) }).state();
    expect(said).toEqual([
      {
        message: 'the upstream was read after trouble',
        source: 'pm25',
        reason: 'v2: malformed',
        detail: expect.stringContaining('v2: HTTP 200'),
        answeredBy: 'v1',
      },
    ]);
  });

  it('an upstream that breaks again and again is never called more than six times in ten seconds', async () => {
    const faults = ['500', 'down', 'html', 'empty', 'frozen', '404', null] as const;
    const calls: number[] = [];
    const counting: typeof fetch = (input, init) => {
      calls.push(world.now);
      return fetch(input, init);
    };
    const port = both({ fetch: counting });
    for (let second = 0; second < 1800; second += 2) {
      if (second % 20 === 0) {
        for (const metric of ['psi', 'pm25'] as const) {
          for (const version of ['v2', 'v1'] as const) {
            const fault = faults[(second / 20 + calls.length + (metric === 'psi' ? 1 : 3)) % faults.length];
            world.standin.setFault(metric, fault ?? null, version);
          }
        }
      }
      await port.state();
      world.now += 2000;
    }
    expect(calls.length).toBeGreaterThan(50);
    for (const at of calls) {
      expect(calls.filter((other) => other > at - 10_000 && other <= at).length).toBeLessThanOrEqual(6);
    }
  });

  it('lengthens a pause at random by up to a half', async () => {
    world.standin.setFault('psi', '500');
    const port = air({ random: () => 1 });
    await port.state();
    const asked = () => world.standin.asked.filter((path) => path.startsWith('/psi')).length;
    world.now += 14_999;
    await port.state();
    expect(asked()).toBe(1);
    world.now += 1;
    await port.state();
    expect(asked()).toBe(2);
  });
});
