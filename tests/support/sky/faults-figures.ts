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
  'a forecast amended since its issue': async () => {
    startEmpty();
    const before = await body();
    fault('amended');
    advanceClock(DUE);
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.sources.forecast2h.timestamp).toBe(before.sources.forecast2h.timestamp);
    expect([before.next.forecast?.kind, answer.next.forecast?.kind]).toEqual(['cloudy', 'storm']);
    // As a cache may hand it out.
    fault(null);
    advanceClock(DUE);
    const after = await body();
    expectWell(after, ...FEEDS);
    expect(after.next.forecast).toEqual(answer.next.forecast);
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
  '"NA"': () => measuresElsewhere('na'),
  '-1 or null for a figure': () => measuresElsewhere('impossible'),
  'times in UTC': () => changesNothing('utc'),
  'places spelt `labelLocation` and `longtitude`': () => changesNothing('misspelt'),
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
  'a period that begins at "Invalid date"': () => hasNoPeriod('invalid-date'),
  'half of the areas absent': async () => {
    startEmpty();
    const before = await body('ang-mo-kio');
    fault('absent', 'forecast2h');
    startEmpty();
    const answer = await body('ang-mo-kio');
    expectWell(answer, ...FEEDS);
    expect([before.next.forecast?.kind, answer.next.forecast]).toEqual(['storm', null]);
    expect(answer.warning).toBe('The two-hour forecast has no phrase for Ang Mo Kio.');
    expect((await body('bedok')).next.forecast?.text).toBe('Partly Cloudy (Day)');
  },
  "yesterday's UV index early in the morning": async () => {
    advanceClock(15.9 * HOUR);
    startEmpty();
    const answer = await body();
    expect(answer.sources.uv).toMatchObject({ status: 'ok', timestamp: at('19:00') });
    expect(answer.now.uv).toBeNull();
  },
  "no page of yesterday's lightning in the first minutes of a day": async () => {
    advanceClock(9 * HOUR);
    startEmpty();
    expect((await body()).now.lightning.state).toBe('none');
    fault('no-yesterday', 'lightning');
    startEmpty();
    const answer = await body();
    expectWell(answer, 'lightning');
    expect(answer.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
  },
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
    expect(answer.warning).toMatch(/lightning report has a gap in the last half hour/);
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

async function hasNoPeriod(kind: 'no-length' | 'endless' | 'invalid-date'): Promise<void> {
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

/** Each second figure is none: the nearest station that measured speaks, and lightning of nowhere can be anywhere. */
async function measuresElsewhere(kind: 'na' | 'impossible'): Promise<void> {
  startEmpty();
  const before = await body();
  world.standin.setWeather('storm');
  fault(kind);
  startEmpty();
  const answer = await body();
  for (const feed of ['rain', 'heat', 'wind'] as const) expectWell(answer, feed);
  expect([answer.now.rain?.station, answer.now.heat?.station]).not.toEqual([
    before.now.rain?.station,
    before.now.heat?.station,
  ]);
  expect(answer.now.heat?.wbgt).toBeGreaterThan(20);
  // The index of the hour before is too old by now.
  expect(answer.sources.uv).toMatchObject({ status: 'unavailable', timestamp: at('13:00') });
  expect(answer.now.uv).toBeNull();
  expect([before.next.forecast?.kind, answer.next.forecast]).toEqual(['cloudy', null]);
  expect(answer.warning).toContain('two-hour forecast has no phrase for Bishan');
  // Bishan is 7 km from what remains of the storm, Tuas is far away from it.
  expect(answer.now.lightning.state).toBe('near');
  const far = await body('tuas');
  expect(far.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
  expect(far.warning).toMatch(/lightning report has a gap in the last half hour/);
}

/** Another spelling of the same. */
async function changesNothing(kind: 'utc' | 'misspelt'): Promise<void> {
  startEmpty();
  const plain = await body();
  fault(kind);
  startEmpty();
  const answer = await body();
  expectWell(answer, ...FEEDS);
  expect(answer.now).toEqual(plain.now);
  expect(answer.next).toEqual(plain.next);
  for (const feed of FEEDS) {
    expect(answer.sources[feed].timestamp, feed).toBe(plain.sources[feed].timestamp);
  }
}
