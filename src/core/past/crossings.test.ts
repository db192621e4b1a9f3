import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pm25Presentation, psiPresentation } from '../air/bands.ts';
import { HOUR, toSgt } from '../air/time/time.ts';
import { type HourFigure, METRICS, type Metric, REGIONS } from '../air/types.ts';
import { crossingsIn } from './crossings.ts';

const START = Date.parse('2026-09-28T08:00:00+08:00');
const NOW = START + 30 * HOUR;

/** An hour that is the same in four regions, with no figure in the west. */
function figure(hour: number, value: number | null, metric: Metric = 'pm25'): HourFigure {
  const values = { north: value, south: value, east: value, west: null, central: value };
  return { metric, hour: toSgt(START + hour * HOUR), values, updatedTimestamp: null };
}
const central = (hours: readonly HourFigure[], now = NOW) =>
  crossingsIn(hours, ['central'], now).map(({ hour, before, after }) => [
    (Date.parse(hour) - START) / HOUR,
    before.label,
    after.label,
  ]);

describe('past: crossings of bands', () => {
  it('are between two measured hours that follow each other, newest first, by the agency’s inclusive bounds', () => {
    const hours = [55, 56, 150, 151, 250, 251, 55].map((value, hour) => figure(hour, value));
    expect(central(hours.toReversed())).toEqual([
      [6, 'Very high', 'Normal'],
      [5, 'High', 'Very high'],
      [3, 'Elevated', 'High'],
      [1, 'Normal', 'Elevated'],
    ]);
    expect(central([figure(0, 50, 'psi'), figure(1, 51, 'psi')])).toEqual([[1, 'Good', 'Moderate']]);
  });

  it('of one hour come by measure, then by region', () => {
    const hours = (['pm25', 'psi'] as const).flatMap((metric) => [
      figure(0, 10, metric),
      figure(1, 300, metric),
    ]);
    expect(crossingsIn(hours, REGIONS, NOW).map(({ metric, region }) => `${metric} ${region}`)).toEqual(
      METRICS.flatMap((metric) =>
        ['north', 'south', 'east', 'central'].map((region) => `${metric} ${region}`),
      ),
    );
  });

  it('are not across a gap, a missing hour or the end of what is known', () => {
    expect(central([figure(0, 10), figure(1, null), figure(2, 300)])).toEqual([]);
    expect(central([figure(0, 10), figure(2, 300)])).toEqual([]);
    expect(central([figure(5, 300)])).toEqual([]);
    expect(crossingsIn([figure(0, 10), figure(1, 300)], ['west'], NOW)).toEqual([]);
    expect(central([figure(0, 10), figure(1, 300, 'psi')])).toEqual([]);
  });

  it('are not in an hour ahead of the clock', () => {
    const hours = [figure(0, 10), figure(1, 300)];
    expect(central(hours, START + HOUR - 1)).toEqual([]);
    expect(central(hours, START + HOUR)).toHaveLength(1);
  });

  it('each have measured figures of other bands on both sides, whatever the hours are', () => {
    const value = fc.option(fc.integer({ min: 0, max: 400 }));
    const hour = fc.record({
      hour: fc.nat(40),
      metric: fc.constantFrom(...METRICS),
      values: fc.record({ north: value, south: value, east: value, west: value, central: value }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(hour, { selector: (one) => `${one.metric} ${one.hour}` }), (given) => {
        const hours = given.map(({ hour: at, metric, values }) => ({ ...figure(at, 0, metric), values }));
        const valueAt = (metric: Metric, at: number, region: (typeof REGIONS)[number]) =>
          hours.find((one) => one.metric === metric && Date.parse(one.hour) === at)?.values[region] ?? null;
        const severityOf = (metric: Metric, one: number | null) =>
          (metric === 'psi' ? psiPresentation(one) : pm25Presentation(one)).severity;
        const found = crossingsIn(hours, REGIONS, NOW);
        for (const { metric, region, hour: at, before, after } of found) {
          expect(valueAt(metric, Date.parse(at), region)).toBe(after.value);
          expect(valueAt(metric, Date.parse(at) - HOUR, region)).toBe(before.value);
          expect(Date.parse(at)).toBeLessThanOrEqual(NOW);
        }
        let expected = 0;
        for (const { metric, hour: at } of hours) {
          for (const region of REGIONS) {
            const [a, b] = [
              valueAt(metric, Date.parse(at) - HOUR, region),
              valueAt(metric, Date.parse(at), region),
            ];
            const isOne = a !== null && b !== null && severityOf(metric, a) !== severityOf(metric, b);
            if (isOne && Date.parse(at) <= NOW) expected += 1;
          }
        }
        expect(found).toHaveLength(expected);
      }),
      { numRuns: 50 },
    );
  });
});
