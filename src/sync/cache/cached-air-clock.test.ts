import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginAnew,
  device,
  offline,
  readings,
  START,
  serverSays,
  statuses,
  world,
} from '../../../tests/support/air/cached-air.ts';
import { HOUR, MINUTE } from '../../core/air/time/time.ts';

beforeEach(beginAnew);

describe('air: the device with a wrong clock', () => {
  it.each([
    ['slow', -5 * HOUR],
    ['fast', 3 * HOUR],
  ])('a %s clock makes no fresh reading old and no old one fresh', async (_, wrongBy) => {
    world.deviceIsWrongBy = wrongBy;
    world.time = START + HOUR + 50 * MINUTE;
    expect(statuses(await readings(device()))).toEqual(['ok', 'ok']);
    const restarted = device();
    expect(statuses(await readings(restarted))).toEqual(['ok', 'ok']);
    expect(Math.abs(restarted.now() - world.time)).toBeLessThan(1000);
    world.time += 6 * MINUTE;
    expect(statuses(await readings(restarted))).toEqual(['stale', 'stale']);
    expect(world.asked).toHaveLength(1);
  });

  it('counts the time that the response spent in caches', async () => {
    world.respond = () => {
      const response = serverSays()();
      response.headers.set('age', '120');
      return response;
    };
    const air = device();
    await air.state();
    expect(air.now() - world.time).toBe(120_000);
  });

  it('ignores the clock of a sign-in page', async () => {
    const air = device();
    await air.state();
    world.respond = () =>
      new Response('<h1>Welcome</h1>', { headers: { date: new Date(world.time - HOUR).toUTCString() } });
    world.time += 10 * MINUTE;
    await air.state();
    expect(Math.abs(air.now() - world.time)).toBeLessThan(1000);
  });

  it('can be refreshed by hand after the clock was set back', async () => {
    const air = device();
    await air.state();
    world.deviceIsWrongBy = -5000;
    await air.refresh();
    expect(world.asked).toHaveLength(2);
  });

  it('asks again after the clock was set back, and is stale if that fails', async () => {
    const air = device();
    await air.state();
    world.respond = offline;
    world.deviceIsWrongBy = -2 * MINUTE;
    expect(statuses(await readings(air))).toEqual(['stale', 'stale']);
    expect(world.asked).toHaveLength(2);
  });
});
