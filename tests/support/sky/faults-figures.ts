/** For tests: rows of docs/air-faults.md where the response is well-formed, but its figures or times are wrong. */
import { expect } from 'vitest';
import { HOUR, parseInstant } from '../../../src/core/air/time/time.ts';
import { FEEDS } from '../../../src/core/sky/types.ts';
import {
  advanceClock,
  body,
  DUE,
  expectKept,
  expectNothing,
  expectWell,
  fault,
  NO_LIGHTNING_KNOWN,
  saidOf,
  startEmpty,
} from './faults.ts';
import { at, world } from './sky-port.ts';

/** By the text of the row's first cell. */
export const FIGURES: Readonly<Record<string, () => Promise<void>>> = {
  'markup where names and phrases stand': async () => {
    startEmpty();
    const before = await body();
    fault('markup');
    advanceClock(DUE);
    const answer = await body();
    for (const feed of ['rain', 'heat', 'forecast2h'] as const) expectKept(answer, before, feed);
    expectWell(answer, 'lightning');
    startEmpty();
    const first = await body();
    for (const feed of ['rain', 'heat', 'wind', 'forecast2h', 'forecast24h'] as const)
      expectNothing(first, feed);
  },
  'figures frozen for four hours': async () => {
    startEmpty();
    fault('frozen');
    const answer = await body();
    for (const feed of ['rain', 'lightning', 'heat', 'wind', 'forecast2h'] as const) {
      expectNothing(answer, feed);
      expect(answer.sources[feed].fetchedAt).not.toBeNull();
    }
    fault('frozen', 'forecast2h', 'v2');
    fault(null, 'forecast2h', 'v1');
    startEmpty();
    const newer = await body();
    expectWell(newer, 'forecast2h');
    expect(newer.sources.forecast2h.url).toContain(world.standin.v1Url);
  },
  'the clock of the upstream ahead by an hour': async () => {
    startEmpty();
    fault('ahead');
    const answer = await body();
    expect(answer.sources.rain).toMatchObject({ status: 'stale', timestamp: at('16:00') });
    expect(answer.sources.lightning).toMatchObject({ status: 'stale', timestamp: at('16:04') });
    expect(answer.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
    expect(answer.warning).toMatch(/lies ahead of the clock/);
    fault(null);
    advanceClock(DUE);
    const mended = await body();
    expectWell(mended, 'rain', 'lightning', 'heat', 'forecast2h');
    expect(mended.sources.rain.timestamp).toBe(at('15:05'));
    expect(mended.now.lightning.state).toBe('none');
  },
  'times of yesterday beside those of today': async () => {
    startEmpty();
    const plain = await body();
    fault('mixed-days');
    startEmpty();
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.now).toEqual(plain.now);
    expect(answer.next).toEqual(plain.next);
  },
  'an earlier answer after a later one': async () => {
    startEmpty();
    const before = await body();
    fault('frozen');
    advanceClock(DUE);
    const answer = await body();
    for (const feed of FEEDS) {
      expect(answer.sources[feed].timestamp, feed).toBe(before.sources[feed].timestamp);
      expect(saidOf(answer, feed), feed).toEqual(saidOf(before, feed));
    }
  },
  'stations with other names': async () => {
    startEmpty();
    const before = await body();
    fault('renamed');
    advanceClock(DUE);
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.now.rain).toEqual({ ...before.now.rain, station: 'New S07' });
    expect(answer.now.heat?.station).toBe('New S145');
    expect(answer.now.heat?.wbgt).toBe(before.now.heat?.wbgt);
  },
  'stations, areas and strikes listed twice': async () => {
    startEmpty();
    const plain = await body();
    world.standin.setWeather('storm');
    startEmpty();
    const storm = await body();
    fault('twice');
    startEmpty();
    expect((await body()).now.lightning).toEqual(storm.now.lightning);
    world.standin.setWeather(null);
    startEmpty();
    const answer = await body();
    expect(answer.now).toEqual(plain.now);
    expect(answer.next).toEqual(plain.next);
  },
  'half of the gauges absent': async () => {
    startEmpty();
    const before = await body();
    fault('absent', 'rain');
    startEmpty();
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.now.rain?.station).not.toBe(before.now.rain?.station);
    expect(answer.now.rain?.distanceKm).toBeGreaterThan(before.now.rain?.distanceKm ?? 99);
    expect(answer.now.rain?.mmPer5min).toBeGreaterThan(0);
  },
  '"NA"': async () => {
    startEmpty();
    const before = await body();
    world.standin.setWeather('storm');
    fault('na');
    startEmpty();
    const answer = await body();
    for (const feed of ['rain', 'heat', 'wind'] as const) expectWell(answer, feed);
    expect([answer.now.rain?.station, answer.now.heat?.station]).not.toEqual([
      before.now.rain?.station,
      before.now.heat?.station,
    ]);
    expect(answer.now.heat?.wbgt).toBeGreaterThan(20);
    // Bishan is 7 km from what remains of the storm, Tuas is far away from it.
    expect(answer.now.lightning.state).toBe('near');
    const far = await body('tuas');
    expect(far.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
    expect(far.warning).toMatch(/lightning of the last half hour is not known without a gap/);
  },
  'strings for numbers, and numbers for strings': async () => {
    startEmpty();
    const plain = await body();
    fault('strings');
    startEmpty();
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.now).toEqual(plain.now);
  },
  'a period that ends when it begins': () => hasNoPeriod('no-length'),
  'a period that ends in a year': () => hasNoPeriod('endless'),
  'period texts that name another month': async () => {
    startEmpty();
    const answer = await body();
    expect(answer.next.forecast).toMatchObject({ from: at('15:00'), to: at('17:00') });
    expect(answer.next.periods[0]).toMatchObject({ from: at('12:00'), to: at('18:00') });
    expect(JSON.stringify(answer)).not.toMatch(/31 Oct/);
  },
  'a phrase that nobody documented, with a line feed': async () => {
    startEmpty();
    fault('unknown-phrase');
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.next.forecast?.text).toBe('Raining Frogs');
    expect(answer.next.periods[0]?.text).toBe('Raining Frogs');
  },
  'wind directions of another minute': () => hasNoDirection('other-minute'),
  'no wind directions': () => hasNoDirection('no-direction'),
  'a gap in the windows of lightning': async () => {
    startEmpty();
    fault('gap', 'lightning');
    const answer = await body();
    expectWell(answer, 'lightning');
    expect(answer.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
    expect(answer.warning).toMatch(/lightning of the last half hour is not known without a gap/);
    world.standin.setWeather('storm');
    startEmpty();
    expect((await body()).now.lightning.state).toBe('near');
  },
  'only the latest window of lightning, whatever is asked': async () => {
    startEmpty();
    fault('latest-only', 'lightning');
    const answer = await body();
    expectWell(answer, 'lightning');
    expect(answer.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
  },
};

async function hasNoPeriod(kind: 'no-length' | 'endless'): Promise<void> {
  startEmpty();
  for (const feed of ['forecast2h', 'forecast24h'] as const) {
    fault(kind, feed, 'v2');
    startEmpty();
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.sources[feed].url).toContain(world.standin.v1Url);
    expect(parseInstant(answer.next.forecast?.to)).toBeLessThan(world.now + 3 * HOUR);
    fault(kind, feed);
    startEmpty();
    expectNothing(await body(), feed);
    fault(null);
  }
}

async function hasNoDirection(kind: 'other-minute' | 'no-direction'): Promise<void> {
  startEmpty();
  const before = await body();
  expect(before.now.wind?.from).toBeTypeOf('number');
  fault(kind, 'wind');
  startEmpty();
  const answer = await body();
  expectWell(answer, ...FEEDS);
  expect(answer.now.wind).toEqual({ ...before.now.wind, from: null });
}
