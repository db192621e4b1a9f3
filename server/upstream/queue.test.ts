import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manualClock } from '../../tests/support/air/manual-clock.ts';
import { callQueue, URGENCIES, type Urgency } from './queue.ts';

interface Ended {
  readonly urgency: Urgency;
  readonly asked: number;
  /** When it was let go or refused. */
  readonly at: number;
  /** False if it was refused. */
  readonly went: boolean;
}

/** A queue whose clock the test moves, and what came of each call. */
function queueOf(calls: number) {
  const clock = manualClock();
  const queue = callQueue(calls, clock);
  const ended: Ended[] = [];
  let open = 0;
  return {
    clock,
    queue,
    ended,
    open: () => open,
    ask(urgency: Urgency): void {
      const asked = clock.elapsed();
      open += 1;
      void queue.take(urgency).then((ms) => {
        open -= 1;
        ended.push({ urgency, asked, at: clock.elapsed(), went: ms === 0 });
      });
    },
  };
}

const gone = (ended: readonly Ended[]) => ended.filter(({ went }) => went);
const isSky = ({ urgency }: Ended) => urgency !== 'air';

const steps = fc.array(
  fc.record({
    pause: fc.integer({ min: 0, max: 6000 }),
    urgency: fc.oneof(fc.constantFrom(...URGENCIES), fc.constant('air' as const)),
    limited: fc.integer({ min: 0, max: 40 }).map((number) => number === 0),
  }),
  { maxLength: 120 },
);
const limits = fc.constantFrom(6, 12);

/** Runs the steps, then waits until every call has ended. */
async function run(calls: number, all: readonly { pause: number; urgency: Urgency; limited?: boolean }[]) {
  const queue = queueOf(calls);
  const pauses: { from: number; to: number }[] = [];
  for (const { pause, urgency, limited } of all) {
    await queue.clock.advance(pause);
    if (limited === true) {
      const from = queue.clock.elapsed();
      queue.queue.pause(10_000);
      pauses.push({ from, to: from + 10_000 });
    }
    queue.ask(urgency);
  }
  await queue.clock.advance(120_000);
  return { ...queue, pauses };
}

