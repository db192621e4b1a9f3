/** Each recorded and documented answer of the upstream, as it is read. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../src/core/air/time/time.ts';
import { sharedFile } from '../../../tests/support/shared.ts';
import { readForecast2h, readV1Forecast2h } from './forecast2h.ts';
import { readForecast24h, readV1Forecast24h } from './forecast24h.ts';
import { readHeat } from './heat.ts';
import { lightningOf, readLightningPage } from './lightning.ts';
import { readRain } from './rain.ts';
import { readUv } from './uv.ts';
import type { Reader } from './values.ts';
import { readWindDirection, readWindSpeed, windOf } from './wind.ts';

const file = (name: string) => sharedFile(`sky/${name}.json`);
const missing = file('v2-two-hr-forecast') === undefined;

function read<T>(reader: Reader<T>, name: string, now = '2026-12-31T00:00:00+08:00'): T {
  const value = reader(JSON.parse(readFileSync(file(name) ?? '', 'utf8')), parseInstant(now) ?? Number.NaN);
  if (typeof value === 'string') throw new Error(value);
  return value;
}
const failure = <T>(reader: Reader<T>, name: string) =>
  reader(JSON.parse(readFileSync(file(name) ?? '', 'utf8')), 0);

describe.skipIf(missing)('sky: recorded answers', () => {
  it('the next two hours of 47 areas, from a list in snake case', () => {
    const forecast = read(readForecast2h, 'v2-two-hr-forecast');
    expect(forecast).toMatchObject({
      timestamp: '2026-06-03T15:30:00+08:00',
      updatedTimestamp: '2026-06-03T15:36:34+08:00',
      from: '2026-06-03T15:30:00+08:00',
      to: '2026-06-03T17:30:00+08:00',
    });
    expect(forecast.areas).toHaveLength(47);
    expect(forecast.areas).toContainEqual({
      name: 'Bishan',
      latitude: 1.350772,
      longitude: 103.839,
      text: 'Cloudy',
    });
  });

  it('an amended forecast of the next two hours, with the areas that it names', () => {
    const forecast = read(readForecast2h, 'v2-two-hr-forecast-amended-excerpt');
    expect(forecast).toMatchObject({
      timestamp: '2026-09-14T17:49:00+08:00',
      from: '2026-09-14T17:30:00+08:00',
    });
    expect(forecast.areas).toHaveLength(9);
  });

  it('the newest forecast of a page of a day', () => {
    const forecast = read(readForecast2h, 'v2-two-hr-forecast-day-page1-trimmed');
    expect(forecast.timestamp).toBe('2026-01-12T23:30:00+08:00');
    expect(forecast.areas.map(({ name }) => name)).toEqual(['Ang Mo Kio', 'Bedok', 'Bishan']);
  });

  it('the next two hours of v1, joined by name in its own order', () => {
    const forecast = read(readV1Forecast2h, 'v1-2-hour-weather-forecast');
    expect(forecast).toMatchObject({
      timestamp: '2019-01-27T10:00:00+08:00',
      updatedTimestamp: '2019-01-27T10:08:52+08:00',
      to: '2019-01-27T12:00:00+08:00',
    });
    expect(forecast.areas).toHaveLength(47);
    const v2 = read(readForecast2h, 'v2-two-hr-forecast');
    const placeOf = (name: string, { areas }: typeof v2) =>
      areas.find((area) => area.name === name)?.latitude;
    for (const name of ['City', 'Clementi', 'Yishun'])
      expect(placeOf(name, forecast)).toBe(placeOf(name, v2));
  });

  it('the next day, in three periods of five regions', () => {
    const forecast = read(readForecast24h, 'v2-twenty-four-hr-forecast');
    expect(forecast).toMatchObject({
      updatedTimestamp: '2026-06-03T14:21:02+08:00',
      from: '2026-06-03T12:00:00+08:00',
      to: '2026-06-04T12:00:00+08:00',
    });
    expect(forecast.periods).toHaveLength(3);
    expect(forecast.periods[0]).toMatchObject({
      from: '2026-06-03T12:00:00+08:00',
      to: '2026-06-03T18:00:00+08:00',
      regions: { north: 'Cloudy', south: 'Cloudy', east: 'Cloudy', west: 'Cloudy', central: 'Cloudy' },
    });
    expect(read(readForecast24h, 'v2-twenty-four-hr-forecast-windy').text).toBe('Windy');
  });

  it('periods by their times where their texts name the wrong month, with a wind of VARIABLE', () => {
    const forecast = read(readForecast24h, 'v2-twenty-four-hr-forecast-variable-wind');
    expect(forecast.text).toBe('Thundery Showers');
    expect(forecast.periods.map(({ from, to }) => [from, to])).toEqual([
      ['2026-09-30T12:00:00+08:00', '2026-09-30T18:00:00+08:00'],
      ['2026-09-30T18:00:00+08:00', '2026-10-01T06:00:00+08:00'],
      ['2026-10-01T06:00:00+08:00', '2026-10-01T12:00:00+08:00'],
    ]);
    expect(JSON.stringify(forecast)).not.toMatch(/Oct|Nov/);
  });

  it('the next day of v1, whose phrases are texts', () => {
    const forecast = read(readV1Forecast24h, 'v1-24-hour-weather-forecast');
    expect(forecast).toMatchObject({
      timestamp: '2020-06-23T11:36:00+08:00',
      text: 'Moderate Rain',
      to: '2020-06-24T12:00:00+08:00',
    });
    expect(forecast.periods[0]?.regions).toMatchObject({ west: 'Moderate Rain', east: 'Light Rain' });
  });

  it('dry gauges as dry, and wet ones by station', () => {
    const dry = read(readRain, 'v2-rainfall');
    expect(dry.timestamp).toBe('2026-06-03T15:55:00+08:00');
    expect(dry.gauges).toHaveLength(72);
    expect(dry.gauges.every(({ mmPer5min }) => mmPer5min === 0)).toBe(true);
    const wet = read(readRain, 'v2-rainfall-wet');
    expect(wet.gauges).toHaveLength(89);
    expect(wet.gauges.filter(({ mmPer5min }) => mmPer5min > 0)).toHaveLength(29);
    expect(wet.gauges).toContainEqual({
      id: 'S218',
      name: 'Bukit Batok Street 34',
      latitude: 1.36491,
      longitude: 103.75065,
      mmPer5min: 1.8,
    });
  });

  it('wind in km/h with where it comes from', () => {
    const speeds = read(readWindSpeed, 'v2-wind-speed');
    const wind = windOf(speeds, read(readWindDirection(speeds.timestamp), 'v2-wind-direction'));
    expect(wind.timestamp).toBe('2026-06-03T15:59:00+08:00');
    expect(wind.stations).toHaveLength(16);
    expect(wind.stations.find(({ id }) => id === 'S108')).toMatchObject({ speedKmh: 12, from: 173 });
  });

  it('the UV index of each hour, the newest first', () => {
    const uv = read(readUv, 'v2-uv');
    expect(uv).toMatchObject({
      timestamp: '2026-06-03T15:00:00+08:00',
      updatedTimestamp: '2026-06-03T15:11:09+08:00',
    });
    expect(uv.hours.slice(0, 3)).toEqual([
      { hour: '2026-06-03T15:00:00+08:00', index: 5 },
      { hour: '2026-06-03T14:00:00+08:00', index: 5 },
      { hour: '2026-06-03T13:00:00+08:00', index: 4 },
    ]);
    const evening = read(readUv, 'v2-uv-day-page1-trimmed');
    expect(evening.hours.map(({ index }) => index)).toEqual([0, 1, 2]);
  });

  it('WBGT from strings, with the word of the agency', () => {
    const heat = read(readHeat, 'v2-weather-wbgt-wet-afternoon');
    expect(heat.timestamp).toBe('2026-09-21T14:30:00+08:00');
    expect(heat.stations).toHaveLength(30);
    expect(heat.stations[0]).toEqual({
      id: 'S124',
      name: 'Upper Changi Road North',
      latitude: 1.36777,
      longitude: 103.982262,
      wbgt: 27.5,
      band: 'low',
    });
    expect(read(readHeat, 'v2-weather-wbgt').stations).toHaveLength(27);
  });

  it('a station that says NA is absent', () => {
    const heat = read(readHeat, 'v2-weather-wbgt-na-documented');
    expect(heat.stations.map(({ id }) => id)).toEqual(['S124', 'S126', 'S127']);
  });

  it('strikes of one window, far away', () => {
    const now = parseInstant('2026-06-03T20:55:00+08:00') ?? Number.NaN;
    const lightning = lightningOf(read(readLightningPage, 'v2-weather-lightning').windows, now);
    expect(lightning).toMatchObject({
      timestamp: '2026-06-03T20:52:00+08:00',
      updatedTimestamp: '2026-06-03T20:54:02+08:00',
      windows: ['2026-06-03T20:52:00+08:00'],
    });
    expect(lightning?.strikes).toHaveLength(57);
    expect(lightning?.strikes[0]).toEqual({
      latitude: 1.5597,
      longitude: 104.3065,
      at: '2026-06-03T20:50:00+08:00',
      kind: 'cloud',
    });
  });

  it('a page of windows, of which one is empty and one has a strike to the ground', () => {
    const now = parseInstant('2026-08-29T15:46:30+08:00') ?? Number.NaN;
    const page = read(readLightningPage, 'v2-weather-lightning-day-ground-documented');
    const lightning = lightningOf(page.windows, now);
    expect(lightning?.windows.map((end) => end.slice(11, 16))).toEqual(['15:44', '15:42', '15:40']);
    expect(lightning?.strikes.map(({ kind }) => kind)).toEqual(['ground', 'cloud', 'cloud']);
    const quiet = read(readLightningPage, 'v2-weather-lightning-empty-documented').windows;
    expect(lightningOf(quiet, now)).toMatchObject({ windows: ['2026-08-29T19:12:00+08:00'], strikes: [] });
  });

  it('outages that answer 200, and a path that nobody knows, are no answer', () => {
    expect(failure(readV1Forecast2h, 'errors/v1-2-hour-empty-200')).toBe('empty');
    expect(failure(readV1Forecast24h, 'errors/v1-2-hour-empty-200')).toBe('empty');
    expect(failure(readV1Forecast2h, 'errors/v1-readings-empty-200')).toBe('malformed');
    for (const reader of [readRain, readHeat, readUv, readForecast2h, readForecast24h, readWindSpeed]) {
      expect(failure<unknown>(reader, 'errors/v2-403-unknown-path-documented')).toBe('malformed');
      expect(failure<unknown>(reader, 'errors/v1-readings-empty-200')).toBe('malformed');
    }
  });

  it('feeds that this server does not read are no answer for those that it does', () => {
    for (const name of ['v2-four-day-outlook', 'v2-four-day-outlook-fair-warm']) {
      expect(failure(readForecast24h, name)).toBe('empty');
    }
    for (const name of ['v1-4-day-weather-forecast', 'v1-uv-index']) {
      expect(failure(readV1Forecast24h, name)).toBe('empty');
    }
    // Temperatures have the form of rain: only the address tells them apart.
    expect(read(readRain, 'v2-relative-humidity').gauges).not.toEqual([]);
    expect(read(readWindSpeed, 'v2-air-temperature').values).not.toEqual([]);
    expect(read(readWindSpeed, 'v2-air-temperature-day-page1-trimmed').timestamp).toContain('T23:59');
  });
});
