import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type History, historyBody } from './history.ts';
import { readingsBody } from './readings.ts';
import { FALLBACK_CENTRES } from './regions.ts';
import { HOUR, MINUTE, parseInstant, toSgt } from './time/time.ts';
import type { AirState, HourFigure, Metric, RegionValues, SourceState } from './types.ts';
import { METRICS, REGIONS } from './types.ts';

const LAST = parseInstant('2026-09-28T16:00:00+08:00') ?? Number.NaN;
const NOW = LAST + 20 * MINUTE;
const all = { region: 'all', metric: 'all', now: NOW, publicUrl: 'https://air.example/' } as const;

function values(value: number | null): RegionValues {
  return { north: value, south: value, east: value, west: value, central: value };
}
/** @param ago hours before the last one */
function figure(metric: Metric, ago: number, value: number | null, published = 1): HourFigure {
  const at = LAST - ago * HOUR;
  return { metric, hour: toSgt(at), values: values(value), updatedTimestamp: toSgt(at + published * MINUTE) };
}
function source(newest: HourFigure | null, change: Partial<SourceState> = {}): SourceState {
  const fetchedAt = toSgt(NOW - 4 * MINUTE);
  return { url: 'https://upstream.test/', refreshed: true, fetchedAt, newest, ...change };
}
function stateOf(psi: SourceState, pm25: SourceState): AirState {
  return { sources: { psi, pm25 }, centres: FALLBACK_CENTRES };
}
const day = METRICS.flatMap((metric) =>
  Array.from({ length: 26 }, (_, ago) => figure(metric, ago, 100 - ago)),
);
const STATE = stateOf(source(figure('psi', 0, 100)), source(figure('pm25', 0, 100)));
const NEVER = source(null, { refreshed: false, fetchedAt: null });

function column(body: History, metric: Metric) {
  return body.series[metric]?.map(({ values: { central } }) => central);
}

