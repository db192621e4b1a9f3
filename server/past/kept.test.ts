/** What ninety days cost, and that they stay ninety, on both databases with the functions that record them. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Store, StoredHour } from '../../src/api/ports.ts';
import { DAY, HOUR, MINUTE, sgtDate, toSgt } from '../../src/core/air/time/time.ts';
import { METRICS, type Metric, REGIONS } from '../../src/core/air/types.ts';
import { KEPT, KEPT_DAYS, keptSince, oldestDay, PAST_METRICS } from '../../src/core/past/metrics.ts';
import { hoursAfter } from '../../src/core/past/sky-hours.ts';
import { testedDatabases } from '../../tests/support/postgres/databases.ts';
import { fineData, SKY_NOW } from '../../tests/support/sky/sky-state.ts';
import { storeFetched } from '../air/air-store.ts';
import { NEVER_REFRESHED as AIR_NEVER } from '../air/refresh-record.ts';
import type { DatabaseAt } from '../config/database-at.ts';
import { NEVER_REFRESHED } from '../sky/refresh.ts';
import { readStoredFeed, storeFeed } from '../sky/sky-store.ts';
import { SERVER_SPACE } from '../store/index.ts';

/** The most that ninety days may cost, bytes. */
const BUDGET = 20 * 1024 * 1024;
const SIZE = {
  sqlite: "SELECT sum(pgsize) AS bytes FROM dbstat WHERE name IN ('hours', 'sqlite_autoindex_hours_1')",
  postgres: "SELECT pg_total_relation_size('hours')::bigint AS bytes",
};

/** A day of the air, with figures as long as real ones. */
function airDay(metric: Metric, day: string) {
  const hours = Array.from({ length: 24 }, (_, hour) => {
    const at = Date.parse(`${day}T00:00:00+08:00`) + hour * HOUR;
    const values = { north: 101, south: 102, east: 103, west: 104, central: 105 };
    return { metric, hour: toSgt(at), values, updatedTimestamp: toSgt(at + 65_000) };
  });
  return { day, hours };
}

/** Records a day as a server does, with a visit every six hours. */
async function recordDay(store: Store, midnight: number): Promise<void> {
  const end = midnight + 23 * HOUR + 30 * MINUTE;
  for (const metric of METRICS) {
    const days = [airDay(metric, sgtDate(midnight))];
    const fetched = { days, centres: {}, troubles: [], version: 'v2' as const };
    await storeFetched(store, metric, fetched, { ...AIR_NEVER, refreshed: true }, end);
  }
  for (let now = midnight; now < midnight + DAY; now += 6 * HOUR) {
    const data = fineData(now);
    for (const feed of ['rain', 'heat', 'uv', 'wind'] as const) {
      const held = { ...NEVER_REFRESHED, refreshed: true, newest: data[feed] };
      await storeFeed(store, feed, held as never, now);
    }
  }
}

/** The first moment of the day of SKY_NOW. */
const MIDNIGHT = Date.parse('2026-09-21T00:00:00+08:00');
let at: DatabaseAt;
let store: Store;

for (const { name, skip, empty, open, query } of testedDatabases()) {
  describe.skipIf(skip)(`past: what is kept in ${name}`, () => {
    beforeEach(async () => {
      at = await empty();
      store = (await open(at)).storeOf(SERVER_SPACE);
    });

    it('is never more than ninety days, of every metric, however long the server runs', async () => {
      const counts: number[] = [];
      for (let day = 0; day < KEPT_DAYS + 15; day += 1) {
        await recordDay(store, MIDNIGHT + day * DAY);
        const rows = (await query(at, 'SELECT count(*) AS rows FROM hours')) as [{ rows: unknown }];
        counts.push(Number(rows[0].rows));
      }
      const now = MIDNIGHT + (KEPT_DAYS + 14) * DAY + 23 * HOUR;
      const since = toSgt(0);
      for (const metric of PAST_METRICS) {
        const hours: StoredHour[] = await store.read((tx) => tx.hours(metric, since));
        const days = new Set(hours.map(({ hour }) => hour.slice(0, 10)));
        expect([metric, days.size, [...days].sort()[0]]).toEqual([metric, KEPT_DAYS, oldestDay(now)]);
      }
      // Full from the ninetieth day on, and not a row more after it.
      expect(new Set(counts.slice(KEPT_DAYS)).size).toBe(1);
      expect(Math.max(...counts)).toBeLessThanOrEqual(PAST_METRICS.length * KEPT_DAYS * 24);
    });

    it('costs less than 20 MB with every reading of ninety days', async () => {
      for (let day = 0; day < KEPT_DAYS; day += 1) {
        const midnight = keptSince(SKY_NOW) + day * DAY;
        await store.write(async (tx) => {
          for (const metric of METRICS) await tx.putHours(airDay(metric, sgtDate(midnight)).hours);
          for (const metric of ['rain', 'wbgt', 'uv'] as const) {
            const { step, places } = KEPT[metric];
            const values = metric === 'uv' ? [11] : REGIONS.map((_, n) => 20.1 + n);
            expect(values).toHaveLength(places.length);
            const readings = Array.from({ length: DAY / step }, (_, n) => ({
              metric,
              at: midnight + n * step,
              values,
            }));
            await tx.putHours(hoursAfter([], readings));
          }
        });
      }
      const [size] = (await query(at, SIZE[at.kind])) as [{ bytes: unknown }];
      console.info(`${name}: ninety days take ${(Number(size.bytes) / 1024 / 1024).toFixed(1)} MB`);
      expect(Number(size.bytes)).toBeGreaterThan(500_000);
      expect(Number(size.bytes)).toBeLessThan(BUDGET);
    });

    it('of a feed that fails, whose newest is of before, nothing is kept again', async () => {
      const newest = fineData(SKY_NOW).rain;
      await storeFeed(store, 'rain', { ...NEVER_REFRESHED, refreshed: false, newest }, SKY_NOW);
      expect((await readStoredFeed(store, 'rain')).newest).toEqual(newest);
      expect(await store.read((tx) => tx.hours('rain', toSgt(0)))).toEqual([]);
    });
  });
}
