import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callBudget } from './budget.ts';

describe('air: the budget of calls', () => {
  it('never lets more than six go in ten seconds, whenever they come', async () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 6000 }), { maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(pauses, async (steps) => {
        let now = 0;
        const budget = callBudget(6, () => now);
        const taken: number[] = [];
        for (const step of steps) {
          now += step;
          if (budget.wait() === 0 && (await budget.take()) === 0) taken.push(now);
        }
        for (const at of taken) {
          expect(taken.filter((other) => other > at - 10_000 && other <= at).length).toBeLessThanOrEqual(6);
        }
      }),
    );
  });

  it('gives up at once where the wait is long, and takes nothing then', async () => {
    let now = 0;
    const budget = callBudget(2, () => now);
    expect([await budget.take(), await budget.take()]).toEqual([0, 0]);
    expect(await budget.take()).toBe(11_000);
    expect(budget.wait()).toBe(11_000);
    now = 11_000;
    expect([await budget.take(), await budget.take()]).toEqual([0, 0]);
  });

  it('waits where a call is soon to be had, and those who wait share it fairly', async () => {
    let now = 0;
    const budget = callBudget(1, () => now);
    await budget.take();
    now = 10_950;
    const before = performance.now();
    const waiting = Promise.all([budget.take(), budget.take()]);
    now = 11_000;
    const [first, second] = await waiting;
    expect(Math.min(first, second)).toBe(0);
    expect(Math.max(first, second)).toBeGreaterThan(10_000);
    expect(performance.now() - before).toBeGreaterThan(40);
  });

  it('a pause stops all calls until it is over, and never for more than an hour', () => {
    let now = 0;
    const budget = callBudget(6, () => now);
    budget.pause(42_000);
    budget.pause(10_000);
    expect(budget.wait()).toBe(42_000);
    now = 42_000;
    expect(budget.wait()).toBe(0);
    budget.pause(86_400_000);
    expect(budget.wait()).toBe(3_600_000);
  });
});
