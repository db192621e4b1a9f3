/**
 * The real engine over schedules, 5,000 of them in CI, and over some with a server on PostgreSQL. `npm run sim --
 * --seeds N` runs any number.
 */
import { describe, expect, test } from 'vitest';
import { newDatabase } from '../support/postgres/database.ts';
import { postgresPrograms } from '../support/postgres/server.ts';
import { type Report, type Task, work } from './pool.ts';
import type { SimEvent } from './schedule/schedule.ts';
import { scheduleOf } from './schedule/schedule-of.ts';

/** They take two thirds of a minute of two processors; a developer waits for fewer. */
const SEEDS = process.env.CI === 'true' ? 5_000 : 2_000;
/**
 * Beyond those, some that once ended otherwise: a deletion of what a backup had brought back; strokes twice in a drawing
 * that came back; two dates of a drawing that was made again; an empty drawing made again of one that was deleted; a
 * restore within a restore; two copies of one part; bytes of versions that a full disk had deleted. Some failed by the
 * judge: a kept copy that a person deleted; what was drawn and erased unseen before a deletion; a kept copy that a page
 * made again after it was deleted; a kept copy of a drawing that was read a run later; layers of which each of two devices
 * deleted what the other had left.
 */
const FIXED = [
  5_782, 12_902, 15_050, 16_640, 17_530, 19_150, 22_029, 23_706, 25_502, 26_696, 26_774, 28_054, 28_386,
  36_842, 37_270, 49_600, 79_864, 98_237,
];
/** Schedules in which somebody deletes for good or the server is restored. Each takes as long as a hundred others. */
const POSTGRES_SEEDS = Array.from({ length: 200 }, (_, i) => i + 1)
  .filter((seed) => scheduleOf(seed).steps.some(({ what }) => isTelling(what)))
  .slice(0, 30);
const THREADS = 2;
/** Seeds that run a second time, with the platform's own requests and responses. */
const COMPARED = 40;
const TASK: Task = { first: 1, last: COMPARED, stride: 1, edits: [], trace: true };

describe('sync: the simulator', () => {
  test(`${SEEDS} schedules end with all sides equal and nothing lost`, { timeout: 400_000 }, async () => {
    const { runs, requests, acknowledged, seconds } = await runAll(SEEDS, (first) => ({
      first,
      last: SEEDS,
      explain: true,
    }));
    console.log(`${runs} schedules, ${requests} requests, ${acknowledged} strokes, ${seconds.toFixed(1)} s`);
  });

  test('so do those that once did not', async () => {
    await runAll(FIXED.length, (first) => ({
      first,
      last: 0,
      seeds: FIXED.filter((_, i) => i % THREADS === first - 1),
      explain: true,
    }));
  });

  test.skipIf(postgresPrograms() === undefined)(
    'schedules with a server on PostgreSQL do, too',
    { timeout: 120_000 },
    async () => {
      await using database = await newDatabase();
      const seeds = (first: number) => POSTGRES_SEEDS.filter((_, i) => i % THREADS === first - 1);
      await runAll(POSTGRES_SEEDS.length, (first) => ({
        first,
        last: 0,
        seeds: seeds(first),
        postgres: database.url,
      }));
    },
  );

  test("a run is the same in another thread, and with the platform's own requests", {
    timeout: 120_000,
  }, async () => {
    const runs = async (task: Task) => {
      const all: Report[] = [];
      await work(task, (report) => {
        all.push(report);
        return 'go on';
      });
      return all;
    };
    const [light, own] = await Promise.all([runs(TASK), runs({ ...TASK, ownFetch: true })]);
    expect(light).toHaveLength(COMPARED);
    expect(own).toEqual(light);
  });
});

function isTelling(what: SimEvent): boolean {
  return what.kind === 'go back' || what.kind === 'overtake' || (what.kind === 'act' && what.act === 'purge');
}

/**
 * Runs schedules on threads, and expects them all to hold.
 * @param task of a thread, by its number from 1
 */
async function runAll(count: number, task: (thread: number) => Omit<Task, 'stride' | 'edits'>) {
  const started = performance.now();
  const failures: string[] = [];
  let [runs, requests, acknowledged] = [0, 0, 0];
  const onReport = ({ run, seed, explained }: Report) => {
    runs++;
    requests += run.requests;
    acknowledged += run.acknowledged;
    if (run.failure === undefined) return 'go on';
    failures.push(explained ?? `seed ${seed}: ${run.failure}`);
    return 'stop';
  };
  await Promise.all(
    Array.from({ length: THREADS }, (_, index) =>
      work({ stride: THREADS, edits: [], ...task(index + 1) }, onReport),
    ),
  );
  expect(failures.join('\n\n')).toBe('');
  expect(runs).toBe(count);
  // A simulator in which nothing happens would pass, too.
  expect(requests / runs).toBeGreaterThan(10);
  expect(acknowledged / runs).toBeGreaterThan(5);
  return { runs, requests, acknowledged, seconds: (performance.now() - started) / 1000 };
}