describe('air: history', () => {
  it('is the 24 whole hours that end with the newest, oldest first, in Singapore time', () => {
    const { body, maxAge } = historyBody(STATE, [...day].reverse(), all);
    expect(body).toMatchObject({
      apiVersion: '1',
      guideUrl: 'https://air.example/api/v1/guide',
      region: 'all',
      metric: 'all',
      fetchedAt: '2026-09-28T16:16:00+08:00',
      windowStart: '2026-09-27T17:00:00+08:00',
      windowEnd: '2026-09-28T16:00:00+08:00',
      cacheSeconds: 600,
      warning: null,
    });
    expect(body.series.psi?.map(({ timestamp }) => timestamp)).toEqual(
      Array.from({ length: 24 }, (_, index) => toSgt(LAST - (23 - index) * HOUR)),
    );
    expect(column(body, 'pm25')).toEqual(Array.from({ length: 24 }, (_, index) => 77 + index));
    const readings = readingsBody(STATE, { region: 'all', now: NOW, publicUrl: all.publicUrl });
    expect([body.sources, maxAge]).toEqual([readings.body.sources, readings.maxAge]);
  });

  it('has a gap for an unknown hour and for one that was not measured', () => {
    const hours = day.filter(({ hour }) => hour !== toSgt(LAST - 3 * HOUR)).concat(figure('psi', 3, null));
    const { body } = historyBody(STATE, hours, all);
    for (const metric of METRICS) {
      expect(body.series[metric]?.[20]).toEqual({ timestamp: toSgt(LAST - 3 * HOUR), values: values(null) });
    }
  });

  it('ends with the newest hour of both series, even if only one is requested', () => {
    const state = stateOf(source(figure('psi', 2, 98)), source(figure('pm25', 0, 100)));
    const hours = day.filter(({ metric, hour }) => metric === 'pm25' || hour <= toSgt(LAST - 2 * HOUR));
    const { body } = historyBody(state, hours, { ...all, metric: 'psi' });
    expect(body.windowEnd).toBe(toSgt(LAST));
    expect(Object.keys(body.series)).toEqual(['psi']);
    expect(column(body, 'psi')?.slice(-3)).toEqual([98, null, null]);
    expect(body.sources.pm25.timestamp).toBe(toSgt(LAST));
  });

  it('has the newest figure of the readings, even if the stored hours end before it', () => {
    const { body } = historyBody(
      STATE,
      day.filter(({ hour }) => hour < toSgt(LAST)),
      all,
    );
    expect(body.windowEnd).toBe(body.sources.psi.timestamp);
    expect(column(body, 'psi')?.at(-1)).toBe(100);
  });

  it('takes the later of two publications of one hour', () => {
    const hours = [...day, figure('psi', 1, 7, 50), figure('psi', 2, 7, 0)];
    expect(column(historyBody(STATE, hours, all).body, 'psi')?.slice(-3)).toEqual([98, 7, 100]);
  });

  it('has only the requested region', () => {
    const { body } = historyBody(STATE, day, { ...all, region: 'west' });
    expect(body.region).toBe('west');
    expect(body.series.psi?.map((point) => Object.keys(point.values))).toEqual(Array(24).fill(['west']));
  });

  it('warns only about the requested metrics and regions', () => {
    const missing = figure('psi', 0, 100);
    const psi = source({ ...missing, values: { ...missing.values, east: null } });
    const state = stateOf(psi, source(figure('pm25', 5, 95)));
    const warning = (region: 'all' | 'west', metric: 'all' | Metric) =>
      historyBody(state, day, { ...all, region, metric }).body.warning;
    expect(warning('all', 'all')).toMatch(/24-hour PSI of 16:00.*no value for East.*1-hour PM2.5 is delayed/);
    expect(warning('all', 'psi')).not.toMatch(/PM2.5/);
    expect(warning('west', 'psi')).toBeNull();
    expect(warning('west', 'pm25')).toMatch(/1-hour PM2.5 is delayed.*11:00 SGT/);
  });

  it('is nulls and empty lists when nothing is known', () => {
    const { body, maxAge } = historyBody(stateOf(NEVER, NEVER), [], all);
    expect(body).toMatchObject({
      windowStart: null,
      windowEnd: null,
      fetchedAt: null,
      series: { psi: [], pm25: [] },
    });
    expect([body.sources.psi.status, body.sources.pm25.status]).toEqual(['unavailable', 'unavailable']);
    expect(body.warning).toMatch(/unavailable/);
    expect(maxAge).toBe(0);
    const one = historyBody(stateOf(NEVER, NEVER), [], { ...all, metric: 'pm25' });
    expect(one.body.series).toEqual({ pm25: [] });
  });

  it('always has 24 hours up to the newest measured one, and no invented value', () => {
    const value = fc.option(fc.integer({ min: 0, max: 500 }));
    const known = fc.uniqueArray(
      fc.record({
        metric: fc.constantFrom(...METRICS),
        ago: fc.integer({ min: -2, max: 60 }),
        values: fc.record({ north: value, south: value, east: value, west: value, central: value }),
      }),
      { selector: ({ metric, ago }) => `${metric} ${ago}`, maxLength: 90 },
    );
    const region = fc.constantFrom('all' as const, ...REGIONS);
    const metric = fc.constantFrom('all' as const, ...METRICS);
    fc.assert(
      fc.property(known, region, metric, (facts, region, metric) => {
        const hours = facts.map((fact) => ({ ...figure(fact.metric, fact.ago, null), values: fact.values }));
        const { body } = historyBody(stateOf(NEVER, NEVER), hours, { ...all, region, metric });
        const measured = facts.filter(({ values }) => Object.values(values).some((each) => each !== null));
        const newest = Math.min(...measured.map(({ ago }) => ago));
        const end = measured.length === 0 ? null : toSgt(LAST - newest * HOUR);
        expect([body.windowEnd, body.windowStart]).toEqual([end, end && toSgt(LAST - (newest + 23) * HOUR)]);
        const metrics = metric === 'all' ? METRICS : [metric];
        expect(Object.keys(body.series)).toEqual([...metrics]);
        for (const shown of metrics) {
          const expected = Array.from({ length: end === null ? 0 : 24 }, (_, index) => {
            const ago = newest + 23 - index;
            const fact = facts.find((each) => each.metric === shown && each.ago === ago);
            const regions = region === 'all' ? REGIONS : [region];
            const row = Object.fromEntries(regions.map((id) => [id, fact?.values[id] ?? null]));
            return { timestamp: toSgt(LAST - ago * HOUR), values: row };
          });
          expect(body.series[shown]).toEqual(expected);
        }
      }),
    );
  });
});
