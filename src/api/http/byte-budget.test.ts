import { describe, expect, test } from 'vitest';
import { createByteBudget } from './byte-budget.ts';

describe('api: budget for bodies', () => {
  test('a request waits while the budget is used up, and nobody overtakes it', async () => {
    const budget = createByteBudget(10);
    const entered: string[] = [];
    const take = (name: string, bytes: number) => {
      const taken = budget.take(bytes);
      if (taken.waits === undefined) entered.push(name);
      else void taken.waits.then(() => entered.push(name));
      return taken;
    };
    const a = take('a', 6);
    const b = take('b', 6);
    const c = take('c', 1);
    expect(entered).toEqual(['a']);
    a.free();
    a.free();
    await Promise.all([b.waits, c.waits]);
    expect(entered).toEqual(['a', 'b', 'c']);
    expect(budget.take(4).waits).toBeInstanceOf(Promise);
  });

  test('a small request does not overtake a large one of somebody else for which there is no room yet', () => {
    const budget = createByteBudget(10);
    const first = budget.take(6, 'one');
    const large = budget.take(5, 'another');
    const small = budget.take(1, 'third');
    expect([first, large, small].map(({ waits }) => waits === undefined)).toEqual([true, false, false]);
  });

  test('one owner leaves a part for the others, who overtake its requests, and gets its part again', async () => {
    const budget = createByteBudget(16, 1 / 2);
    const first = budget.take(8, 'slow');
    const second = budget.take(8, 'slow');
    const small = budget.take(1, 'slow');
    const other = budget.take(4, 'other');
    expect([first, second, small, other].map(({ waits }) => waits === undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    other.free();
    first.free();
    await second.waits;
    second.free();
    await small.waits;
  });

  test('owners that hold all they may leave something for the next one', () => {
    const budget = createByteBudget(64, 1 / 4);
    const most = (owner: string) => {
      let bytes = 0;
      while (budget.take(1, owner).waits === undefined) bytes += 1;
      return bytes;
    };
    expect(['a', 'b', 'c', 'd', 'e'].map(most)).toEqual([16, 12, 9, 6, 5]);
  });

  test('a request that leaves while it waits takes nothing from the budget', async () => {
    const budget = createByteBudget(10);
    const a = budget.take(10);
    const b = budget.take(10);
    const c = budget.take(3);
    b.free();
    await b.waits;
    a.free();
    await c.waits;
    expect(budget.take(7).waits).toBeUndefined();
  });
});
