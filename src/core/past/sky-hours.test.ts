import { describe, expect, it } from 'vitest';
import { fineData, SKY_NOW } from '../../../tests/support/sky/sky-state.ts';
import { DAY, HOUR, MINUTE, toSgt } from '../air/time/time.ts';
import { hoursAfter, readingsToKeep, type SkyReading } from './sky-hours.ts';

/** 14:36 on 21 September 2026: the rain is of 14:35, the heat of 14:30. */
const NOW = SKY_NOW;
const data = fineData(NOW);
const HOUR_14 = '2026-09-21T14:00:00+08:00';

describe('past: what is kept of the sky', () => {
  it('is what the nearest station that reports measured at the label point of each region, and null without one', () => {
    // Bishan is within ten kilometres of four label points, Tuas of that of the west.
    expect(readingsToKeep('rain', data.rain, NOW)).toEqual([
      { metric: 'rain', at: Date.parse('2026-09-21T14:35:00+08:00'), values: [0, 0, 0, null, 0] },
    ]);
    const near = { ...data.rain, gauges: [{ ...data.rain.gauges[0]!, latitude: 1.35, longitude: 103.7 }] };
    expect(readingsToKeep('rain', near, NOW)[0]?.values).toEqual([null, null, null, 2.4, null]);
    expect(readingsToKeep('heat', data.heat, NOW)[0]?.values).toEqual([31.4, 31.4, 31.4, null, 31.4]);
  });

  it('is nothing where nobody measured, and nothing of the other feeds', () => {
    expect(readingsToKeep('rain', { ...data.rain, gauges: [] }, NOW)).toEqual([]);
    for (const feed of ['wind', 'lightning', 'forecast2h', 'forecast24h'] as const) {
      expect([feed, readingsToKeep(feed, data[feed], NOW)]).toEqual([feed, []]);
    }
  });

  it('has every hour of the day of the UV index, one for the island', () => {
    expect(readingsToKeep('uv', data.uv, NOW)).toEqual([
      { metric: 'uv', at: Date.parse(HOUR_14), values: [7] },
      { metric: 'uv', at: Date.parse(HOUR_14) - HOUR, values: [9] },
    ]);
  });

  it('is nothing from ahead of the clock, and nothing older than ninety days', () => {
    const at = (ms: number) => readingsToKeep('rain', { ...data.rain, timestamp: toSgt(ms) }, NOW).length;
    expect(at(NOW + 5 * MINUTE)).toBe(1);
    expect(at(NOW + 6 * MINUTE)).toBe(0);
    const oldest = Date.parse('2026-06-24T00:00:00+08:00');
    expect([at(oldest), at(oldest - MINUTE), at(NOW - 365 * DAY)]).toEqual([1, 0, 0]);
  });
});

describe('past: hours of the sky', () => {
  const rain = (time: string, value: number): SkyReading => ({
    metric: 'rain',
    at: Date.parse(`2026-09-21T${time}:00+08:00`),
    values: [value, null, 0, 0, 0],
  });

  it('have each reading at its own step, and null for every other', () => {
    const [hour, ...others] = hoursAfter([], [rain('14:00', 1), rain('14:35', 2)]);
    expect(others).toEqual([]);
    expect([hour?.metric, hour?.hour, hour?.steps.length]).toEqual(['rain', HOUR_14, 12]);
    expect(hour?.steps.map((values) => values?.[0] ?? null)).toEqual([
      1,
      null,
      null,
      null,
      null,
      null,
      null,
      2,
      null,
      null,
      null,
      null,
    ]);
  });

  it('keep what they had, and a later word of the same time replaces the earlier one', () => {
    const before = hoursAfter([], [rain('13:55', 5), rain('14:05', 1), rain('14:10', 2)]);
    const after = hoursAfter(before, [rain('14:10', 3)]);
    expect(after).toHaveLength(1);
    expect(after[0]?.steps.slice(0, 4)).toEqual([null, [1, null, 0, 0, 0], [3, null, 0, 0, 0], null]);
  });
});
