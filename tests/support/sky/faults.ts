/** For tests: the server's sky with the stand-in upstream, and checks of what each fault must leave unchanged. */
import { expect } from 'vitest';
import type { ServerSky } from '../../../server/sky/port.ts';
import type { Fault } from '../../../server/standin/fault-settings.ts';
import { MINUTE } from '../../../src/core/air/time/time.ts';
import { LIMITS } from '../../../src/core/sky/limits.ts';
import type { AreaId } from '../../../src/core/sky/place/areas.ts';
import type { Sky } from '../../../src/core/sky/sky.ts';
import { FEEDS, type Feed } from '../../../src/core/sky/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { sky, skyOf, world } from './sky-port.ts';

/** Long enough for every feed but the next day to be due, and for none to be late. */
export const DUE = 5 * MINUTE;

type Options = Parameters<typeof sky>[0];

let port: ServerSky;
/** The reasons that the log gives for refreshes with trouble, by feed. */
export const reasons = new Map<string, string>();

/** Starts the sky anew, over what was stored. */
export function start(options: Options = {}): void {
  reasons.clear();
  port?.close();
  port = sky({
    log: (_, facts) => reasons.set(String(facts['source']), String(facts['reason'])),
    ...options,
  });
}

/** The same over an empty store. */
export function startEmpty(options: Options = {}): void {
  world.store = memoryStore();
  start(options);
}

/** Bishan lies in the recorded rain. */
export async function body(area: AreaId = 'bishan'): Promise<Sky> {
  const answer = await skyOf(port, area);
  expect(JSON.stringify(answer)).not.toContain('<');
  return answer;
}

export function advanceClock(ms: number): void {
  world.now += ms;
}

/** Gives the feeds a fault from now on. */
export function fault(kind: Fault | null, feed: Feed | 'sky' = 'sky', version?: 'v2' | 'v1'): void {
  world.standin.setFault(feed, kind, version);
}

export const NO_LIGHTNING_KNOWN = { state: 'unknown', nearestKm: null, lastStrikeAt: null };

export function expectWell(answer: Sky, ...feeds: readonly Feed[]): void {
  for (const feed of feeds) expect(answer.sources[feed].status, feed).toBe('ok');
}

export const allBut = (...feeds: readonly Feed[]) => FEEDS.filter((feed) => !feeds.includes(feed));

/** What a feed says of Bishan, null for nothing. */
export function saidOf({ now, next }: Sky, feed: Feed): unknown {
  if (feed === 'forecast2h') return next.forecast;
  if (feed === 'forecast24h') return next.periods.length === 0 ? null : next.periods;
  return now[feed];
}

export function expectKept(answer: Sky, before: Sky, feed: Feed): void {
  expect(answer.sources[feed]).toEqual({ ...before.sources[feed], status: 'stale' });
  if (feed === 'lightning') expect(answer.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
  else expect(saidOf(answer, feed), feed).toEqual(saidOf(before, feed));
  expect(answer.warning).toMatch(/is delayed: nothing newer than \d\d:\d\d SGT on 21 Nov 2026 could be had/);
}

export function expectNothing(answer: Sky, feed: Feed): void {
  expect(answer.sources[feed].status, feed).toBe('unavailable');
  expect(saidOf(answer, feed), feed).toEqual(feed === 'lightning' ? NO_LIGHTNING_KNOWN : null);
  expect(answer.warning).toMatch(/is unavailable/);
}

/** After a good start, gives one feed the fault: what it said is kept, then hidden, and the others stay well. */
export async function keeps(kind: Fault, ...feeds: readonly Feed[]): Promise<void> {
  for (const feed of feeds) {
    startEmpty();
    const begin = world.now;
    const before = await body();
    expectWell(before, ...FEEDS);
    expect(saidOf(before, feed)).not.toBeNull();
    fault(kind, feed);
    advanceClock(Math.max(DUE, LIMITS[feed].poll));
    const after = await body();
    expectKept(after, before, feed);
    expectWell(after, ...allBut(feed));
    advanceClock(LIMITS[feed].hideAfter);
    const late = await body();
    expectNothing(late, feed);
    expectWell(late, ...allBut(feed, 'forecast24h'));
    fault(null);
    world.now = begin;
  }
}

/** The same for feeds that have no v1, and v1 for a forecast as long as that works. */
export async function fallsBack(kind: Fault): Promise<void> {
  await keeps(kind, 'rain', 'lightning', 'forecast2h');
  for (const [feed, path] of [
    ['forecast2h', '2-hour-weather-forecast'],
    ['forecast24h', '24-hour-weather-forecast'],
  ] as const) {
    startEmpty();
    fault(kind, feed, 'v2');
    const answer = await body();
    expectWell(answer, ...FEEDS);
    expect(answer.warning).toBeNull();
    expect(answer.sources[feed].url).toBe(`${world.standin.v1Url}/${path}`);
    fault(null);
    // v2 is tried again when it is due.
    advanceClock(LIMITS[feed].poll);
    expect((await body()).sources[feed].url).toContain(world.standin.v2Url);
    advanceClock(-LIMITS[feed].poll);
  }
}

/** As `keeps`, and expects this reason in the log. */
export async function givesUp(kind: Fault, reason: string, options: Options = {}): Promise<void> {
  for (const feed of ['rain', 'lightning'] as const) {
    startEmpty(options);
    const before = await body();
    fault(kind, feed);
    advanceClock(DUE);
    const after = await body();
    expectKept(after, before, feed);
    expectWell(after, ...allBut(feed));
    expect(reasons.get(feed)).toBe(`v2: ${reason}`);
    fault(null);
    advanceClock(-DUE);
  }
}
