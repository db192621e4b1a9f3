import { describe, expect, it } from 'vitest';
import { parseInstant } from '../../../src/core/air/time/time.ts';
import { readHeat } from './heat.ts';
import { readRain } from './rain.ts';
import { readUv } from './uv.ts';
import { readWindDirection, readWindSpeed, windOf } from './wind.ts';

const NOW = parseInstant('2026-09-28T16:02:00+08:00') ?? Number.NaN;
const at = (time: string, day = '28') => `2026-09-${day}T${time}:00+08:00`;
const location = { latitude: 1.35, longitude: 103.84 };
const station = (id: string, change: object = {}) => ({
  id,
  deviceId: id,
  name: `Gauge ${id}`,
  location,
  ...change,
});
const value = (stationId: string, of: unknown) => ({ stationId, value: of });

function readings(stations: readonly unknown[], ...of: readonly (readonly [string, readonly unknown[]])[]) {
  return {
    code: 0,
    data: { stations, readings: of.map(([timestamp, data]) => ({ timestamp, data })), unknown: 1 },
    errorMsg: null,
  };
}
function ok<T>(read: T | string): T {
  if (typeof read === 'string') throw new Error(read);
  return read;
}
const rain = (...values: readonly unknown[]) =>
  readRain(
    readings(
      ['A', 'B', 'C'].map((id) => station(id)),
      [at('16:00'), values],
    ),
    NOW,
  );
const shown = (read: ReturnType<typeof readRain>) =>
  ok(read).gauges.map(({ id, mmPer5min }) => [id, mmPer5min]);

describe('sky: rain', () => {
  it('a gauge that does not report is absent, never dry', () => {
    expect(shown(rain(value('A', 0), value('C', 1.2)))).toEqual([
      ['A', 0],
      ['C', 1.2],
    ]);
  });

  it.each([['NA'], [null], [-1], ['-'], [''], [{}], [true], [999], ['1e3'], [Number.NaN]])(
    'a value of %j was not measured',
    (wrong) => expect(shown(rain(value('A', wrong), value('B', 0.2)))).toEqual([['B', 0.2]]),
  );

  it('reads a number in a string', () => {
    expect(shown(rain(value('A', '0.4'), value('B', '0')))).toEqual([
      ['A', 0.4],
      ['B', 0],
    ]);
  });

  it('is none without a single gauge, rather than dry', () => {
    expect(rain(value('A', 'NA'))).toBe('empty');
    expect(rain()).toBe('empty');
    expect(readRain(readings([]), NOW)).toBe('empty');
    expect(readRain({ data: { stations: [], readings: Array(1001).fill({}) } }, NOW)).toBe('malformed');
  });

  it('keys a station by its id, with the name and the place of this answer, once', () => {
    const stations = [
      station('A', { name: 'Renamed' }),
      station('A', { name: 'Twin' }),
      station('B', { location: { latitude: 'NA', longitude: 103 } }),
      station('C', { location: undefined, labelLocation: { latitude: '1.3', longtitude: '103.8' } }),
      { id: 'D' },
    ];
    const values = [value('A', 1), value('A', 2), value('B', 1), value('C', 1), value('E', 1), value('D', 1)];
    expect(ok(readRain(readings(stations, [at('16:00'), values]), NOW)).gauges).toEqual([
      { id: 'A', name: 'Renamed', ...location, mmPer5min: 1 },
      { id: 'C', name: 'Gauge C', latitude: 1.3, longitude: 103.8, mmPer5min: 1 },
    ]);
  });

  it('is of the newest time that has a value, whatever other days are beside it', () => {
    const all = [
      [at('16:05', '27'), [value('A', 9)]],
      [at('15:55'), [value('A', 5)]],
      [at('16:00'), [value('A', 'NA')]],
    ] as const;
    expect(ok(readRain(readings([station('A')], ...all), NOW)).timestamp).toBe(at('15:55'));
  });
});

