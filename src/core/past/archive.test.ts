import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, sgtDate, toSgt } from '../air/time/time.ts';
import { type HourFigure, REGIONS } from '../air/types.ts';
import { PROVENANCE } from '../air/upstream/provenance.ts';
import { SKY_PROVENANCE } from '../sky/provenance.ts';
import { type Archive, archiveBody, archiveCsv, archiveFileName, dayRange, hoursNeeded } from './archive.ts';
import { KEPT, midnightOf, oldestDay, PAST_METRICS, type PastMetric } from './metrics.ts';
import { hoursAfter } from './sky-hours.ts';

const NOW = Date.parse('2026-09-28T16:20:00+08:00');
const [TODAY, OLDEST] = ['2026-09-28', '2026-07-01'];
const DAY_27 = { from: '2026-09-27', to: '2026-09-27' };

function figure(time: string, value: number | null): HourFigure {
  const values = { north: value, south: value, east: value, west: null, central: value };
  return { metric: 'pm25', hour: `${time}:00:00+08:00`, values, updatedTimestamp: null };
}
const valuesAt = ({ points }: Archive, time: string) =>
  points.find(({ timestamp }) => timestamp === `${time}:00+08:00`)?.values;

describe('past: the days of a response', () => {
  it('are the last seven by default, or seven that end where the caller says', () => {
    expect(dayRange(undefined, undefined, NOW)).toEqual({ from: '2026-09-22', to: TODAY });
    expect(dayRange(undefined, '2026-09-01', NOW)).toEqual({ from: '2026-08-26', to: '2026-09-01' });
    expect(dayRange(undefined, '2026-07-03', NOW)).toEqual({ from: OLDEST, to: '2026-07-03' });
    expect(dayRange(undefined, OLDEST, NOW)).toEqual({ from: OLDEST, to: OLDEST });
    expect(dayRange('2026-09-28', undefined, NOW)).toEqual({ from: TODAY, to: TODAY });
  });

  it('are ninety at most in the past and 31 at most at a time', () => {
    expect(oldestDay(NOW)).toBe(OLDEST);
    expect(dayRange('2026-08-29', TODAY, NOW)).toEqual({ from: '2026-08-29', to: TODAY });
    expect(dayRange(OLDEST, '2026-07-31', NOW)).toEqual({ from: OLDEST, to: '2026-07-31' });
    const pathOf = (from: string | undefined, to?: string) => {
      const range = dayRange(from, to, NOW);
      return 'path' in range ? [range.path, range.problem] : ['none'];
    };
    expect(pathOf('2026-08-28')).toEqual([
      'from',
      'is 32 days with 2026-09-28, the last one; at most 31 at a time',
    ]);
    expect(pathOf('2026-09-03', '2026-09-02')).toEqual(['from', 'is after 2026-09-02, the last day']);
    expect(pathOf('2026-06-30', '2026-07-02')[0]).toBe('from');
    expect(pathOf(undefined, '2026-06-30')).toEqual([
      'to',
      'is before 2026-07-01, the oldest day that is kept',
    ]);
    expect(pathOf(undefined, '2026-09-29')).toEqual(['to', 'is after today in Singapore, 2026-09-28']);
    expect(pathOf('2026-09-29')[0]).toBe('from');
  });

  it('change at midnight in Singapore', () => {
    const midnight = Date.parse('2026-09-29T00:00:00+08:00');
    expect(dayRange(undefined, undefined, midnight - 1)).toMatchObject({ to: '2026-09-28' });
    expect(dayRange(undefined, undefined, midnight)).toMatchObject({ to: '2026-09-29' });
  });
});

