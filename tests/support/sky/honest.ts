/**
 * What every response of the sky must hold to, whatever the feeds and the clocks did, and the histories to try it with.
 * The limits are written out here again, so that a wrong one in the rules does not excuse itself.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { MINUTE, parseInstant, sinceMidnight, toSgt } from '../../../src/core/air/time/time.ts';
import { AREA_IDS, type AreaId, areaOf } from '../../../src/core/sky/place/areas.ts';
import type { Sky } from '../../../src/core/sky/sky.ts';
import { FEEDS, type Feed, type FeedData } from '../../../src/core/sky/types.ts';
import { fineData, windowsUntil } from './sky-state.ts';

/** Minutes: late after, gone after. */
const LIMITS: Readonly<Record<Feed, readonly [number, number]>> = {
  forecast2h: [45, 180],
  rain: [15, 30],
  lightning: [8, 15],
  heat: [40, 60],
  uv: [80, 120],
  wind: [20, 40],
  // From an hour before the issue of the evening to two hours after that of the morning.
  forecast24h: [900, 2160],
};

/** All that a feed ever said, by its own time. */
export type Said = { readonly [F in Feed]: Map<string, FeedData[F][]> };

export function nothingSaid(): Said {
  const all = Object.fromEntries(FEEDS.map((feed) => [feed, new Map()]));
  return all as unknown as Said;
}

export function note<F extends Feed>(said: Said, feed: F, data: FeedData[F]): void {
  const time = feed === 'uv' ? newestHour(data as FeedData['uv']) : data.timestamp;
  const byTime: Map<string, FeedData[F][]> = said[feed];
  byTime.set(time, [...(byTime.get(time) ?? []), data]);
}

function newestHour({ hours }: FeedData['uv']): string {
  return (
    hours
      .map(({ hour }) => hour)
      .sort()
      .at(-1) ?? ''
  );
}

/**
 * Nothing is shown after its limit, nothing that was not said, no zero that was not measured, no all-clear without
 * half an hour of data.
 * @param now ms since the epoch, the server's clock
 */
export function checkHonest(body: Sky, said: Said, now: number): void {
  const { now: measured, next, sources } = body;
  const saidNow = <F extends Feed>(feed: F): readonly FeedData[F][] => {
    const byTime: ReadonlyMap<string, FeedData[F][]> = said[feed];
    return byTime.get(sources[feed].timestamp ?? '') ?? [];
  };
  const age = (feed: Feed) => (now - (parseInstant(sources[feed].timestamp) ?? Number.NaN)) / MINUTE;
  for (const feed of FEEDS) {
    if (sources[feed].status !== 'ok' || feed === 'uv') continue;
    expect([feed, age(feed) <= LIMITS[feed][0], age(feed) >= -5]).toEqual([feed, true, true]);
  }
  const shown: readonly (readonly [Feed, unknown])[] = [
    ['rain', measured.rain],
    ['heat', measured.heat],
    ['uv', measured.uv],
    ['wind', measured.wind],
    ['forecast2h', next.forecast],
    ['forecast24h', next.periods[0] ?? null],
    ['lightning', measured.lightning.state === 'unknown' ? null : measured.lightning],
  ];
  for (const [feed, value] of shown) {
    if (value === null) continue;
    expect([feed, age(feed) < LIMITS[feed][1], sources[feed].status]).toEqual([
      feed,
      true,
      sources[feed].status === 'ok' ? 'ok' : 'stale',
    ]);
  }
  for (const phrase of [next.forecast, ...next.periods]) {
    if (phrase !== null) expect(parseInstant(phrase.to)).toBeGreaterThan(now);
  }
  if (measured.uv !== null) {
    const hour = sinceMidnight(now) / 60 / MINUTE;
    expect(hour >= 7 && hour < 20).toBe(true);
    const { index } = measured.uv;
    expect(saidNow('uv').some(({ hours }) => hours.some((said) => said.index === index))).toBe(true);
  }
  const { rain, heat, wind } = measured;
  const gauges = saidNow('rain').flatMap((data) => data.gauges);
  if (rain !== null)
    expect(gauges.some(({ name, mmPer5min }) => name === rain.station && mmPer5min === rain.mmPer5min)).toBe(
      true,
    );
  const warm = saidNow('heat').flatMap(({ stations }) => stations);
  if (heat !== null)
    expect(warm.some(({ name, wbgt }) => name === heat.station && wbgt === heat.wbgt)).toBe(true);
  const windy = saidNow('wind').flatMap(({ stations }) => stations);
  if (wind !== null)
    expect(windy.some(({ name, speedKmh }) => name === wind.station && speedKmh === wind.speedKmh)).toBe(
      true,
    );
  if (body.area !== 'all') checkLightning(body, body.area, saidNow('lightning'), age('lightning'));
}

