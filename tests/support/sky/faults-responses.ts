/** For tests: rows of docs/air-faults.md where no response of the sky comes, or one that cannot be used. */
import { expect } from 'vitest';
import { serverAir } from '../../../server/air/port.ts';
import { DAY, MINUTE } from '../../../src/core/air/time/time.ts';
import { FEEDS } from '../../../src/core/sky/types.ts';
import {
  advanceClock,
  allBut,
  body,
  DUE,
  expectKept,
  expectNothing,
  expectWell,
  fallsBack,
  fault,
  givesUp,
  keeps,
  NO_LIGHTNING_KNOWN,
  start,
  startEmpty,
} from './faults.ts';
import { addressOf, callsOf, world } from './sky-port.ts';

/** By the text of the row's first cell. */
export const RESPONSES: Readonly<Record<string, () => Promise<void>>> = {
  'HTTP 500': () => fallsBack('500'),
  'HTTP 403, which an unknown path answers': () => fallsBack('403'),
  'HTTP 404': () => fallsBack('404'),
  'HTTP 429': async () => {
    const calls = callsOf();
    const air = serverAir({
      v2Url: world.standin.v2Url,
      calls,
      store: world.store,
      now: () => world.now,
      waitMs: 60_000,
      random: () => 0,
    });
    startEmpty({ calls });
    const before = await body();
    fault('429', 'lightning');
    // Only lightning is due.
    advanceClock(2 * MINUTE);
    const limited = await body();
    expectKept(limited, before, 'lightning');
    const asked = world.standin.asked.length;
    expect((await air.state()).sources.psi.newest, 'the air is not asked either').toBeNull();
    expect(world.standin.asked).toHaveLength(asked);
    fault(null);
    advanceClock(9_999);
    expect((await body()).sources.lightning.status).toBe('stale');
    expect(world.standin.asked).toHaveLength(asked);
    advanceClock(1);
    expectWell(await body(), ...FEEDS);
    expect((await air.state()).sources.psi.newest).not.toBeNull();
  },
  'a hang': async () => {
    startEmpty();
    const before = await body();
    fault('hang', 'lightning');
    advanceClock(DUE);
    start({ waitMs: 1_000, timeoutMs: 60_000 });
    await expect.poll(async () => (await body()).sources.heat.status).toBe('ok');
    await expect.poll(async () => (await body()).sources.lightning.status).toBe('stale');
    const doubtful = await body();
    expectKept(doubtful, before, 'lightning');
    // One that hangs in v2 is answered by v1.
    fault(null);
    fault('hang', 'forecast2h', 'v2');
    startEmpty({ timeoutMs: 1_000, fetch: patientExceptWith('/two-hr-forecast') });
    const mended = await body();
    expectWell(mended, 'forecast2h');
    expect(mended.sources.forecast2h.url).toContain(world.standin.v1Url);
  },
  'cut-off JSON': async () => {
    await fallsBack('cut-off');
    await keeps('cut-json', 'heat');
  },
  'HTML instead of JSON': () => fallsBack('html'),
  '200 with one empty item': () => fallsBack('empty'),
  '`data: null`': () => fallsBack('null-data'),
  'a body of 100 MB': () => givesUp('huge', 'too_large'),
  'a small body that unpacks to 64 MB': () => givesUp('bomb', 'too_large'),
  'a body that never ends': () =>
    givesUp('drip', 'timeout', { timeoutMs: 3_000, fetch: patientExceptWith('/rainfall', 'api=lightning') }),
  'arrays in arrays, 100,000 deep': () => givesUp('nested', 'malformed'),
  '100,000 items': () => givesUp('many', 'malformed'),
  'a redirect': async () => {
    await givesUp('redirect', 'status');
    expect(world.standin.asked.every((path) => !path.includes('elsewhere'))).toBe(true);
  },
  'one feed down from the first start': async () => {
    for (const feed of FEEDS) {
      startEmpty();
      fault('down', feed);
      const answer = await body();
      expectNothing(answer, feed);
      expect(answer.sources[feed]).toMatchObject({ timestamp: null, fetchedAt: null });
      expectWell(answer, ...allBut(feed));
      fault(null);
    }
  },
  'all down from the first start': async () => {
    startEmpty();
    fault('down');
    const answer = await body();
    for (const feed of FEEDS) expectNothing(answer, feed);
    expect(answer.fetchedAt).toBeNull();
    expect(answer.sun.sunset).not.toBeNull();
    fault(null);
    advanceClock(DUE);
    const back = await body();
    expectWell(back, ...FEEDS);
    expect(back.warning).toBeNull();
  },
  'v2 down, v1 up': async () => {
    startEmpty();
    const before = await body();
    for (const feed of FEEDS) fault('down', feed, 'v2');
    advanceClock(DUE);
    const answer = await body();
    expectWell(answer, 'forecast2h');
    expect(answer.sources.forecast2h.url).toContain(world.standin.v1Url);
    for (const feed of ['rain', 'lightning', 'heat'] as const) expectKept(answer, before, feed);
  },
  'down while the server restarts': async () => {
    startEmpty();
    const before = await body();
    fault('down');
    advanceClock(DUE);
    start();
    const kept = await body();
    for (const feed of ['rain', 'lightning', 'heat', 'forecast2h'] as const) expectKept(kept, before, feed);
    advanceClock(2 * DAY);
    start();
    const old = await body();
    for (const feed of FEEDS) expectNothing(old, feed);
    expect(old.now.lightning).toEqual(NO_LIGHTNING_KNOWN);
  },
};

/** A `fetch` that has no time limit but for these addresses. */
function patientExceptWith(...parts: readonly string[]): typeof fetch {
  return (input, init) => {
    const isLimited = parts.some((part) => addressOf(input).includes(part));
    return fetch(input, isLimited ? init : { ...init, signal: null });
  };
}
