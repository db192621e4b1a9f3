/** One thread of the simulator: loads the product with the given edits, and runs seeds. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { installPlatform } from './globals.ts';
import type { Report, Task } from './pool.ts';
import { ROOT, rewriteSources, SMALL_WORLD } from './rewrite.ts';
import type { Seed } from './schedule/schedule.ts';

const task: Task = workerData;
const post = (report: Report) => parentPort?.postMessage(report);

// Loading takes a thread longer than a dozen runs do.
enableCompileCache(join(ROOT, 'node_modules/.cache/sim'));
rewriteSources([...SMALL_WORLD, ...task.edits]);
installPlatform({ ownFetch: task.ownFetch ?? false });
// Imported only now, because these modules load the sources that are rewritten.
const [{ simulate }, { scheduleOf }, { explain }, { createSync }] = await Promise.all([
  import('./simulate.ts'),
  import('./schedule/schedule-of.ts'),
  import('./report.ts'),
  import('../../src/sync/drawings/sync.ts'),
]);

let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});
parentPort?.unref();
for (const seed of seedsOf(task)) {
  if (stopped) break;
  const schedule = scheduleOf(seed);
  const { trace = false, postgres } = task;
  const run = await simulate(schedule, { makeEngine: createSync, trace, postgres });
  const explained =
    task.explain && run.failure !== undefined ? await explain(schedule, run, createSync) : undefined;
  post({ seed, run, explained });
  if (task.untilFailure && run.failure !== undefined) break;
}

function* seedsOf({ seeds = [], first, last, stride }: Task): Generator<Seed> {
  yield* seeds;
  for (let seed = first; seed <= last; seed += stride) yield seed;
}
