/** Cases: the sky at an area and at all, with what must hold whatever its sources say. Parameters are in ../cases/air.ts. */
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { sgtDate } from '../../../src/core/air/time/time.ts';
import type { AreaSky } from '../../../src/core/sky/facts.ts';
import { AREA_IDS, AREAS } from '../../../src/core/sky/place/areas.ts';
import type { Sky } from '../../../src/core/sky/sky.ts';
import { FEEDS } from '../../../src/core/sky/types.ts';
import type { Caller, Case } from '../caller.ts';

async function sky({ send }: Caller, query = ''): Promise<Sky> {
  const response = await send('GET', `/api/v1/sky${query}`, { address: '192.0.2.200' });
  assert.equal(response.status, 200, response.text);
  return response.json as Sky;
}

/** What may be said at an area when the sources have these statuses. */
function holds({ sources }: Sky, { now, next }: AreaSky): void {
  const values = {
    forecast2h: next.forecast,
    rain: now.rain,
    heat: now.heat,
    uv: now.uv,
    wind: now.wind,
    forecast24h: next.periods[0] ?? null,
  };
  for (const feed of FEEDS) {
    if (feed === 'lightning' || sources[feed].status !== 'unavailable') continue;
    assert.equal(values[feed], null, feed);
  }
  const { state, nearestKm, lastStrikeAt } = now.lightning;
  if (sources.lightning.status === 'unavailable') assert.equal(state, 'unknown');
  if (state === 'none') assert.equal(sources.lightning.status, 'ok');
  if (state === 'none' || state === 'unknown') assert.deepEqual([nearestKm, lastStrikeAt], [null, null]);
}

export const skyCases: readonly Case[] = [
  {
    name: 'sky: exactly the documented members, and every area without one',
    async run(caller) {
      const members = 'apiVersion provenance area region fetchedAt sources warning now next sun'.split(' ');
      const one = await sky(caller, '?area=bishan');
      assert.deepEqual(Object.keys(one), members);
      assert.deepEqual([one.area, one.region], ['bishan', 'central']);
      const all = await sky(caller);
      assert.deepEqual(Object.keys(all), [...members, 'areas']);
      assert.deepEqual([all.area, all.region], ['all', null]);
      assert.deepEqual(
        all.areas?.map(({ id }) => id),
        AREA_IDS,
      );
      for (const { id, name, region } of all.areas ?? []) {
        const area = AREAS.find((known) => known.id === id);
        assert.deepEqual([name, region], [area?.name, area?.region]);
      }
      for (const body of [one, all]) {
        assert.deepEqual(Object.keys(body.sources), [...FEEDS]);
        holds(body, body);
      }
      for (const area of all.areas ?? []) holds(all, area);
    },
  },
  {
    name: 'sky: an area has the same by itself as among all',
    async run(caller) {
      // What a source says may change between two requests.
      for (let tries = 0; ; tries += 1) {
        const all = await sky(caller);
        const one = await sky(caller, '?area=pulau-ubin');
        const { now, next, region } = all.areas?.find(({ id }) => id === 'pulau-ubin') ?? assert.fail();
        if (JSON.stringify(all.sources) === JSON.stringify(one.sources)) {
          assert.deepEqual([one.now, one.next, one.region], [now, next, region]);
          return;
        }
        assert.ok(tries < 20, 'the sources change with every request');
        await setTimeout(100);
      }
    },
  },
  {
    name: 'sky: the sun of this day in Singapore, whatever the sources say',
    async run(caller) {
      const before = Date.now();
      const { sun } = await sky(caller, '?area=changi');
      const days = [sgtDate(before), sgtDate(Date.now())];
      const { sunrise, sunset, goldenMorning, goldenEvening, azimuth, altitude } = sun;
      const times = [sunrise, goldenMorning.to, goldenEvening.from, sunset];
      for (const time of times) assert.ok(days.includes(time.slice(0, 10)), time);
      assert.deepEqual(times, [...times].sort());
      assert.deepEqual([goldenMorning.from, goldenEvening.to], [sunrise, sunset]);
      assert.ok(azimuth >= 0 && azimuth < 360 && altitude > -90 && altitude <= 90);
    },
  },
];
