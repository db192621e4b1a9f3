/** Explains a failure: what broke, the shortest schedule found that leads to it, and how to run it again. */
import type { MakeEngine } from './engine.ts';
import { type Schedule, stepWords } from './schedule/schedule.ts';
import { shrink } from './schedule/shrink.ts';
import { type Run, simulate } from './simulate.ts';

export async function explain(schedule: Schedule, failed: Run, makeEngine: MakeEngine): Promise<string> {
  const short = await shrink(schedule, failed, (candidate) => simulate(candidate, { makeEngine }));
  const { failure, trace } = await simulate(short, { makeEngine, trace: true });
  const { seed, devices, disk, slowDisks, sliceMs, steps } = short;
  return [
    `seed ${seed}: ${failed.failure}`,
    '',
    `Shrunk from ${schedule.steps.length} to ${steps.length} steps: ${devices} device(s), ${disk}, slow disks ${slowDisks}, slices of ${sliceMs} ms`,
    ...steps.map((step) => `  ${stepWords(step)}`),
    '',
    `What happened: ${failure}`,
    ...trace.map((line) => `  ${line}`),
    '',
    `Again: npm run sim -- --seed ${typeof seed === 'string' ? JSON.stringify(seed) : seed}`,
  ].join('\n');
}
