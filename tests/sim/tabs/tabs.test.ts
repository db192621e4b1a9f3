/**
 * Random acts of tabs: 250 runs of each number of tabs, 1,200 in CI. `npm run sim -- --tabs 2+1 --seeds N` runs any number of
 * them.
 */
import { describe, expect, test } from 'vitest';
import { type Report, work } from '../pool.ts';

const SEEDS = process.env.CI === 'true' ? 1_200 : 250;
const THREADS = 2;
/**
 * How many tabs each device has, and the seeds that are known to put a stroke there twice: one device cuts, moves or recolours
 * it, sends that and undoes it, while another, which has not seen that, puts it on another layer. Ink is rather there twice than
 * not at all.
 */
const TABS: Readonly<Record<string, readonly number[]>> = {
  '2': [],
  '1+1': [2_171],
  '2+1': [1_124],
  '2+2': [],
};

describe('sync: tabs at random', () => {
  for (const [tabs, doubled] of Object.entries(TABS)) {
    test(`${tabs} tabs lose no ink, and no change without a word`, {
      timeout: 120_000,
    }, async () => {
      const failures: string[] = [];
      const twice: Report['seed'][] = [];
      let [runs, requests, acknowledged] = [0, 0, 0];
      const onReport = ({ seed, run, explained }: Report) => {
        runs++;
        requests += run.requests;
        acknowledged += run.acknowledged;
        const isKnown = doubled.some((one) => one === seed) && run.failure?.startsWith('doubled: ') === true;
        if (isKnown) twice.push(seed);
        if (run.failure === undefined || isKnown) return 'go on';
        failures.push(explained ?? run.failure);
        return 'stop';
      };
      await Promise.all(
        Array.from({ length: THREADS }, (_, i) =>
          work({ first: i + 1, last: SEEDS, stride: THREADS, edits: [], tabs, explain: true }, onReport),
        ),
      );
      expect(failures.join('\n\n')).toBe('');
      expect(runs).toBe(SEEDS);
      // One that holds by now is to be taken off the list.
      expect(twice).toEqual(doubled.filter((seed) => seed <= SEEDS));
      // Tabs in which nothing happens would pass, too.
      expect(requests / runs).toBeGreaterThan(4);
      expect(acknowledged / runs).toBeGreaterThan(1.5);
    });
  }
});
