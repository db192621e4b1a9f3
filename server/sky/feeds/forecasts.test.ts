import { describe, expect, it } from 'vitest';
import { HOUR, parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import { factsOf } from '../../../src/core/sky/facts.ts';
import { AREA_IDS } from '../../../src/core/sky/place/areas.ts';
import { skyBody } from '../../../src/core/sky/sky.ts';
import { NOTHING_KEPT, readSky } from '../../../src/sync/sky/read-sky.ts';
import { skyState } from '../../../tests/support/sky/sky-state.ts';
import { readForecast2h, readV1Forecast2h } from './forecast2h.ts';
import { readForecast24h, readV1Forecast24h } from './forecast24h.ts';

const NOW = parseInstant('2026-09-28T16:10:00+08:00') ?? Number.NaN;
const NOON = NOW - 4 * HOUR - 10 * 60_000;
const at = (time: string, day = '28') => `2026-09-${day}T${time}:00+08:00`;
const AREAS = [
  { name: 'Bishan', label_location: { latitude: 1.35, longitude: 103.84 } },
  { name: 'City', label_location: { latitude: '1.29', longitude: '103.85' } },
];

function item(time: string, change: object = {}, day = '28') {
  const [hour = 0, minute = ''] = time.split(':');
  return {
    timestamp: at(time, day),
    update_timestamp: at(time, day),
    valid_period: {
      start: at(time, day),
      end: at(`${Number(hour) + 2}:${minute}`, day),
      text: '6 pm 31 Oct',
    },
    forecasts: [
      { area: 'City', forecast: 'Light Rain' },
      { area: 'Bishan', forecast: 'Cloudy\n' },
    ],
    ...change,
  };
}
const body = (items: readonly unknown[], area_metadata: unknown = AREAS) => ({
  code: 0,
  data: { area_metadata, items },
  errorMsg: null,
});
const areasOf = (read: ReturnType<typeof readForecast2h>) =>
  typeof read === 'string' ? read : read.areas.map(({ name, text }) => `${name}: ${text}`);

describe('sky: the forecast of the next two hours', () => {
  it('joins phrases and places by name, whatever their order, and trims the phrases', () => {
    expect(areasOf(readForecast2h(body([item('16:00')]), NOW))).toEqual([
      'City: Light Rain',
      'Bishan: Cloudy',
    ]);
  });

  it('leaves out an area without a place, without a phrase, or named twice', () => {
    const forecasts = [
      { area: 'Bishan', forecast: 'Cloudy' },
      { area: 'Bishan', forecast: 'Fair' },
      { area: 'Atlantis', forecast: 'Mist' },
      { area: 'City', forecast: '  ' },
      { area: 'City', forecast: 7 },
      null,
    ];
    expect(areasOf(readForecast2h(body([item('16:00', { forecasts })]), NOW))).toEqual(['Bishan: Cloudy']);
  });

  it('reads the newest of several, of two of the same time the one published last, in any order', () => {
    const amended = item('16:00', {
      update_timestamp: at('16:08'),
      forecasts: [{ area: 'City', forecast: 'Fog' }],
    });
    const yesterday = item('17:00', {}, '27');
    for (const items of [
      [item('15:30'), amended, item('16:00'), yesterday],
      [yesterday, item('16:00'), amended, item('15:30')],
    ]) {
      expect(areasOf(readForecast2h(body(items), NOW))).toEqual(['City: Fog']);
    }
  });

  it('reads one from ahead of the clock only if there is no other', () => {
    const ahead = item('17:00', { forecasts: [{ area: 'City', forecast: 'Fog' }] });
    expect(areasOf(readForecast2h(body([ahead, item('16:00')]), NOW))).toHaveLength(2);
    expect(areasOf(readForecast2h(body([ahead]), NOW))).toEqual(['City: Fog']);
  });

  it.each([
    ['ends when it begins', { start: at('16:00'), end: at('16:00') }],
    ['ends before it begins', { start: at('16:00'), end: at('14:00') }],
    ['lasts for days', { start: at('16:00'), end: at('16:00', '30') }],
    ['begins tomorrow', { start: at('16:00', '29'), end: at('18:00', '29') }],
    ['begins this evening', { start: at('20:00'), end: at('22:00') }],
    ['is no date', { start: 'Invalid date', end: at('18:00') }],
    ['is not there', {}],
  ])('a period that %s is not believed, nor is what it is for', (_, valid_period) => {
    expect(readForecast2h(body([item('16:00', { valid_period })]), NOW)).toBe('empty');
    expect(areasOf(readForecast2h(body([item('16:00', { valid_period }), item('15:30')]), NOW))).toHaveLength(
      2,
    );
  });

  it('an empty item with status 200 is empty, in both versions', () => {
    expect(readForecast2h(body([{}], []), NOW)).toBe('empty');
    expect(readV1Forecast2h({ items: [{}], area_metadata: [], api_info: { status: 'healthy' } }, NOW)).toBe(
      'empty',
    );
    expect(readForecast2h({ code: 0, data: null, errorMsg: null }, NOW)).toBe('malformed');
  });

  it('an unknown phrase is kept as it was sent, a text of pages is not', () => {
    const forecasts = [
      { area: 'City', forecast: 'Raining Frogs' },
      { area: 'Bishan', forecast: 'x'.repeat(200) },
    ];
    expect(areasOf(readForecast2h(body([item('16:00', { forecasts })]), NOW))).toEqual([
      'City: Raining Frogs',
    ]);
  });
});

const period = (start: string, end: string, text: unknown) => ({
  timePeriod: { start, end, text: '6 pm 31 Oct to 6 am 01 Nov' },
  regions: { north: { code: 'CL', text }, south: { code: 'SH', text }, national: { text } },
});
const record = (change: object = {}) => ({
  date: '2026-09-28',
  timestamp: at('11:31'),
  updatedTimestamp: at('11:41'),
  general: {
    forecast: { code: 'TL', text: ' Thundery Showers ' },
    validPeriod: { start: at('12:00'), end: at('12:00', '29'), text: 'wrong' },
    wind: { direction: 'VARIABLE', speed: { low: 5, high: 15 } },
  },
  periods: [
    period(at('18:00'), at('06:00', '29'), 'Cloudy'),
    period(at('12:00'), at('18:00'), 'Thundery Showers'),
    period(at('06:00', '29'), at('06:00', '29'), 'Fair'),
    { timePeriod: { start: 'Invalid date', end: at('12:00', '29') }, regions: {} },
    { timePeriod: { start: '2026-10-28T12:00:00+08:00', end: '2026-10-28T18:00:00+08:00' }, regions: {} },
    { timePeriod: { start: at('06:00'), end: at('12:00') }, regions: {} },
    {},
  ],
  ...change,
});
const day = (...records: unknown[]) => ({ code: 0, data: { records }, errorMsg: '' });

describe('sky: the forecast of the next day', () => {
  it('keeps periods of its day with a length, in order, by their times, and regions with a phrase', () => {
    expect(readForecast24h(day(record()), NOW)).toEqual({
      timestamp: at('11:31'),
      updatedTimestamp: at('11:41'),
      from: at('12:00'),
      to: at('12:00', '29'),
      text: 'Thundery Showers',
      periods: [
        {
          from: at('12:00'),
          to: at('18:00'),
          regions: { north: 'Thundery Showers', south: 'Thundery Showers' },
        },
        { from: at('18:00'), to: at('06:00', '29'), regions: { north: 'Cloudy', south: 'Cloudy' } },
      ],
    });
  });

  it('is none without a period that it is valid for', () => {
    const general = { forecast: { text: 'Fair' }, validPeriod: { start: at('12:00'), end: at('12:00') } };
    expect(readForecast24h(day(record({ general })), NOW)).toBe('empty');
    const validPeriod = { start: '2026-10-28T12:00:00+08:00', end: '2026-10-29T12:00:00+08:00' };
    const nextMonth = { forecast: { text: 'Fair' }, validPeriod };
    expect(readForecast24h(day(record({ general: nextMonth })), NOW)).toBe('empty');
    expect(readForecast24h(day({}), NOW)).toBe('empty');
    expect(readForecast24h({ data: {} }, NOW)).toBe('malformed');
    expect(readV1Forecast24h({ items: [{}] }, NOW)).toBe('empty');
  });

  it('has no more periods than a device takes, or it would refuse all of the sky', () => {
    const hourly = Array.from({ length: 24 }, (_, hour) =>
      period(toSgt(NOON + hour * HOUR), toSgt(NOON + (hour + 1) * HOUR), 'Cloudy'),
    );
    const read = readForecast24h(day(record({ periods: hourly })), NOW);
    if (typeof read === 'string') throw new Error(read);
    expect([read.periods.length, read.periods[0]?.from]).toEqual([12, at('12:00')]);
    const { body } = skyBody(factsOf(skyState(NOW, { forecast24h: read })), { area: 'all', now: NOW });
    expect(readSky(body, NOTHING_KEPT)?.forecast24h.values[AREA_IDS.indexOf('yishun')]).toHaveLength(8);
  });

  it('is the newest issue, by the clock and not by the list', () => {
    const old = record({ timestamp: at('05:31'), periods: [] });
    const read = readForecast24h(day(old, record()), NOW);
    expect(typeof read === 'string' ? read : read.timestamp).toBe(at('11:31'));
  });
});
