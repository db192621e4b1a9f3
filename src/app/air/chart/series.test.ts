import { describe, expect, test } from 'vitest';
import { HOUR, toSgt } from '../../../core/air/time/time.ts';
import type { Region } from '../../../core/air/types.ts';
import { hourSentence } from './hour-words.ts';
import { type HistoryResponse, isMeasured, newestIndex, seriesOf } from './series.ts';

const END = Date.parse('2026-09-28T16:00:00+08:00');

type Values = Partial<Record<Region, unknown>>;

function response(
  psi: readonly [hoursAgo: number, Values][],
  pm25: readonly [number, Values][] = [],
): HistoryResponse {
  const points = (rows: readonly [number, Values][]) =>
    rows.map(([ago, values]) => ({ timestamp: toSgt(END - ago * HOUR), values }));
  return {
    windowStart: toSgt(END - 23 * HOUR),
    windowEnd: toSgt(END),
    series: { psi: points(psi), pm25: points(pm25) },
  };
}

describe('air chart: series', () => {
  test('both metrics have the same 24 hours, and a missing value is null, never 0', () => {
    const series = seriesOf(response([[0, { south: 84 }]], [[1, { south: 0 }]]), 'south');
    expect(series?.psi).toHaveLength(24);
    expect(series?.pm25.map(({ hour }) => hour)).toEqual(series?.psi.map(({ hour }) => hour));
    expect(series?.psi.filter(({ value }) => value !== null)).toEqual([
      { at: END, hour: toSgt(END), value: 84 },
    ]);
    expect(series?.pm25.at(-2)?.value).toBe(0);
    expect(series?.pm25.at(-1)?.value).toBeNull();
  });

  test('anything but a number is a gap', () => {
    const values = { north: -1, south: Number.NaN, east: '7', west: null };
    for (const region of ['north', 'south', 'east', 'west', 'central'] as const) {
      const series = seriesOf(response([[0, values]]), region);
      expect(series && isMeasured(series.psi), region).toBe(false);
    }
  });

  test('a metric missing from the response has only gaps; without a window there is no series', () => {
    const { series, ...rest } = response([[0, { north: 5 }]]);
    const onlyPsi = seriesOf({ ...rest, series: { psi: series.psi } }, 'north');
    expect(onlyPsi && isMeasured(onlyPsi.pm25)).toBe(false);
    expect(seriesOf({ ...rest, series, windowStart: null, windowEnd: null }, 'north')).toBe(undefined);
  });

  test('a response that claims years of hours yields at most 48', () => {
    const long = { ...response([[0, { north: 5 }]]), windowStart: '2000-01-01T00:00:00+08:00' };
    const series = seriesOf(long, 'north');
    expect(series?.psi).toHaveLength(48);
    expect(series?.psi.at(-1)?.value).toBe(5);
  });

  test('the newest hour is the latest with a value of either metric', () => {
    const series = seriesOf(response([[5, { west: 1 }]], [[2, { west: 9 }]]), 'west');
    expect(series && newestIndex(series)).toBe(21);
  });

  test('the sentence of an hour has both figures with units and bands, and calls a gap not measured', () => {
    const series = seriesOf(response([[0, { east: 101 }]], [[1, { east: 56 }]]), 'east');
    if (!series) throw new Error('no series');
    const now = END + HOUR / 3;
    expect(hourSentence(series, 23, now)).toBe(
      '4 pm SGT: 24-hour PSI 101, Unhealthy; 1-hour PM2.5 not measured',
    );
    expect(hourSentence(series, 22, now)).toBe(
      '3 pm SGT: 24-hour PSI not measured; 1-hour PM2.5 56 µg/m³, Elevated',
    );
  });
});