function checkLightning(body: Sky, id: AreaId, said: readonly FeedData['lightning'][], age: number): void {
  const { state, lastStrikeAt } = body.now.lightning;
  if (state === 'unknown') return;
  const { latitude, longitude } = areaOf(id);
  // Flat is exact enough over so few km; strikes at the very border are of either side.
  const km = (strike: { latitude: number; longitude: number }) =>
    111.195 * Math.hypot(strike.latitude - latitude, (strike.longitude - longitude) * Math.cos(0.0236));
  const fits = said.some(({ timestamp, windows, strikes }) => {
    const end = parseInstant(timestamp) ?? 0;
    const counted = strikes.filter(({ at }) => (parseInstant(at) ?? 0) > end - 30 * MINUTE);
    if (state === 'none') {
      return (
        windowsUntil(end).every((window) => windows.includes(window)) &&
        counted.every((strike) => km(strike) > 19.9)
      );
    }
    return counted.some(
      (strike) => strike.at === lastStrikeAt && km(strike) < (state === 'near' ? 8.1 : 20.1),
    );
  });
  expect([state, fits]).toEqual([state, true]);
  if (state === 'none') expect([body.sources.lightning.status, age <= 8]).toEqual(['ok', true]);
}

export const anyArea = fc.constantFrom<AreaId>(...AREA_IDS);

const minutes = (min: number, max: number) => fc.integer({ min, max });

/** What one feed says at a time: how old it is, and what is in it. */
const anyAnswer = fc.record({
  /** Minutes; negative if it is ahead of the clock. */
  age: fc.oneof({ weight: 3, arbitrary: minutes(0, 12) }, minutes(-90, 600)),
  value: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 60, noNaN: true })),
  /** Which of the stations, areas and windows are in it. */
  present: fc.array(fc.boolean(), { minLength: 15, maxLength: 15 }),
  whole: fc.boolean(),
  strikes: fc.array(fc.record({ south: minutes(-300, 300), ago: minutes(0, 60) }), { maxLength: 3 }),
  lasts: minutes(-60, 600),
});
export type Answer = typeof anyAnswer extends fc.Arbitrary<infer T> ? T : never;

/** One step of a history: time that passes, feeds that answer or fail, and the area that somebody asks for. */
export const anyStep = fc.record({
  minutes: fc.oneof({ weight: 3, arbitrary: minutes(0, 20) }, minutes(0, 900)),
  answers: fc.dictionary(fc.constantFrom<Feed>(...FEEDS), fc.option(anyAnswer, { freq: 4 }), { maxKeys: 7 }),
  area: anyArea,
});
export type Step = typeof anyStep extends fc.Arbitrary<infer T> ? T : never;

/** The data of an answer. @param now ms since the epoch, when it is given */
export function dataOf<F extends Feed>(feed: F, answer: Answer, now: number): FeedData[F] {
  const { age, value, present, whole, strikes, lasts } = answer;
  const fine = fineData(now - age * MINUTE);
  const some = <T>(list: readonly T[]) =>
    list.filter((_, index) => whole || present[index % present.length] === true);
  const { lightning, forecast2h, forecast24h } = fine;
  const all: FeedData = {
    forecast2h: {
      ...forecast2h,
      to: toSgt(now + lasts * MINUTE),
      areas: some(forecast2h.areas).map((area) => ({ ...area, text: value === 0 ? '' : 'Thundery Showers' })),
    },
    rain: { ...fine.rain, gauges: some(fine.rain.gauges).map((gauge) => ({ ...gauge, mmPer5min: value })) },
    lightning: {
      ...lightning,
      windows: some(lightning.windows),
      strikes: strikes.map(({ south, ago }) => ({
        latitude: 1.35 - south / 1000,
        longitude: 103.84,
        at: toSgt((parseInstant(lightning.timestamp) ?? 0) - ago * MINUTE),
        kind: 'cloud',
      })),
    },
    heat: {
      ...fine.heat,
      stations: some(fine.heat.stations).map((station) => ({ ...station, wbgt: value })),
    },
    uv: { ...fine.uv, hours: some(fine.uv.hours).map(({ hour }) => ({ hour, index: Math.round(value) })) },
    wind: {
      ...fine.wind,
      stations: some(fine.wind.stations).map((station) => ({ ...station, speedKmh: value })),
    },
    forecast24h: { ...forecast24h, to: toSgt(now + 4 * lasts * MINUTE) },
  };
  return all[feed];
}
