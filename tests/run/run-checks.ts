/** Runs the static checks, two at a time, and prints their results in order. */
import type { Check, Outcome } from './checks.ts';
import { add, NOTHING, ONE_FAILED, ONE_PASSED, type Tally } from './tally.ts';

/** While one reads and writes, the other computes. More would only take turns on a small machine. */
const LANES = 2;

interface CheckRun {
  readonly outcome: Outcome;
  readonly ms: number;
}

/**
 * Runs the checks. A check that needs another one waits for it, if that one runs too. The output of a failed
 * check is printed whole.
 */
export async function runChecks(checks: readonly Check[], print: (line: string) => void): Promise<Tally> {
  const runs = checks.map((check) => ({ check, ...Promise.withResolvers<CheckRun>() }));
  const queue = runs.values();
  async function lane(): Promise<void> {
    for (const { check, resolve } of queue) {
      await runs.find(({ check: { name } }) => name === check.needs)?.promise;
      resolve(await run(check));
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane));
  let total = NOTHING;
  for (const { check, promise } of runs) {
    const { outcome, ms } = await promise;
    const note = outcome.note === undefined ? '' : ` (${outcome.note})`;
    print(`${outcome.ok ? 'ok  ' : 'FAIL'} ${check.name}${note} [${(ms / 1000).toFixed(1)} s]`);
    if (!outcome.ok) print(`${outcome.output.trimEnd()}\n`);
    total = add(total, outcome.ok ? ONE_PASSED : ONE_FAILED);
  }
  await lanes;
  return total;
}

async function run(check: Check): Promise<CheckRun> {
  const started = performance.now();
  const outcome = await check.run().catch((error: unknown) => {
    return { ok: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  });
  return { outcome, ms: performance.now() - started };
}
