import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFile } from '../../../tests/support/shared.ts';
import type { Day } from './figures.ts';
import { readV1Day } from './v1-body.ts';

const DAY = '2026-09-28';
const NOW = Date.parse(`${DAY}T23:50:00+08:00`);
const REGIONS = { north: 49, south: 105, east: 83, west: 117, central: 105 };
const item = (time: string, values: unknown = REGIONS, updated: unknown = `${DAY}T16:00:59+08:00`) => ({
  timestamp: time,
  update_timestamp: updated,
  readings: { pm25_one_hourly: values },
});
const body = (items: unknown, region_metadata: unknown = []) => ({
  items,
  region_metadata,
  api_info: { status: 'healthy' },
});

function read(json: unknown): Day {
  const day = readV1Day(json, 'pm25', DAY, NOW);
  if (typeof day === 'string') throw new Error(day);
  return day;
}

function recorded(name: string): [string | undefined, () => unknown] {
  const path = sharedFile(`air/${name}`);
  return [path, () => JSON.parse(readFileSync(path ?? '', 'utf8'))];
}

describe('air: a body of v1', () => {
  const [dayPath, dayBody] = recorded('v1/pm25-day-2026-09-28-partial-missing-south-15h.json');
  it.skipIf(dayPath === undefined)('a recorded day: oldest first, from 01:00, without south at 15:00', () => {
    const { hours, centres } = read(dayBody());
    expect(hours[0]?.hour).toBe('2026-09-28T01:00:00+08:00');
    expect(hours[0]).toMatchObject({ values: { central: 28, east: 28, north: 18, west: 26, south: 20 } });
    expect(hours[0]?.updatedTimestamp).toBe('2026-09-28T01:00:59+08:00');
    const at15 = hours.find(({ hour }) => hour === '2026-09-28T15:00:00+08:00');
    expect(at15?.values.south).toBeNull();
    expect(at15?.values.north).toBeTypeOf('number');
    expect(centres.north).toEqual({ latitude: 1.41803, longitude: 103.82 });
  });

  const [psiPath, psiBody] = recorded('v1/psi-latest-2026-09-28T17.json');
  it.skipIf(psiPath === undefined)('a recorded PSI: the 24-hour index, not one of its parts', () => {
    const day = readV1Day(psiBody(), 'psi', DAY, NOW);
    expect(typeof day === 'string' ? day : day.hours[0]).toMatchObject({
      hour: '2026-09-28T17:00:00+08:00',
      values: { east: 77, south: 90, west: 85, north: 66, central: 86 },
    });
  });

  for (const name of ['v1-psi-empty-200.json', 'v1-pm25-empty-200.json']) {
    const [path, empty] = recorded(`errors/${name}`);
    it.skipIf(path === undefined)(`a recorded outage, "healthy" and empty: ${name}`, () => {
      expect(readV1Day(empty(), 'psi', DAY, NOW)).toBe('empty');
    });
  }

  it('takes the midnight at the end of the day with it, and no other hour of the next', () => {
    const { hours } = read(
      body(
        ['2026-09-28T23:00:00+08:00', '2026-09-29T00:00:00+08:00', '2026-09-29T01:00:00+08:00'].map((time) =>
          item(time),
        ),
      ),
    );
    expect(hours.map(({ hour }) => hour.slice(0, 13))).toEqual(['2026-09-28T23', '2026-09-29T00']);
    expect(readV1Day(body([item('2026-09-27T16:00:00+08:00')]), 'pm25', DAY, NOW)).toBe('wrong_day');
  });

  it.each([
    ['-1', -1],
    ['null', null],
    ['a string', '49'],
    ['a figure that no air has', 1e300],
  ])('a value that is %s is null', (_, value) => {
    const { hours } = read(body([item(`${DAY}T16:00:00+08:00`, { ...REGIONS, north: value, national: 90 })]));
    expect(hours[0]?.values).toEqual({ ...REGIONS, north: null });
  });

  it('skips items and label points that are none', () => {
    const labels = [
      null,
      { name: 'national', label_location: { latitude: 0, longitude: 0 } },
      { name: 'east', label_location: { latitude: 1.36, longitude: 103.95 } },
      { name: 'west', label_location: '<b>' },
    ];
    const { hours, centres } = read(
      body([{}, null, 7, item('noon'), item(`${DAY}T16:00:00+08:00`, REGIONS, '<script>')], labels),
    );
    expect(hours).toHaveLength(1);
    expect(hours[0]?.updatedTimestamp).toBeNull();
    expect(centres).toEqual({ east: { latitude: 1.36, longitude: 103.95 } });
  });

  it.each([null, [], 'ok', 7, {}, { items: null }, { items: {} }, { message: 'no' }])(
    '%j is malformed',
    (json) => {
      expect(readV1Day(json, 'pm25', DAY, NOW)).toBe('malformed');
    },
  );

  it('more items than any day has are no answer', () => {
    expect(readV1Day(body(Array.from({ length: 1001 }, () => ({}))), 'pm25', DAY, NOW)).toBe('malformed');
  });
});
