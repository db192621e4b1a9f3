/** One thread of the simulator: loads the product with the given edits, and runs seeds. */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { installPlatform } from './globals.ts';
import type { Report, Task } from './pool.ts';
import { ROOT, rewriteSources, SMALL_WORLD } from './rewrite.ts';
import type { Seed } from './schedule/schedule.ts';
import type { Run } from './simulate.ts';

const task: Task = workerData;
const post = (report: Report) => parentPort?.postMessage(report);

// Loading takes a thread longer than a dozen runs do.
enableCompileCache(join(ROOT, 'node_modules/.cache/sim'));
rewriteSources([...(task.tabs === undefined ? SMALL_WORLD : []), ...task.edits]);
installPlatform({ ownFetch: task.ownFetch ?? false });
const runSeed = task.tabs === undefined ? await schedules(task) : await plans(task.tabs);

let stopped = false;
parentPort?.once('message', () => {
  stopped = true;
});
parentPort?.unref();
for (const seed of seedsOf(task)) {
  if (stopped) break;
  const { run, explain } = await runSeed(seed);
  const explained = task.explain && run.failure !== undefined ? await explain() : undefined;
  post({ seed, run, explained });
  if (task.untilFailure && run.failure !== undefined) break;
}

interface SeedRun {
  readonly run: Run;
  explain(): Promise<string>;
}
type RunSeed = (seed: Seed) => Promise<SeedRun>;

// What is run is imported only here, because these modules load the sources that are rewritten.

async function schedules({ trace = false, postgres }: Task): Promise<RunSeed> {
  const [{ simulate }, { scheduleOf }, { explain }, { createSync }] = await Promise.all([
    import('./simulate.ts'),
    import('./schedule/schedule-of.ts'),
    import('./report.ts'),
    import('../../src/sync/drawings/sync.ts'),
  ]);
  return async (seed) => {
    const schedule = scheduleOf(seed);
    const run = await simulate(schedule, { makeEngine: createSync, trace, postgres });
    return { run, explain: () => explain(schedule, run, createSync) };
  };
}

async function plans(tabs: string): Promise<RunSeed> {
  // Modules of the page listen to it while they are loaded.
  Object.assign(globalThis, { addEventListener() {} });
  const [{ runPlan, explainPlan }, { randomPlan }] = await Promise.all([
    import('./tabs/run.ts'),
    import('./tabs/plan.ts'),
  ]);
  return async (seed) => {
    const plan = randomPlan(tabs, Number(seed));
    const run = await runPlan(plan, task.trace);
    return { run, explain: () => explainPlan(plan, run) };
  };
}

function* seedsOf({ seeds = [], first, last, stride }: Task): Generator<Seed> {
  yield* seeds;
  for (let seed = first; seed <= last; seed += stride) yield seed;
}