describe('past: a response', () => {
  it('needs every hour of its days and none of those beside them', () => {
    expect(hoursNeeded({ from: '2026-09-27', to: '2026-09-28' })).toEqual({
      since: '2026-09-27T00:00:00+08:00',
      before: '2026-09-29T00:00:00+08:00',
    });
    const two = { from: '2026-09-26', to: '2026-09-27' };
    expect(archiveBody('pm25', two, [], NOW)).toMatchObject(two);
    for (const [metric, last] of [
      ['pm25', '23:00'],
      ['rain', '23:55'],
    ] as const) {
      const { points, from, to, keptFrom } = archiveBody(metric, DAY_27, [], NOW);
      expect(points[0]?.timestamp).toBe('2026-09-27T00:00:00+08:00');
      expect(points.at(-1)?.timestamp).toBe(`2026-09-27T${last}:00+08:00`);
      expect([from, to, keptFrom]).toEqual(['2026-09-27', '2026-09-27', OLDEST]);
    }
  });

  it('has the unit, the step and the source of its measure', () => {
    const facts = PAST_METRICS.map((metric) => {
      const { unit, stepMinutes, provenance } = archiveBody(metric, DAY_27, [], NOW);
      return [
        metric,
        unit,
        stepMinutes,
        provenance === PROVENANCE ? 'air' : provenance === SKY_PROVENANCE && 'sky',
      ];
    });
    expect(facts).toEqual([
      ['psi', null, 60, 'air'],
      ['pm25', 'µg/m³', 60, 'air'],
      ['wbgt', '°C', 15, 'sky'],
      ['rain', 'mm', 5, 'sky'],
      ['uv', null, 60, 'sky'],
    ]);
  });

  it('has every hour of its days, and null where nothing was measured', () => {
    const hours = [figure('2026-09-27T15', 0), figure('2026-09-27T17', 12), figure('2026-09-28T00', 5)];
    const body = archiveBody('pm25', DAY_27, hours, NOW);
    expect(body.points).toHaveLength(24);
    expect(valuesAt(body, '2026-09-27T15:00')).toEqual({
      north: 0,
      south: 0,
      east: 0,
      west: null,
      central: 0,
    });
    const gap = { north: null, south: null, east: null, west: null, central: null };
    expect(valuesAt(body, '2026-09-27T16:00')).toEqual(gap);
    expect(valuesAt(body, '2026-09-27T17:00')?.central).toBe(12);
    expect([body.metric, body.unit, body.stepMinutes, body.keptFrom]).toEqual(['pm25', 'µg/m³', 60, OLDEST]);
  });

  it('ends with the newest step that has begun, and says nothing of what lies ahead', () => {
    const ahead = [figure('2026-09-28T16', 4), figure('2026-09-28T17', 99)];
    const body = archiveBody('pm25', { from: TODAY, to: TODAY }, ahead, NOW);
    expect(body.points.at(-1)).toMatchObject({
      timestamp: '2026-09-28T16:00:00+08:00',
      values: { north: 4 },
    });
    const onTheHour = Date.parse('2026-09-28T16:00:00+08:00');
    for (const [now, last] of [
      [onTheHour, '16:00'],
      [onTheHour - 1, '15:00'],
    ] as const) {
      const { points } = archiveBody('pm25', { from: TODAY, to: TODAY }, ahead, now);
      expect(points.at(-1)?.timestamp).toBe(`2026-09-28T${last}:00+08:00`);
    }
    const rain = archiveBody('rain', { from: TODAY, to: TODAY }, [], NOW);
    expect(rain.points.at(-1)?.timestamp).toBe('2026-09-28T16:20:00+08:00');
  });

  it('has readings of the sky at their own minutes', () => {
    const readings = ['15:05', '15:55'].map((time, n) => ({
      metric: 'rain' as const,
      at: Date.parse(`2026-09-27T${time}:00+08:00`),
      values: [0, 0.2 + n, null, 0, 0],
    }));
    const body = archiveBody('rain', DAY_27, hoursAfter([], readings), NOW);
    expect(body.points).toHaveLength(288);
    expect(valuesAt(body, '2026-09-27T15:00')?.south).toBeNull();
    expect(valuesAt(body, '2026-09-27T15:05')).toEqual({
      north: 0,
      south: 0.2,
      east: null,
      west: 0,
      central: 0,
    });
    expect(valuesAt(body, '2026-09-27T15:55')?.south).toBe(1.2);
    const uv = hoursAfter([], [{ metric: 'uv', at: Date.parse('2026-09-27T13:00:00+08:00'), values: [11] }]);
    const island = archiveBody('uv', DAY_27, uv, NOW);
    expect(valuesAt(island, '2026-09-27T13:00')).toEqual({ island: 11 });
    expect(valuesAt(island, '2026-09-27T14:00')).toEqual({ island: null });
    expect(island.provenance).not.toEqual(archiveBody('psi', DAY_27, [], NOW).provenance);
  });

  it('is the same as a table, whatever is missing', () => {
    const value = fc.option(fc.integer({ min: 0, max: 300 }));
    const reading = fc.record({
      step: fc.nat(3 * 24 * 12 - 1),
      values: fc.tuple(value, value, value, value, value),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...PAST_METRICS),
        fc.array(reading, { maxLength: 80 }),
        (metric, readings) => {
          const range = { from: '2026-09-26', to: TODAY };
          const { step, places } = KEPT[metric];
          const start = midnightOf(range.from);
          const hours =
            metric === 'psi' || metric === 'pm25'
              ? readings.map((one) => air(metric, start + (one.step % 72) * HOUR, one.values))
              : hoursAfter(
                  [],
                  readings.map((one) => ({
                    metric,
                    at: start + (one.step % (72 * (HOUR / step))) * step,
                    values: one.values.slice(0, places.length),
                  })),
                );
          const body = archiveBody(metric, range, hours, NOW);
          const [header, ...lines] = archiveCsv(metric, range, hours, NOW).trimEnd().split('\r\n');
          expect(header).toBe(['timestamp', ...places].join(','));
          expect(lines).toEqual(
            body.points.map(({ timestamp, values }) =>
              [timestamp, ...places.map((place) => values[place] ?? '')].join(','),
            ),
          );
          expect(body.points.length).toBe(Math.floor((NOW - start) / step) + 1);
          // Nothing is there that was not measured.
          const given = new Set(readings.flatMap(({ values }) => values));
          for (const { values } of body.points) {
            for (const one of Object.values(values)) expect(one === null || given.has(one)).toBe(true);
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has a name for its file', () => {
    expect(archiveFileName('uv', DAY_27)).toBe('pleinair-uv-2026-09-27.csv');
    expect(archiveFileName('pm25', { from: '2026-09-01', to: '2026-09-30' })).toBe(
      'pleinair-pm25-2026-09-01-to-2026-09-30.csv',
    );
  });

  it('of 31 days has as many points as its step says', () => {
    const range = { from: sgtDate(NOW - 31 * DAY), to: sgtDate(NOW - DAY) };
    const count = (metric: PastMetric) => archiveBody(metric, range, [], NOW).points.length;
    expect(PAST_METRICS.map(count)).toEqual([744, 744, 4 * 744, 12 * 744, 744]);
    expect(KEPT.rain.step).toBe(5 * MINUTE);
  });
});

function air(metric: 'psi' | 'pm25', at: number, values: readonly (number | null)[]): HourFigure {
  const byRegion = Object.fromEntries(REGIONS.map((region, n) => [region, values[n] ?? null]));
  return { metric, hour: toSgt(at), values: byRegion as HourFigure['values'], updatedTimestamp: null };
}