describe('server: the queue of calls to data.gov.sg', () => {
  it('never lets more than its number go in ten seconds, nor any while it is paused', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (calls, all) => {
        const { ended, pauses, open } = await run(calls, all);
        expect(open(), 'every call ends').toBe(0);
        const times = gone(ended).map(({ at }) => at);
        for (const at of times) {
          expect(times.filter((other) => other > at - 10_000 && other <= at).length).toBeLessThanOrEqual(
            calls,
          );
          expect(pauses.filter(({ from, to }) => at > from && at < to)).toEqual([]);
        }
      }),
    );
  });

  it('lets the air go at once as long as it asks four times in its window, whatever the sky asks', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (calls, all) => {
        const unpaused = all.map((step) => ({ ...step, limited: false }));
        const { ended } = await run(calls, unpaused);
        const air = ended.filter((one) => !isSky(one));
        for (const one of air) {
          const others = gone(air).filter(({ at }) => at > one.asked - 11_000 && at <= one.asked);
          const before = others.filter((other) => other !== one);
          if (before.length < 4) expect(one).toMatchObject({ went: true, at: one.asked });
        }
      }),
    );
  });

  it('lets the four calls of a first answer of the air go at once, whenever they come while the sky is read', async () => {
    await fc.assert(
      fc.asyncProperty(limits, fc.integer({ min: 0, max: 40_000 }), async (calls, when) => {
        const { clock, ask, ended } = queueOf(calls);
        for (const urgency of [...URGENCIES, 'wind', 'lightning'] as const) {
          if (urgency !== 'air') ask(urgency);
        }
        await clock.advance(when);
        for (let index = 0; index < 4; index += 1) ask('air');
        await clock.advance(0);
        const air = ended.filter((one) => !isSky(one));
        expect(air.map(({ went, at }) => [went, at])).toEqual(Array(4).fill([true, when]));
      }),
    );
  });

  it('keeps nobody of the air waiting for more than two seconds, nor of the sky for more than a minute', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (calls, all) => {
        const { ended } = await run(calls, all);
        for (const one of ended) {
          expect(one.at - one.asked).toBeLessThanOrEqual(isSky(one) ? 60_000 : 2_000);
        }
      }),
    );
  });

  it('lets calls of the sky go at least three seconds apart, the most urgent of those who wait first', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (calls, all) => {
        const { ended } = await run(calls, all);
        const sky = ended.filter(isSky);
        const order = gone(sky).toSorted((a, b) => a.at - b.at);
        const rank = ({ urgency }: Ended) => URGENCIES.indexOf(urgency);
        for (const [index, one] of order.entries()) {
          const before = order[index - 1];
          if (before !== undefined) expect(one.at - before.at).toBeGreaterThanOrEqual(3_000);
          const passedOver = sky.filter(
            (other) => other.asked < one.at && other.at > one.at && rank(other) < rank(one),
          );
          expect(passedOver).toEqual([]);
        }
      }),
    );
  });

  it('reads all feeds of the sky within forty seconds without a key, by urgency, beside a first answer of the air', async () => {
    const sky = ['forecast24h', 'uv', 'wind', 'wind', 'heat', 'forecast2h', 'rain', 'lightning'] as const;
    const all = [...sky, 'air', 'air', 'air', 'air'] as const;
    const { ended } = await run(
      6,
      all.map((urgency) => ({ pause: 0, urgency })),
    );
    expect(gone(ended)).toHaveLength(all.length);
    // The first that asks finds the queue empty.
    expect(gone(ended).map(({ urgency }) => urgency)).toEqual([
      'forecast24h',
      'air',
      'air',
      'air',
      'air',
      'lightning',
      'rain',
      'forecast2h',
      'heat',
      'wind',
      'wind',
      'uv',
    ]);
    expect(Math.max(...ended.map(({ at }) => at))).toBeLessThanOrEqual(40_000);
    const withKey = await run(
      12,
      all.map((urgency) => ({ pause: 0, urgency })),
    );
    expect(Math.max(...withKey.ended.map(({ at }) => at))).toBeLessThanOrEqual(21_000);
  });

  it('gives up at once where the wait is long, and takes nothing then', async () => {
    const { clock, queue } = queueOf(6);
    for (let index = 0; index < 6; index += 1) expect(await queue.take('air')).toBe(0);
    expect(await queue.take('air')).toBe(11_000);
    expect(queue.wait('air')).toBe(11_000);
    await clock.advance(11_000);
    expect(await queue.take('air')).toBe(0);
  });

  it('a clock that stands still keeps nobody waiting for ever', async () => {
    let now = 0;
    const queue = callQueue(6, { ...manualClock(), elapsed: () => now, after: soon });
    for (let index = 0; index < 6; index += 1) await queue.take('air');
    now = 9_500;
    expect(await queue.take('air')).toBe(1_500);
  });

  it('a pause stops all calls until it is over, and never for more than an hour', async () => {
    const { clock, queue, ask, ended } = queueOf(6);
    queue.pause(42_000);
    queue.pause(10_000);
    expect([queue.wait('air'), queue.wait('lightning')]).toEqual([42_000, 42_000]);
    ask('lightning');
    await clock.advance(42_000);
    expect(ended).toMatchObject([{ went: true, at: 42_000 }]);
    expect(queue.wait('air')).toBe(0);
    queue.pause(86_400_000);
    expect(queue.wait('air')).toBe(3_600_000);
    ask('rain');
    await clock.advance(0);
    expect(ended[1], 'nobody waits for an hour').toMatchObject({ went: false, at: 42_000 });
  });
});

/** Runs at once, without the time that was asked for. */
function soon(_: number, run: () => void): () => void {
  const timer = setImmediate(run);
  return () => clearImmediate(timer);
}
