import { describe, expect, it } from 'vitest';
import type { HourFigure } from '../types.ts';
import { hoursToStore, incompleteHours, NO_VALUES, newestHour, windowHours } from './hours.ts';
import { parseInstant, toSgt } from './time.ts';

const NOW = parseInstant('2026-09-28T16:20:00+08:00') ?? Number.NaN;
const DAY = '2026-09-28';

function figure(hour: string, value: number | null, updated: string | null = null): HourFigure {
  const values = { north: value, south: value, east: value, west: value, central: value };
  return { metric: 'pm25', hour: `${DAY}T${hour}:00:00+08:00`, values, updatedTimestamp: updated };
}
const published = (time: string) => `${DAY}T${time}:00+08:00`;

describe('air: hours of one metric', () => {
  it('the newest hour is the latest one with any value, in any order', () => {
    const figures = [figure('14', 40), figure('16', null), figure('15', 50), figure('13', 30)];
    expect(newestHour(figures)).toEqual(figure('15', 50));
    expect(newestHour([figure('16', null)])).toBeNull();
    expect(newestHour([])).toBeNull();
  });

  it('the window is the last 24 hours that have begun, oldest first', () => {
    const hours = windowHours(NOW);
    expect(hours).toHaveLength(24);
    expect(hours[0]).toBe('2026-09-27T17:00:00+08:00');
    expect(hours[23]).toBe('2026-09-28T16:00:00+08:00');
  });

  it('an hour that lacks a region is incomplete, so that a late figure is fetched', () => {
    const partial = { ...figure('15', 50), values: { ...figure('15', 50).values, south: null } };
    const wanted = ['14', '15', '16'].map((hour) => `${DAY}T${hour}:00:00+08:00`);
    expect(incompleteHours(wanted, [figure('14', 40), partial])).toEqual([wanted[1], wanted[2]]);
  });

  it('replaces earlier publications by fetched hours', () => {
    const before = [figure('15', 50, published('15:01')), figure('14', 40, published('14:45'))];
    const fetched = [figure('15', 55, published('15:46')), figure('16', 60, published('16:01'))];
    expect(hoursToStore(before, fetched, DAY, NOW)).toEqual(fetched);
  });

  it('keeps the later publication when a cache serves an earlier one', () => {
    const before = [figure('15', 55, published('15:46'))];
    expect(hoursToStore(before, [figure('15', 50, published('15:01'))], DAY, NOW)).toEqual([]);
  });

  it('ignores a stored publication time that is ahead of the clock', () => {
    const before = [figure('16', 99, published('17:30'))];
    const fetched = [figure('16', 60, published('16:01'))];
    expect(hoursToStore(before, fetched, DAY, NOW)).toEqual(fetched);
    const emptied = hoursToStore([figure('17', 99, published('16:20'))], fetched, DAY, NOW);
    expect(emptied[1]).toEqual({ ...figure('17', null), updatedTimestamp: null });
  });

  it('empties only hours ahead of the clock that the upstream no longer lists', () => {
    const before = [figure('20', 90), figure('10', 30)];
    const stored = hoursToStore(before, [figure('16', 60)], DAY, NOW);
    expect(stored).toEqual([figure('16', 60), { ...figure('20', null), values: NO_VALUES }]);
    expect(newestHour([...before.slice(1), ...stored])?.hour).toBe(toSgt(NOW - 20 * 60_000));
  });
});
