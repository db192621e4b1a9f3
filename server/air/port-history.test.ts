import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AirPort, Store } from '../../src/api/ports.ts';
import { DAY, HOUR, MINUTE, toSgt } from '../../src/core/air/time/time.ts';
import { REGIONS } from '../../src/core/air/types.ts';
import {
  addressOf,
  air,
  begin,
  end,
  HOUR_16,
  lockedStore,
  START,
  world,
} from '../../tests/support/air/air-port.ts';
import { DAYS } from '../standin/air/days.ts';

beforeEach(begin);
afterEach(end);

describe('air: the hours that history shows', () => {
  it('has the hours of both metrics up to the newest, beside the same state', async () => {
    const port = air();
    const history = await port.history();
    expect(history.state).toBe(await port.state());
    for (const metric of ['psi', 'pm25'] as const) {
      const hours = history.hours.filter((figure) => figure.metric === metric);
      expect(new Set(hours.map(({ hour }) => hour)).size).toBe(hours.length);
      expect(hours.map(({ hour }) => hour).toSorted()).toEqual(
        Array.from({ length: 25 }, (_, index) => toSgt(START - 20 * MINUTE - (24 - index) * HOUR)),
      );
      const values = hours.find(({ hour }) => hour === HOUR_16)?.values;
      expect(REGIONS.map((region) => values?.[region])).toEqual(DAYS[metric][0][16]?.values);
    }
  });

  it('is made once for a state and looks into the store no more, however often it is asked', async () => {
    let looks = 0;
    const counting: Store = {
      ...world.store,
      read: (work) => {
        looks += 1;
        return world.store.read(work);
      },
    };
    const port = air({ store: counting });
    const first = await port.history();
    const before = looks;
    const all = await Promise.all(Array.from({ length: 1000 }, () => port.history()));
    expect(new Set(all)).toEqual(new Set([first]));
    expect(looks).toBe(before);
    world.now += 10 * MINUTE;
    expect(await port.history()).not.toBe(first);
  });

  it('has the kept hours after a restart, with the upstream gone for days', async () => {
    const before = await air().history();
    world.standin.setFault('both', 'down');
    world.now += 2 * DAY;
    const after = await air().history();
    expect(after.hours).toEqual(before.hours);
    expect(after.state.sources.psi.refreshed).toBe(false);
  });

  it('has the hours without a store that answers', async () => {
    const whole = await air().history();
    expect((await air({ store: lockedStore() }).history()).hours).toEqual(whole.hours);
  });

  it('is empty while nothing is known', async () => {
    world.standin.setFault('both', 'down');
    expect((await air().history()).hours).toEqual([]);
  });
});

describe('air: late and repeated publications', () => {
  interface PublishedHour {
    readonly hour: string;
    readonly updated: string;
    readonly south: number | undefined;
  }
  let published: PublishedHour[] = [];
  const answering: typeof fetch = async (input) => {
    const date = new URL(addressOf(input)).searchParams.get('date') ?? '';
    const items = published.map(({ hour, updated, south }) => ({
      timestamp: `${date}T${hour}:00+08:00`,
      updatedTimestamp: `${date}T${updated}:00+08:00`,
      readings: { pm25_one_hourly: { north: 53, south, east: 63, west: 103, central: 80 } },
    }));
    return Response.json({ code: 0, data: { regionMetadata: [], items }, errorMsg: '' });
  };
  const south = async (port: AirPort) => (await port.state()).sources.pm25.newest?.values.south;

  it('a region that was missing appears once the upstream fills it in', async () => {
    const port = air({ fetch: answering });
    published = [{ hour: '16:00', updated: '16:01', south: undefined }];
    expect(await south(port)).toBeNull();
    published = [{ hour: '16:00', updated: '16:46', south: 106 }];
    world.now += 10 * MINUTE;
    expect(await south(port)).toBe(106);
  });

  it('a figure of yesterday that was corrected is seen within the hour', async () => {
    let [south, minutes] = [50, '01'];
    const wholeDays: typeof fetch = (input, init) => {
      const count = addressOf(input).endsWith('date=2026-11-21') ? 17 : 24;
      published = Array.from({ length: count }, (_, index) => {
        const hour = String(index).padStart(2, '0');
        return { hour: `${hour}:00`, updated: `${hour}:${minutes}`, south };
      });
      return answering(input, init);
    };
    const port = air({ fetch: wholeDays });
    const southAt20 = async () =>
      (await port.history()).hours.find(({ hour }) => hour === '2026-11-20T20:00:00+08:00')?.values.south;
    expect(await southAt20()).toBe(50);
    [south, minutes] = [77, '46'];
    world.now += 10 * MINUTE;
    expect(await southAt20()).toBe(50);
    world.now += 50 * MINUTE;
    expect(await southAt20()).toBe(77);
  });

  it('an older publication from a cache does not undo a later one', async () => {
    const port = air({ fetch: answering });
    published = [{ hour: '16:00', updated: '16:18', south: 106 }];
    await south(port);
    published = [{ hour: '16:00', updated: '16:01', south: 99 }];
    world.now += 10 * MINUTE;
    expect(await south(port)).toBe(106);
  });
});