describe('sky: wind', () => {
  const speeds = ok(
    readWindSpeed(
      readings(
        ['A', 'B', 'C', 'D'].map((id) => station(id)),
        [at('16:00'), [value('A', 10), value('B', '5.4'), value('C', 0), value('D', 'NA')]],
      ),
      NOW,
    ),
  );
  const directions = (time: string, values: readonly unknown[]) =>
    readWindDirection(at('16:00'))(
      readings(
        ['A', 'B', 'C'].map((id) => station(id)),
        [time, values],
      ),
      NOW,
    );

  it('joins speeds in km/h with directions by station, and calm air comes from nowhere', () => {
    const from = ok(directions(at('16:00'), [value('C', 90), value('A', 360), value('B', 'VARIABLE')]));
    expect(windOf(speeds, from).stations.map(({ id, speedKmh, from: of }) => [id, speedKmh, of])).toEqual([
      ['A', 18.5, 360],
      ['B', 10, null],
      ['C', 0, null],
    ]);
  });

  it('directions of another minute are not joined, and speeds stay without them', () => {
    expect(directions(at('15:59'), [value('A', 90)])).toBe('empty');
    expect(windOf(speeds, undefined).stations.map(({ from }) => from)).toEqual([null, null, null]);
  });
});

describe('sky: heat', () => {
  const reading = (id: string, wbgt: unknown, change: object = {}) => ({
    station: { id, name: `Field ${id}`, townCenter: 'somewhere' },
    location: { latitude: '1.35', longtitude: '103.84' },
    wbgt,
    heatStress: 'Low',
    ...change,
  });
  const heat = (...of: readonly unknown[]) => ({
    data: { records: [{ datetime: at('15:45'), updatedTimestamp: at('15:55'), item: { readings: of } }] },
    errorMsg: null,
  });
  const bands = (body: unknown) =>
    ok(readHeat(body, NOW)).stations.map(({ id, wbgt, band }) => [id, wbgt, band]);

  it('drops NA, counts a station once, and keeps only words that it knows', () => {
    const body = heat(
      reading('A', '31.0', { heatStress: 'Moderate' }),
      reading('A', '99.9'),
      reading('B', 'NA', { heatStress: 'NA' }),
      reading('C', 33, { heatStress: 'HIGH ' }),
      reading('D', '27', { heatStress: 'Extreme' }),
      reading('E', '0'),
      reading('F', '27', { location: null }),
    );
    expect(bands(body)).toEqual([
      ['A', 31, 'moderate'],
      ['C', 33, 'high'],
      ['D', 27, null],
    ]);
  });

  it('is none without a number', () => {
    expect(readHeat(heat(reading('A', 'NA')), NOW)).toBe('empty');
    expect(readHeat(heat(), NOW)).toBe('empty');
    expect(readHeat({ data: { records: [{}] } }, NOW)).toBe('empty');
    expect(readHeat({ data: [] }, NOW)).toBe('malformed');
  });
});

describe('sky: UV', () => {
  const hour = (time: string, of: unknown, day = '28') => ({ hour: at(time, day), value: of });
  const uv = (...records: unknown[]) => ({ data: { records }, errorMsg: '' });

  it('lists the hours of the newest day, the newest first, each once', () => {
    const body = uv(
      { index: [hour('13:00', 7), hour('15:00', 5), hour('19:00', 1, '27')], updatedTimestamp: at('15:11') },
      { index: [hour('15:00', 6), hour('14:00', 'NA'), hour('12:00', -1)], updatedTimestamp: at('15:20') },
    );
    expect(readUv(body, NOW)).toEqual({
      timestamp: at('15:00'),
      updatedTimestamp: at('15:20'),
      hours: [
        { hour: at('15:00'), index: 6 },
        { hour: at('13:00'), index: 7 },
      ],
    });
  });

  it("early in the morning is yesterday's, and says so", () => {
    const read = readUv(uv({ index: [hour('19:00', 0, '27')] }), parseInstant(at('06:00')) ?? 0);
    expect(ok(read).timestamp).toBe(at('19:00', '27'));
    expect(readUv(uv({ index: [] }, {}, null), NOW)).toBe('empty');
    expect(readUv(uv({ index: [hour('23:00', 9), hour('15:00', 5)] }), NOW)).toMatchObject({
      timestamp: at('15:00'),
      hours: [{ index: 5 }],
    });
  });
});
