/** Shortens a failing schedule while it fails in the same way, so that only what matters is left. */

import type { Run } from '../simulate.ts';
import type { Schedule } from './schedule.ts';

/** Most runs that shrinking may take. */
const RUNS_MAX = 600;

export async function shrink(
  schedule: Schedule,
  first: Run,
  run: (schedule: Schedule) => Promise<Run>,
): Promise<Schedule> {
  let best = schedule;
  let runs = 0;
  const fails = async (candidate: Schedule) => {
    if (++runs > RUNS_MAX) return false;
    const { failure } = await run(candidate);
    return failure !== undefined && kindOf(failure) === kindOf(first.failure);
  };
  const accept = async (candidate: Schedule) => {
    if (!(await fails(candidate))) return false;
    best = candidate;
    return true;
  };

  await accept({ ...best, slowDisks: 0, steps: best.steps.map((step) => ({ ...step, busy: false })) });
  await accept({ ...best, sliceMs: 20_000 });
  await accept({ ...best, disk: 'memory' });
  await fewest(best.steps, (steps) => accept({ ...best, steps }));
  const unused = best.devices - 1;
  if (unused > 0) await accept({ ...best, devices: unused });
  return best;
}

/** The fewest items with which it still fails: leaves out longer runs of them first, then single ones, until none can be. */
export async function fewest<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let best = items;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let again = true; again; ) {
      again = false;
      for (let at = best.length - size; at >= 0; at -= size) {
        const fewer = best.toSpliced(at, size);
        if (!(await fails(fewer))) continue;
        best = fewer;
        again = true;
      }
    }
  }
  return best;
}

/** The kind of a failure: the same if it breaks the same invariant in the same words, whatever the numbers. */
export function kindOf(failure: string | undefined): string {
  return (failure ?? '')
    .replace(/[0-9a-f]{8}/g, 'N')
    .replace(/\d+/g, 'N')
    .slice(0, 60);
}
