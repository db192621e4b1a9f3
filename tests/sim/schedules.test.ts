/**
 * The real engine over 5,000 schedules, and over some with a server on PostgreSQL. `npm run sim -- --seeds N` runs any
 * number.
 */
import { describe, expect, test } from 'vitest';
import { newDatabase } from '../support/postgres/database.ts';
import { postgresPrograms } from '../support/postgres/server.ts';
import { type Report, type Task, work } from './pool.ts';

const SEEDS = 5_000;
/** Each of these takes about as long as a hundred others. */
const POSTGRES_SEEDS = 60;
const THREADS = 2;
/** Seeds that run a second time, with the platform's own requests and responses. */
const COMPARED = 40;
const TASK: Task = { first: 1, last: COMPARED, stride: 1, edits: [], trace: true };

describe('sync: the simulator', () => {
  test(`${SEEDS} schedules end with all sides equal and nothing lost`, { timeout: 400_000 }, async () => {
    const { runs, requests, acknowledged, seconds } = await runAll({ last: SEEDS, explain: true });
    console.log(`${runs} schedules, ${requests} requests, ${acknowledged} strokes, ${seconds.toFixed(1)} s`);
  });

  test.skipIf(postgresPrograms() === undefined)(
    'schedules with a server on PostgreSQL do, too',
    { timeout: 120_000 },
    async () => {
      await using database = await newDatabase();
      await runAll({ last: POSTGRES_SEEDS, postgres: database.url });
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

/** Runs the seeds up to the last one on threads, and expects them all to hold. */
async function runAll(task: Pick<Task, 'last' | 'explain' | 'postgres'>) {
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
      work({ first: index + 1, stride: THREADS, edits: [], ...task }, onReport),
    ),
  );
  expect(failures.join('\n\n')).toBe('');
  expect(runs).toBe(task.last);
  // A simulator in which nothing happens would pass, too.
  expect(requests / runs).toBeGreaterThan(10);
  expect(acknowledged / runs).toBeGreaterThan(5);
  return { runs, requests, acknowledged, seconds: (performance.now() - started) / 1000 };
}
