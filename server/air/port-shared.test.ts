import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/core/air/time/time.ts';
import { air, begin, end, readings, world } from '../../tests/support/air/air-port.ts';

beforeEach(begin);
afterEach(end);

const processes = () => [air({ isShared: true }), air({ isShared: true })] as const;

describe('air: processes that share a store', () => {
  it('ask the upstream once, however many are asked at the same time, and answer the same', async () => {
    const [one, other] = processes();
    await Promise.all([one, other, one, other].map(async (port) => port.state()));
    expect(world.standin.asked).toHaveLength(4);
    expect(await readings(other)).toEqual(await readings(one));
    expect((await other.history()).hours).toEqual((await one.history()).hours);
    for (const first of [one, other]) {
      world.now += 10 * MINUTE;
      const before = world.standin.asked.length;
      const fresh = await readings(first);
      const asked = world.standin.asked.length;
      expect(asked).toBeGreaterThan(before);
      expect(fresh.body.fetchedAt).toContain(first === one ? 'T16:30' : 'T16:40');
      expect(await readings(other)).toEqual(fresh);
      expect(await readings(one)).toEqual(fresh);
      expect(world.standin.asked).toHaveLength(asked);
    }
  });

  it('wait together after a failure, and show the same', async () => {
    const [one, other] = processes();
    await Promise.all([one.state(), other.state()]);
    world.standin.setFault('both', 'down');
    world.now += 10 * MINUTE;
    const delayed = await readings(one);
    expect(delayed.body.sources.psi.status).toBe('stale');
    const asked = world.standin.asked.length;
    expect(await readings(other)).toEqual(delayed);
    expect(world.standin.asked).toHaveLength(asked);
    world.standin.setFault('both', null);
    world.now += MINUTE;
    const fresh = await readings(other);
    expect(fresh.body.sources.psi.status).toBe('ok');
    expect(await readings(one)).toEqual(fresh);
  });
});
