/**
 * For tests: rows of docs/air-faults.md where the response is well-formed, but its figures or times are wrong.
 */
import { expect } from 'vitest';
import { HOUR, MINUTE, toSgt } from '../../../src/core/air/time/time.ts';
import type { Region } from '../../../src/core/air/types.ts';
import { METRICS, REGIONS } from '../../../src/core/air/types.ts';
import {
  advanceClock,
  DUE,
  expectWell,
  FAULTY_METRIC,
  forgetFigures,
  HOUR_16,
  history,
  lacksSouth,
  now,
  published,
  publishing,
  readings,
  server,
  standin,
  start,
  valuesOf,
} from './faults.ts';

/** By the text of the row's first cell. */
export const FIGURES: Readonly<Record<string, () => Promise<void>>> = {
  'a missing region': () => lacksSouth('no-south'),
  null: () => lacksSouth('null-south'),
  '-1': () => lacksSouth('minus-south'),
  'a string': () => lacksSouth('text-south'),
  'an extra `national`': async () => {
    const plain = await readings();
    standin.setFault('both', 'national');
    advanceClock(DUE);
    const body = await readings();
    expect(body.regions).toEqual(plain.regions);
    expect(JSON.stringify(await history())).not.toMatch(/national|999/);
    for (const metric of METRICS) expectWell(body, metric);
  },
  'figures frozen since midnight': async () => {
    standin.setFault(FAULTY_METRIC, 'frozen-since-midnight', 'v2');
    const newer = await readings();
    expectWell(newer, FAULTY_METRIC);
    expect(newer.sources[FAULTY_METRIC].url).toBe(`${standin.v1Url}/${FAULTY_METRIC}`);
    await server.close(0);
    forgetFigures();
    await start();
    standin.setFault(FAULTY_METRIC, 'frozen-since-midnight');
    const body = await readings();
    expect(body.sources[FAULTY_METRIC]).toMatchObject({
      status: 'stale',
      timestamp: '2026-11-21T00:00:00+08:00',
      fetchedAt: toSgt(now),
      url: `${standin.v2Url}/${FAULTY_METRIC}`,
    });
    expect(valuesOf(body, FAULTY_METRIC)).toEqual(published(FAULTY_METRIC, 0));
    expect(body.warning).toMatch(/the newest hour published is 00:00 SGT on 21 Nov 2026/);
    expectWell(body);
    const { series } = await history();
    expect(series.pm25.at(-1)?.values).toEqual(Object.fromEntries(REGIONS.map((region) => [region, null])));
  },
  'the clock of the upstream ahead by an hour': async () => {
    standin.setFault(FAULTY_METRIC, 'ahead');
    const body = await readings();
    expect(body.sources[FAULTY_METRIC]).toMatchObject({
      status: 'stale',
      timestamp: '2026-11-21T17:00:00+08:00',
    });
    expect(body.warning).toMatch(/its hour 17:00 SGT on 21 Nov 2026 lies ahead of the clock/);
    expectWell(body);
    advanceClock(DUE);
    standin.setFault(FAULTY_METRIC, null);
    const mended = await readings();
    expectWell(mended, FAULTY_METRIC);
    expect(mended.warning).toBeNull();
    expect((await history()).windowEnd).toBe(HOUR_16);
  },
  'duplicated and unordered items': async () => {
    standin.setFault('both', 'duplicated');
    const body = await readings();
    for (const metric of METRICS) expectWell(body, metric);
    const { series } = await history();
    for (const metric of METRICS) {
      const hours = series[metric].map(({ timestamp }) => timestamp);
      expect(hours).toEqual(
        Array.from({ length: 24 }, (_, index) => toSgt(now - 20 * MINUTE - (23 - index) * HOUR)),
      );
      expect(JSON.stringify(series[metric])).not.toContain('499');
    }
  },
  'an hour filled in or corrected later': async () => {
    const south = async () => {
      const body = await readings();
      const point = (await history()).series.pm25.at(-1);
      expect(point?.timestamp).toBe(HOUR_16);
      expect(point?.values['south']).toBe(body.regions[1]?.pm25);
      return body.regions[1]?.pm25;
    };
    publishing({ south: null, updated: '01' });
    expect(await south()).toBeNull();
    advanceClock(DUE);
    publishing({ south: 106, updated: '25' });
    expect(await south()).toBe(106);
    advanceClock(DUE);
    publishing({ south: 104, updated: '35' });
    expect(await south()).toBe(104);
    advanceClock(DUE);
    publishing({ south: 106, updated: '25' });
    expect(await south()).toBe(104);
  },
  'markup where names, times and figures stand': async () => {
    standin.setFault('both', 'markup');
    const body = await readings();
    for (const metric of METRICS) {
      expect(valuesOf(body, metric)).toEqual([41, null, 42, 43, null]);
      expect(body.sources[metric]).toMatchObject({
        status: 'ok',
        timestamp: HOUR_16,
        updatedTimestamp: null,
      });
    }
    expect(body.regions.map(({ name }) => name)).toEqual(['North', 'South', 'East', 'West', 'Central']);
    const [point] = (await history()).series.psi.slice(-1);
    expect(Object.keys(point?.values ?? {}).toSorted()).toEqual([...REGIONS].toSorted() satisfies Region[]);
  },
};
