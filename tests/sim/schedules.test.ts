/** The real engine over 5,000 schedules. `npm run sim -- --seeds N` runs any number. */
import { describe, expect, test } from 'vitest';
import { type Report, type Task, work } from './pool.ts';

const SEEDS = 5_000;
const THREADS = 2;
/** Seeds that run a second time, with the platform's own requests and responses. */
const COMPARED = 40;
const TASK: Task = { first: 1, last: COMPARED, stride: 1, edits: [], trace: true };

describe('sync: the simulator', () => {
  test(`${SEEDS} schedules end with all sides equal and nothing lost`, { timeout: 400_000 }, async () => {
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
        work({ first: index + 1, last: SEEDS, stride: THREADS, edits: [], explain: true }, onReport),
      ),
    );
    const seconds = (performance.now() - started) / 1000;
    console.log(`${runs} schedules, ${requests} requests, ${acknowledged} strokes, ${seconds.toFixed(1)} s`);
    expect(failures.join('\n\n')).toBe('');
    expect(runs).toBe(SEEDS);
    // A simulator in which nothing happens would pass, too.
    expect(requests / runs).toBeGreaterThan(10);
    expect(acknowledged / runs).toBeGreaterThan(5);
  });

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
