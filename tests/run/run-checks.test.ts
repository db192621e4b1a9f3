import { describe, expect, test } from 'vitest';
import type { Check, Outcome } from './checks.ts';
import { runChecks } from './run-checks.ts';

const GOOD: Outcome = { ok: true, output: 'not shown' };

/** Checks that end when the test says so, and a record of what happened. */
function trial(...checks: readonly Pick<Check, 'name' | 'needs'>[]) {
  const happened: string[] = [];
  const ends = new Map<string, (outcome: Outcome) => void>();
  const begun = new Map(checks.map(({ name }) => [name, Promise.withResolvers<void>()]));
  const all = checks.map((check) => ({
    ...check,
    run() {
      happened.push(`begins ${check.name}`);
      begun.get(check.name)?.resolve();
      return new Promise<Outcome>((resolve) => ends.set(check.name, resolve));
    },
  }));
  const total = runChecks(all, (line) => happened.push(line.replace(/\[[\d.]+ s\]/, '[t]')));
  return {
    happened,
    total,
    async end(name: string, outcome = GOOD) {
      await begun.get(name)?.promise;
      ends.get(name)?.(outcome);
    },
  };
}

describe('test command: checks', () => {
  test('two run at a time, and are printed in order', async () => {
    const { happened, total, end } = trial({ name: 'a' }, { name: 'b' }, { name: 'c' });
    await end('b');
    await end('c', { ok: true, output: '', note: 'three' });
    expect(happened).toEqual(['begins a', 'begins b', 'begins c']);
    await end('a');
    expect(await total).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(happened.slice(3)).toEqual(['ok   a [t]', 'ok   b [t]', 'ok   c (three) [t]']);
  });

  test('one that needs another waits for it', async () => {
    const { happened, total, end } = trial({ name: 'a' }, { name: 'build' }, { name: 'c', needs: 'build' });
    await end('a');
    // By now the other lane could have started it.
    await expect.poll(() => happened.at(-1)).toBe('ok   a [t]');
    await new Promise((resolve) => setImmediate(resolve));
    expect(happened).toEqual(['begins a', 'begins build', 'ok   a [t]']);
    await end('build');
    await end('c');
    await total;
    expect(happened.filter((line) => line.startsWith('ok'))).toEqual([
      'ok   a [t]',
      'ok   build [t]',
      'ok   c [t]',
    ]);
  });

  test('one that needs a check that does not run starts at once', async () => {
    const { total, end } = trial({ name: 'c', needs: 'build' });
    await end('c');
    expect(await total).toEqual({ passed: 1, failed: 0, skipped: 0 });
  });

  test('the whole output of a failed check is printed, also of one that throws', async () => {
    const long = Array.from({ length: 5000 }, (_, n) => `error ${n}`).join('\n');
    const printed: string[] = [];
    const fails = (run: Check['run']): Check => ({ name: 'x', run });
    const checks = [
      fails(async () => ({ ok: false, output: `${long}\n` })),
      fails(async () => {
        throw new TypeError('broken');
      }),
    ];
    expect(await runChecks(checks, (line) => printed.push(line))).toEqual({
      passed: 0,
      failed: 2,
      skipped: 0,
    });
    expect(printed[0]).toMatch(/^FAIL x \[/);
    expect(printed[1]).toBe(`${long}\n`);
    expect(printed[3]).toContain('TypeError: broken');
  });
});
