import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { MINUTE, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import { sharedFile } from '../../../tests/support/shared.ts';
import { readForecast2h, readV1Forecast2h } from '../../sky/feeds/forecast2h.ts';
import { readForecast24h, readV1Forecast24h } from '../../sky/feeds/forecast24h.ts';
import { readHeat } from '../../sky/feeds/heat.ts';
import { lightningOf, readLightningPage } from '../../sky/feeds/lightning.ts';
import { readRain } from '../../sky/feeds/rain.ts';
import { readUv } from '../../sky/feeds/uv.ts';
import type { Reader } from '../../sky/feeds/values.ts';
import { readWindDirection, readWindSpeed, windOf } from '../../sky/feeds/wind.ts';
import { type Standin, startStandin } from '../standin.ts';
import { AREAS } from './areas.ts';
import { GAUGES, NOT_REPORTING } from './gauges.ts';
import { HEAT_STATIONS, WIND_STATIONS } from './stations.ts';
import { RECORDED_STRIKES } from './strikes.ts';

const at = (time: string) => parseInstant(`2026-11-21T${time}:00+08:00`) ?? Number.NaN;
let now = at('15:06');
const open: Standin[] = [];
afterEach(async () => {
  now = at('15:06');
  await Promise.all(open.splice(0).map((standin) => standin.close()));
});

async function start(): Promise<Standin> {
  const standin = await startStandin({ now: () => now });
  open.push(standin);
  return standin;
}
async function ask(url: string): Promise<unknown> {
  const response = await fetch(url);
  expect(response.status, url).toBe(200);
  return response.json();
}
async function read<T>(url: string, reader: Reader<T>): Promise<T> {
  const value = reader(await ask(url), now);
  if (typeof value === 'string') throw new Error(value);
  return value;
}

describe('sky: the stand-in upstream', () => {
  it('replays a wet afternoon: each feed at its own time, in the form that is read', async () => {
    const { v2Url, v1Url } = await start();
    const rain = await read(`${v2Url}/rainfall`, readRain);
    expect(rain.timestamp).toBe(toSgt(at('15:00')));
    expect(rain.gauges.filter(({ mmPer5min }) => mmPer5min > 0)).toHaveLength(29);
    const heat = await read(`${v2Url}/weather?api=wbgt`, readHeat);
    expect([heat.timestamp, heat.stations.length]).toEqual([toSgt(at('14:45')), 30]);
    const uv = await read(`${v2Url}/uv`, readUv);
    expect([uv.timestamp, uv.hours.length, uv.hours[0]?.index]).toEqual([toSgt(at('14:00')), 8, 5]);
    const speeds = await read(`${v2Url}/wind-speed`, readWindSpeed);
    expect(speeds.timestamp).toBe(toSgt(at('15:05')));
    now += 2 * MINUTE;
    const asked = `${v2Url}/wind-direction?date=${speeds.timestamp.slice(0, 19)}`;
    const wind = windOf(speeds, await read(asked, readWindDirection(speeds.timestamp)));
    expect(wind.stations.every(({ from }) => from !== null)).toBe(true);
    for (const forecast of [
      await read(`${v2Url}/two-hr-forecast`, readForecast2h),
      await read(`${v1Url}/2-hour-weather-forecast`, readV1Forecast2h),
    ]) {
      expect([forecast.timestamp, forecast.to]).toEqual([toSgt(at('15:00')), toSgt(at('17:00'))]);
      expect(forecast.areas).toHaveLength(47);
      expect(forecast.areas.find(({ name }) => name === 'Yishun')?.text).toBe('Thundery Showers');
    }
    for (const forecast of [
      await read(`${v2Url}/twenty-four-hr-forecast`, readForecast24h),
      await read(`${v1Url}/24-hour-weather-forecast`, readV1Forecast24h),
    ]) {
      expect([forecast.timestamp, forecast.from]).toEqual([toSgt(at('11:30')), toSgt(at('12:00'))]);
      expect(forecast.periods.map(({ from }) => from.slice(11, 16))).toEqual(['12:00', '18:00', '06:00']);
      expect(forecast.periods[1]?.regions.south).toBe('Partly Cloudy (Night)');
    }
  });

  it('has the windows of lightning of a day in pages of 25, and of a storm over town', async () => {
    const standin = await start();
    const url = `${standin.v2Url}/weather?api=lightning&date=2026-11-21`;
    const body = (await ask(url)) as { data: { paginationToken: string } };
    const page = readLightningPage(body);
    if (typeof page === 'string') throw new Error(page);
    expect(page.windows).toHaveLength(25);
    const lightning = lightningOf(page.windows, now);
    expect(lightning?.windows[0]).toBe(toSgt(at('15:04')));
    expect(lightning?.strikes).toHaveLength(5 * RECORDED_STRIKES.length);
    const next = (await ask(`${url}&paginationToken=${body.data.paginationToken}`)) as {
      data: { records: { datetime: string }[] };
    };
    expect(next.data.records[0]?.datetime).toBe(toSgt(at('14:14')));
    standin.setWeather('storm');
    const storm = await read(`${standin.v2Url}/weather?api=lightning`, readLightningPage);
    expect(lightningOf(storm.windows, now)?.strikes.map(({ kind }) => kind)).toEqual(['ground', 'cloud']);
  });

  it('is dry at other hours, when fewer gauges report', async () => {
    now = at('20:30');
    const { v2Url } = await start();
    const rain = await read(`${v2Url}/rainfall`, readRain);
    expect(rain.gauges).toHaveLength(GAUGES.length - NOT_REPORTING.length);
    expect(rain.gauges.every(({ mmPer5min }) => mmPer5min === 0)).toBe(true);
    const heat = await read(`${v2Url}/weather?api=wbgt`, readHeat);
    expect(heat.stations.length).toBeLessThan(30);
  });

  it('early in the morning its UV index is that of yesterday', async () => {
    now = at('06:00');
    const { v2Url } = await start();
    expect((await read(`${v2Url}/uv`, readUv)).timestamp).toBe('2026-11-20T19:00:00+08:00');
  });

  it('knows no feed without its name, as the real one says it', async () => {
    const { v2Url } = await start();
    for (const path of ['weather', 'weather?api=heavy-rain-warning', 'wind', 'uv-index']) {
      const response = await fetch(`${v2Url}/${path}`);
      expect([response.status, await response.json()]).toEqual([
        403,
        { message: 'Missing Authentication Token' },
      ]);
    }
  });

  const recordings = sharedFile('sky') === undefined;
  it.skipIf(recordings)('has the places and values as they were recorded', () => {
    const of = (name: string) => JSON.parse(readFileSync(sharedFile(`sky/${name}.json`) ?? '', 'utf8'));
    const latest = '2026-12-31T00:00:00+08:00';
    const known = <T>(reader: Reader<T>, name: string): T => {
      const value = reader(of(name), parseInstant(latest) ?? 0);
      if (typeof value === 'string') throw new Error(value);
      return value;
    };
    const { areas } = known(readForecast2h, 'v2-two-hr-forecast');
    expect(AREAS).toEqual(areas.map(({ name, latitude, longitude }) => [name, latitude, longitude]));
    const { gauges } = known(readRain, 'v2-rainfall-wet');
    expect(GAUGES.map(([id, name, , , mm]) => [id, name, mm])).toEqual(
      gauges.map(({ id, name, mmPer5min }) => [id, name, mmPer5min]),
    );
    const dry = new Set(known(readRain, 'v2-rainfall').gauges.map(({ id }) => id));
    expect(NOT_REPORTING).toEqual(gauges.map(({ id }) => id).filter((id) => !dry.has(id)));
    const day = known(readHeat, 'v2-weather-wbgt-wet-afternoon').stations;
    const night = new Map(known(readHeat, 'v2-weather-wbgt').stations.map(({ id, wbgt }) => [id, wbgt]));
    expect(
      HEAT_STATIONS.map(([id, name, , , wbgt, word]) => [id, name, Number(wbgt), word.toLowerCase()]),
    ).toEqual(day.map(({ id, name, wbgt, band }) => [id, name, wbgt, band]));
    for (const [id, , , , , , wbgt] of HEAT_STATIONS) {
      expect(wbgt === null ? undefined : Number(wbgt), id).toBe(night.get(id));
    }
    const speeds = known(readWindSpeed, 'v2-wind-speed').values;
    const directions = known(readWindDirection('2026-06-03T15:59:00+08:00'), 'v2-wind-direction').values;
    expect(WIND_STATIONS.map(([id, , , , knots]) => [id, knots])).toEqual(
      speeds.map(({ id, value }) => [id, value]),
    );
    expect(new Map(WIND_STATIONS.map(([id, , , , , degrees]) => [id, degrees]))).toEqual(
      new Map(directions.map(({ id, value }) => [id, value])),
    );
    const { windows } = known(readLightningPage, 'v2-weather-lightning');
    const strikes = lightningOf(windows, parseInstant(latest) ?? 0)?.strikes ?? [];
    const begin = parseInstant('2026-06-03T20:50:00+08:00') ?? 0;
    expect(
      RECORDED_STRIKES.map(([ms, latitude, longitude]) => [
        toSgt(begin + ms),
        Number(latitude),
        Number(longitude),
      ]),
    ).toEqual(strikes.map(({ at: when, latitude, longitude }) => [when, latitude, longitude]));
  });
});
