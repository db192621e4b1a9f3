import { beforeEach, describe, expect, it } from 'vitest';
import {
  beginSkyAnew,
  noNetwork,
  serverHas,
  skyDevice,
  skyOf,
  skyResponse,
  skyWorld,
} from '../../../tests/support/sky/cached-sky.ts';
import { fineData, SKY_NOW, skyState } from '../../../tests/support/sky/sky-state.ts';
import { HOUR, MINUTE, toSgt } from '../../core/air/time/time.ts';
import { factsOf } from '../../core/sky/facts.ts';
import { skyBody } from '../../core/sky/sky.ts';
import type { Feed } from '../../core/sky/types.ts';

beforeEach(beginSkyAnew);

const UNKNOWN = { state: 'unknown', nearestKm: null, lastStrikeAt: null };

describe('sky: on the device', () => {
  it('answers for every area as its server would', async () => {
    const device = skyDevice();
    const facts = factsOf(skyState());
    for (const area of ['bishan', 'tuas', 'pulau-tekong', 'all'] as const) {
      expect(await skyOf(device, area)).toEqual(skyBody(facts, { area, now: SKY_NOW }).body);
    }
    expect(skyWorld.asked).toEqual(['/api/v1/sky']);
  });

  it('changes the town without a network, and tells nobody which it is', async () => {
    const device = skyDevice();
    await skyOf(device, 'bishan');
    skyWorld.respond = noNetwork;
    const tuas = await skyOf(device, 'tuas');
    expect(tuas.now.rain).toMatchObject({ mmPer5min: 2.4, band: 'heavy', station: 'Tuas South Avenue 3' });
    expect(skyWorld.asked).toEqual(['/api/v1/sky']);
  });

  it('asks again after two minutes, not before, and earlier for a person', async () => {
    const device = skyDevice();
    await device.state();
    skyWorld.time += 2 * MINUTE - 1;
    await device.state();
    expect(skyWorld.asked).toHaveLength(1);
    skyWorld.time += 1;
    await device.state();
    expect(skyWorld.asked).toHaveLength(2);
    skyWorld.time += 10_000;
    await device.refresh();
    expect(skyWorld.asked).toHaveLength(3);
  });

  it('asks again within seconds while its server is without a source, as one that just woke up is', async () => {
    const nothing = { refreshed: false, fetchedAt: null, newest: null as never };
    const without = (...feeds: readonly Feed[]) =>
      serverHas(skyState(skyWorld.time, {}, Object.fromEntries(feeds.map((feed) => [feed, nothing]))));
    const device = skyDevice();
    const rainAfter = async (seconds: number, respond: typeof skyWorld.respond) => {
      skyWorld.time += seconds * 1000;
      skyWorld.respond = respond;
      return [(await skyOf(device)).now.rain?.mmPer5min, skyWorld.asked.length];
    };
    expect(await rainAfter(0, without('rain', 'heat'))).toEqual([undefined, 1]);
    expect(await rainAfter(2.9, without('heat'))).toEqual([undefined, 1]);
    expect(await rainAfter(0.1, without('heat'))).toEqual([0, 2]);
    // One that stays without it is asked less and less, and not more than four times a minute.
    for (const [index, seconds] of [6, 12, 15, 15, 15].entries()) {
      expect(await rainAfter(seconds - 0.1, without('heat'))).toEqual([0, index + 2]);
      expect(await rainAfter(0.1, without('heat'))).toEqual([0, index + 3]);
    }
    expect(await rainAfter(15, serverHas(skyState(skyWorld.time)))).toEqual([0, 8]);
    expect(await rainAfter(119, serverHas(skyState(skyWorld.time)))).toEqual([0, 8]);
    // What is lost later is looked for as soon as at first.
    expect(await rainAfter(1, without('rain'))).toEqual([0, 9]);
    expect(await rainAfter(3, serverHas(skyState(skyWorld.time)))).toEqual([0, 10]);
  });

  it('calls nothing current past its limit, also while its server is not asked for two minutes', async () => {
    const { rain, lightning } = fineData(SKY_NOW);
    const old = { rain: toSgt(SKY_NOW - 14 * MINUTE), lightning: toSgt(SKY_NOW - 7 * MINUTE) };
    skyWorld.respond = serverHas(
      skyState(SKY_NOW, {
        rain: { ...rain, timestamp: old.rain },
        lightning: { ...lightning, timestamp: old.lightning },
      }),
    );
    const device = skyDevice();
    const statusAfter = async (seconds: number) => {
      skyWorld.time = SKY_NOW + seconds * 1000;
      const { sources, now } = await skyOf(device);
      return [sources.rain.status, sources.rain.timestamp, sources.lightning.status, now.lightning.state];
    };
    const first = await statusAfter(0);
    expect(first.slice(0, 3)).toEqual(['ok', old.rain, 'ok']);
    skyWorld.respond = noNetwork;
    expect(await statusAfter(59)).toEqual(first);
    expect(await statusAfter(61)).toEqual(['stale', old.rain, 'stale', 'unknown']);
    expect(skyWorld.asked).toHaveLength(1);
  });

  it('turns each source stale and then takes it away by its own limits while the server cannot be had', async () => {
    await skyOf(skyDevice());
    skyWorld.respond = noNetwork;
    const shownAfter = async (minutes: number) => {
      skyWorld.time = SKY_NOW + minutes * MINUTE;
      // Every time a worker that starts cold.
      const { sources, now, next } = await skyOf(skyDevice());
      return [
        sources.rain.status,
        now.rain?.mmPer5min,
        now.lightning.state,
        now.heat?.wbgt,
        next.forecast?.kind ?? sources.forecast2h.status,
        next.periods.length,
      ];
    };
    expect(await shownAfter(3)).toEqual(['stale', 0, 'unknown', 31.4, 'fair', 4]);
    expect(await shownAfter(28)).toEqual(['stale', 0, 'unknown', 31.4, 'fair', 4]);
    expect(await shownAfter(29)).toEqual(['unavailable', undefined, 'unknown', 31.4, 'fair', 4]);
    expect(await shownAfter(54)).toEqual(['unavailable', undefined, 'unknown', undefined, 'fair', 4]);
    expect(await shownAfter(114)).toEqual(['unavailable', undefined, 'unknown', undefined, 'unavailable', 4]);
    expect(await shownAfter(6 * 60)).toEqual([
      'unavailable',
      undefined,
      'unknown',
      undefined,
      'unavailable',
      3,
    ]);
    expect(await shownAfter(48 * 60)).toEqual([
      'unavailable',
      undefined,
      'unknown',
      undefined,
      'unavailable',
      0,
    ]);
  });

  it('reckons the sun itself, also with nothing else', async () => {
    skyWorld.respond = noNetwork;
    const { sun, sources, warning } = await skyOf(skyDevice());
    expect(sun.sunset.slice(0, 16)).toBe('2026-09-21T19:01');
    expect(Object.values(sources).map(({ status }) => status)).toEqual(Array(7).fill('unavailable'));
    expect(warning).toContain('The two-hour forecast is unavailable: nothing is known;');
  });

  it.each([3, 9, 60])(
    "asks for the server's clock at once when its own is set back by %i minutes",
    async (back) => {
      const device = skyDevice();
      await skyOf(device);
      skyWorld.deviceIsWrongBy = -back * MINUTE;
      skyWorld.respond = serverHas(skyState());
      skyWorld.time += MINUTE;
      await skyOf(device);
      expect([skyWorld.asked.length, device.now()]).toEqual([2, skyWorld.time]);
      skyWorld.time += 8 * MINUTE;
      skyWorld.respond = noNetwork;
      expect((await skyOf(device)).now.lightning.state).toBe('unknown');
    },
  );

  it("keeps to the server's clock if its own is wrong by a day", async () => {
    for (const wrongBy of [-24 * HOUR, 24 * HOUR]) {
      beginSkyAnew();
      skyWorld.deviceIsWrongBy = wrongBy;
      const device = skyDevice();
      const body = await skyOf(device);
      expect(body).toEqual(skyBody(factsOf(skyState()), { area: 'bishan', now: SKY_NOW }).body);
      skyWorld.respond = noNetwork;
      skyWorld.time += 31 * MINUTE;
      expect((await skyOf(device)).now.rain).toBeNull();
    }
  });

  it('keeps a strike it was told of until its limit, and never an all-clear', async () => {
    const { lightning } = fineData(SKY_NOW);
    const strike = { latitude: 1.36, longitude: 103.84, at: lightning.timestamp, kind: 'ground' as const };
    skyWorld.respond = serverHas(skyState(SKY_NOW, { lightning: { ...lightning, strikes: [strike] } }));
    const device = skyDevice();
    expect((await skyOf(device)).now.lightning.state).toBe('near');
    skyWorld.respond = noNetwork;
    skyWorld.time += 14 * MINUTE;
    expect((await skyOf(device)).now.lightning).toMatchObject({ state: 'near', nearestKm: 1 });
    skyWorld.time += MINUTE;
    expect((await skyOf(device)).now.lightning).toEqual(UNKNOWN);
  });

  it('calls nothing current that its server does not', async () => {
    const state = skyState(SKY_NOW, {}, { lightning: { refreshed: false }, heat: { refreshed: false } });
    skyWorld.respond = serverHas(state);
    const { sources, now } = await skyOf(skyDevice());
    expect([sources.heat.status, sources.lightning.status, sources.rain.status]).toEqual([
      'stale',
      'stale',
      'ok',
    ]);
    expect([now.heat?.wbgt, now.lightning]).toEqual([31.4, UNKNOWN]);
  });

  it('keeps what it has of a feed that the server lost, feed by feed', async () => {
    const device = skyDevice();
    await device.state();
    skyWorld.time += 3 * MINUTE;
    const lost = { refreshed: true, fetchedAt: null, newest: null };
    skyWorld.respond = serverHas(skyState(skyWorld.time, {}, { rain: lost }));
    const { sources, now } = await skyOf(device);
    expect([sources.rain.status, now.rain?.mmPer5min]).toEqual(['stale', 0]);
    expect([sources.heat.status, now.heat?.wbgt]).toEqual(['ok', 31.4]);
  });

  it('stores nothing unchecked: whatever is no response of the sky is ignored', async () => {
    const body = skyBody(factsOf(skyState()), { area: 'all', now: SKY_NOW }).body;
    const [first, ...others] = body.areas ?? [];
    const withRain = (rain: unknown) => ({
      ...body,
      areas: [{ ...first, now: { ...first?.now, rain } }, ...others],
    });
    const wrong: readonly unknown[] = [
      {},
      '<h1>Welcome</h1>',
      { ...body, apiVersion: '2' },
      { ...body, areas: undefined },
      { ...body, sources: { ...body.sources, rain: { ...body.sources.rain, timestamp: 'today' } } },
      withRain({ mmPer5min: 'NA', band: 'none', station: 'x', distanceKm: 1 }),
      withRain({ mmPer5min: -1, band: 'none', station: 'x', distanceKm: 1 }),
      withRain({ mmPer5min: 1, band: 'biblical', station: 'x', distanceKm: 1 }),
    ];
    for (const response of wrong) {
      beginSkyAnew();
      skyWorld.respond = () => skyResponse(response);
      const { sources } = await skyOf(skyDevice());
      expect(sources.heat.status).toBe('unavailable');
    }
    await skyWorld.store.write((tx) =>
      tx.putValue('sky', JSON.stringify({ value: { rain: 1 }, asked: 9e15 })),
    );
    skyWorld.respond = noNetwork;
    expect((await skyOf(skyDevice())).sources.heat.status).toBe('unavailable');
  });

  it('leaves null what an older or newer server does not say of an area', async () => {
    const body = skyBody(factsOf(skyState()), { area: 'all', now: SKY_NOW }).body;
    const areas = (body.areas ?? []).filter(({ id }) => id !== 'bishan');
    const other = { ...areas[0], id: 'marina-bay' };
    skyWorld.respond = () => skyResponse({ ...body, areas: [...areas, other] });
    const { now, next } = await skyOf(skyDevice());
    expect([now.rain, now.lightning, next.forecast, next.periods]).toEqual([null, UNKNOWN, null, []]);
  });
});
