import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PM25_BANDS, PSI_BANDS } from '../../../core/air/bands.ts';
import { HOUR, hourOf } from '../../../core/air/time/time.ts';
import { gapsOf, nearestHour, pathOf, runsOf, scaleOf, stripsOf, ticksOf, xOf, yOf } from './geometry.ts';
import type { HourPoint } from './series.ts';

const START = Date.parse('2026-09-27T17:00:00+08:00');

function hours(...values: readonly (number | null)[]): HourPoint[] {
  return values.map((value, i) => ({ at: START + i * HOUR, hour: hourOf(START + i * HOUR), value }));
}

/** Number of points in an SVG path. */
function pointCount(path: string): number {
  return path.match(/[ML]/g)?.length ?? 0;
}

const anyHours = fc
  .array(fc.option(fc.integer({ min: 0, max: 900 }), { nil: null }), { minLength: 1, maxLength: 48 })
  .map((values) => hours(...values));

describe('air chart: geometry', () => {
  test('every figure is drawn once, at its position, and null is not drawn', () => {
    fc.assert(
      fc.property(anyHours, (points) => {
        const scale = scaleOf(points, PSI_BANDS);
        const runs = runsOf(points, scale);
        const drawn = runs.flat();
        const measured = points.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]));
        expect(drawn.map(({ index, value }) => ({ index, value }))).toEqual(measured);
        expect(runs.map(pathOf).reduce((sum, path) => sum + pointCount(path), 0)).toBe(measured.length);
        for (const { index, value, x, y } of drawn) {
          expect(x).toBe(xOf(points[index]?.at ?? Number.NaN, scale));
          expect(y).toBe(yOf(value, scale));
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(100);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(100);
        }
      }),
    );
  });

  test('a line never crosses a gap: the hours of a run are consecutive', () => {
    fc.assert(
      fc.property(anyHours, (points) => {
        const runs = runsOf(points, scaleOf(points, PM25_BANDS));
        for (const run of runs) {
          for (const [i, { index }] of run.entries()) expect(index).toBe((run[0]?.index ?? 0) + i);
        }
        for (const [i, run] of runs.entries()) {
          const next = runs[i + 1]?.[0];
          if (next) expect(next.index).toBeGreaterThan((run.at(-1)?.index ?? 0) + 1);
        }
      }),
    );
  });

  test('hours missing from the list break the line like a null', () => {
    const [first, second, third] = hours(10, 20, 30);
    if (!first || !second || !third) throw new Error('three hours');
    const scale = scaleOf([first, third], PSI_BANDS);
    expect(runsOf([first, third], scale)).toHaveLength(2);
    expect(runsOf([first, second, third], scale)).toHaveLength(1);
  });

  test('a single figure is a point', () => {
    const points = hours(null, 40, null);
    const [run] = runsOf(points, scaleOf(points, PSI_BANDS));
    expect(run && pathOf(run)).toMatch(/^M50 [\d.]+h0$/);
  });

  test('a gap extends half an hour to either side, stays in the plot, and covers no figure', () => {
    const points = hours(null, 10, null, null, 20, null);
    const scale = scaleOf(points, PSI_BANDS);
    expect(gapsOf(points, scale)).toEqual([
      { x: 0, width: 10, hours: 1 },
      { x: 30, width: 40, hours: 2 },
      { x: 90, width: 10, hours: 1 },
    ]);
    fc.assert(
      fc.property(anyHours, (any) => {
        const of = scaleOf(any, PSI_BANDS);
        const gaps = gapsOf(any, of);
        expect(gaps.reduce((sum, gap) => sum + gap.hours, 0)).toBe(
          any.filter(({ value }) => value === null).length,
        );
        for (const { x } of runsOf(any, of).flat()) {
          expect(gaps.some((gap) => gap.x < x && x < gap.x + gap.width)).toBe(false);
        }
      }),
    );
  });

  test('the scale begins at 0 and ends a little above the next threshold', () => {
    expect(scaleOf(hours(30, null), PSI_BANDS).top).toBeCloseTo(55);
    expect(scaleOf(hours(51, 100), PSI_BANDS).top).toBeCloseTo(110);
    expect(scaleOf(hours(56), PM25_BANDS).top).toBeCloseTo(165);
    expect(scaleOf(hours(500), PM25_BANDS).top).toBeCloseTo(550);
    expect(scaleOf(hours(null), PM25_BANDS).top).toBeCloseTo(60.5);
  });

  test('the bands fill the plot from the axis to the upper edge, on the scale of the figures', () => {
    const scale = scaleOf(hours(132), PSI_BANDS);
    const strips = stripsOf(PSI_BANDS, scale);
    expect(strips.map(({ label, over }) => [label, over])).toEqual([
      ['Good', 0],
      ['Moderate', 50],
      ['Unhealthy', 100],
      ['Very unhealthy', 200],
    ]);
    for (const { over, y, height } of strips) expect(y + height).toBeCloseTo(yOf(over, scale));
    expect(strips.at(-1)?.y).toBeCloseTo(0);
    expect(strips.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(100);
  });

  test('names that would overlap are left out, except that of the highest band', () => {
    const strips = stripsOf(PSI_BANDS, scaleOf(hours(800), PSI_BANDS));
    expect(strips.filter(({ named }) => named).map(({ label }) => label)).toEqual(['Hazardous']);
  });

  test("the axis has ticks at 0, 6, 12 and 18 o'clock in Singapore", () => {
    const ticks = ticksOf({ from: START, to: START + 23 * HOUR });
    expect(ticks.map(({ at, hour }) => [hourOf(at).slice(0, 13), hour])).toEqual([
      ['2026-09-27T18', 18],
      ['2026-09-28T00', 0],
      ['2026-09-28T06', 6],
      ['2026-09-28T12', 12],
    ]);
    expect(ticksOf({ from: START + 7 * HOUR, to: START + 7 * HOUR })).toMatchObject([{ hour: 0, x: 50 }]);
  });

  test('a position selects the nearest hour, and outside the plot the first or last one', () => {
    expect(nearestHour(0.49 / 23, 24)).toBe(0);
    expect(nearestHour(0.51 / 23, 24)).toBe(1);
    expect(nearestHour(-3, 24)).toBe(0);
    expect(nearestHour(1.2, 24)).toBe(23);
    expect(nearestHour(0.7, 1)).toBe(0);
  });
});
