/** The schedule of a seed. */
import { BY_HAND } from './by-hand.ts';
import { randomSchedule, type Schedule, type Seed } from './schedule.ts';

/** @throws if no schedule has this name */
export function scheduleOf(seed: Seed): Schedule {
  if (typeof seed === 'number') return randomSchedule(seed);
  const schedule = BY_HAND.get(seed);
  if (schedule === undefined) throw new Error(`no schedule is called ${seed}`);
  return schedule;
}
