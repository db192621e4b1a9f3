/**
 * Shows that the simulator notices losses, with an engine that loses a lot, and that every run of a seed is the
 * same.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { createSync } from '../../src/sync/drawings/sync.ts';
import { installPlatform } from './globals.ts';
import { naiveEngine } from './naive-engine.ts';
import { scheduleByHand, type Timed } from './schedule/by-hand.ts';
import type { Act } from './schedule/schedule.ts';
import { scheduleOf } from './schedule/schedule-of.ts';
import { kindOf, shrink } from './schedule/shrink.ts';
import { type Run, simulate } from './simulate.ts';

beforeAll(() => installPlatform());

const SEEDS = Array.from({ length: 60 }, (_, index) => index + 1);

describe('sync: the simulator', () => {
  test('a seed reproduces a run exactly', async () => {
    for (const seed of SEEDS.slice(0, 12)) {
      const [first, second] = [
        await simulate(scheduleOf(seed), { makeEngine: naiveEngine, trace: true }),
        await simulate(scheduleOf(seed), { makeEngine: naiveEngine, trace: true }),
      ];
      expect(second).toEqual(first);
      expect(first.trace.length).toBeGreaterThan(5);
    }
  });

  test('detects the losses of a last-write-wins engine', async () => {
    const runs = await Promise.all(SEEDS.map(runNaively));
    const failures = runs.flatMap(({ failure }) => failure ?? []);
    expect(failures.length).toBeGreaterThan(SEEDS.length / 2);
    for (const words of ['is gone', 'and the server']) {
      expect(
        failures.some((failure) => failure.includes(words)),
        words,
      ).toBe(true);
    }
  });

  test('shortens a failing schedule that still fails alike', async () => {
    const seed = await firstSeedThat((run) => run.failure?.includes('is gone') === true);
    const schedule = scheduleOf(seed);
    const run = await runNaively(seed);
    const short = await shrink(schedule, run, (candidate) =>
      simulate(candidate, { makeEngine: naiveEngine }),
    );
    expect(short.steps.length).toBeLessThan(schedule.steps.length / 2);
    const again = await simulate(short, { makeEngine: naiveEngine });
    expect(kindOf(again.failure)).toBe(kindOf(run.failure));
  });

  test('takes no layer for one that is back because another was merged down into it while it was deleted', async () => {
    const act = (after: number, place: number, what: Act, layer = 0): Timed => [
      after,
      { kind: 'act', place, act: what, choice: { drawing: 0, layer, count: 1 } },
    ];
    const sync = (after: number, device: number): Timed => [after, { kind: 'sync', device }];
    const schedule = scheduleByHand('merged down', {
      steps: [
        act(0, 0, 'begin'),
        act(100, 0, 'add layer'),
        act(100, 0, 'add layer', 1),
        act(100, 0, 'draw on layer', 2),
        sync(2_500, 0),
        sync(1_000, 1),
        act(1_000, 1, 'merge layer', 2),
        act(0, 0, 'delete layer', 1),
      ],
    });
    expect(await simulate(schedule, { makeEngine: createSync })).toMatchObject({ failure: undefined });
  });
});

/** Runs take turns, because randomness belongs to the thread. */
let last: Promise<unknown> = Promise.resolve();
function runNaively(seed: number): Promise<Run> {
  const run = last.then(() => simulate(scheduleOf(seed), { makeEngine: naiveEngine }));
  last = run;
  return run;
}

async function firstSeedThat(holds: (run: Run) => boolean): Promise<number> {
  for (const seed of SEEDS) if (holds(await runNaively(seed))) return seed;
  throw new Error('no seed does');
}
