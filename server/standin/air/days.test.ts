import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedFile } from '../../../tests/support/shared.ts';
import { readV2Day } from '../../air/upstream/v2-body.ts';
import type { ReplayedHour } from './days.ts';
import { DAYS } from './days.ts';

/** The agency's breakpoints from the 24-hour concentration of PM2.5, µg/m³, to its sub-index. */
const BREAKPOINTS = [
  [0, 0],
  [12, 50],
  [55, 100],
  [150, 200],
  [250, 300],
  [350, 400],
  [500, 500],
] as const;

function subIndex(concentration: number): number {
  const at = BREAKPOINTS.findIndex(([upper]) => concentration <= upper);
  const [high, highIndex] = BREAKPOINTS[Math.max(1, at)] ?? [500, 500];
  const [low, lowIndex] = BREAKPOINTS[Math.max(1, at) - 1] ?? [0, 0];
  return Math.round(lowIndex + ((highIndex - lowIndex) * (concentration - low)) / (high - low));
}

const pm25 = [...DAYS.pm25[0], ...DAYS.pm25[1]].map(({ values }) => values);

/** The PSI computed from PM2.5 alone, for the 24 hours that end with hour `index` of the two days. */
function psiOfMean(index: number): number[] {
  const hours = pm25.slice(index - 23, index + 1);
  return [0, 1, 2, 3, 4].map((region) =>
    subIndex(hours.reduce((sum, values) => sum + (values[region] ?? Number.NaN), 0) / hours.length),
  );
}

describe('air: the figures that the stand-in replays', () => {
  it('has each hour of both days once, in order', () => {
    for (const day of [...DAYS.psi, ...DAYS.pm25]) {
      expect(day.map(({ hour }) => hour)).toEqual(Array.from({ length: 24 }, (_, hour) => hour));
    }
  });

  it('calls generated exactly what was not recorded', () => {
    const generated = (day: readonly ReplayedHour[]) =>
      day.filter(({ origin }) => origin === 'generated').map(({ hour }) => hour);
    expect(generated(DAYS.pm25[0])).toEqual([]);
    expect(generated(DAYS.psi[0])).toEqual([]);
    expect(generated(DAYS.pm25[1])).toEqual([17, 18, 19, 20, 21, 22, 23]);
    expect(generated(DAYS.psi[1])).not.toContain(16);
    expect(generated(DAYS.psi[1])).not.toContain(17);
    expect(generated(DAYS.psi[1])).toHaveLength(22);
  });

  it('generates PSI from the mean of 24 hours of PM2.5, which meets the recorded hours', () => {
    for (const { hour, origin, values } of DAYS.psi[1]) {
      if (origin === 'generated') expect([...values], `${hour}:00`).toEqual(psiOfMean(24 + hour));
    }
    expect(psiOfMean(23)).toEqual([...(DAYS.psi[0][23]?.values ?? [])]);
    expect(psiOfMean(24 + 16)).toEqual([...(DAYS.psi[1][16]?.values ?? [])]);
  });

  it('generates the evening of PM2.5 as a line to the first hour of the other day', () => {
    const [from, to] = [pm25[24 + 16] ?? [], pm25[0] ?? []];
    for (const { hour, values } of DAYS.pm25[1].slice(17)) {
      const line = from.map((value, index) => value + (((to[index] ?? 0) - value) * (hour - 16)) / 8);
      expect([...values]).toEqual(line.map(Math.round));
    }
  });

  const recordings = [
    ['pm25', 0, '2026-09-27', 'pm25-day-2026-09-27.json'],
    ['pm25', 1, '2026-09-28', 'pm25-day-2026-09-28-partial.json'],
    ['psi', 0, '2026-09-27', 'psi-day-2026-09-27.json'],
    ['psi', 1, '2026-09-28', 'psi-latest-2026-09-28T16.json'],
  ] as const;
  for (const [metric, index, date, name] of recordings) {
    const path = sharedFile(`air/v2/${name}`);
    it.skipIf(path === undefined)(`has the recorded ${metric} of ${date} as it was published`, () => {
      const day = readV2Day(
        JSON.parse(readFileSync(path ?? '', 'utf8')),
        metric,
        date,
        Date.parse(`${date}T23:50:00+08:00`),
      );
      if (typeof day === 'string') throw new Error(day);
      for (const figure of day.hours) {
        const row = DAYS[metric][index][Number(figure.hour.slice(11, 13))];
        const { north, south, east, west, central } = figure.values;
        expect(row?.values, figure.hour).toEqual([north, south, east, west, central]);
        expect(figure.updatedTimestamp).toContain(`:${row?.published}+08:00`);
        expect(row?.origin).toBe('recorded');
      }
    });
  }
});
