/** Runs checks in one browser, one after another, and prints the result of each. */
import assert from 'node:assert/strict';
import { add, NOTHING, ONE_FAILED, ONE_PASSED, type Tally } from '../run/tally.ts';
import type { Check } from './checks/check.ts';
import type { Engine, EngineKind } from './engine.ts';
import { closeSites } from './site.ts';
import { problems } from './watch.ts';

/** Far longer than a check or the start of a browser takes, ms. */
const LIMIT = 90_000;
/** How long a browser may take to close by itself, ms. */
const CLOSE = 20_000;

export async function runChecks(kind: EngineKind, checks: readonly Check[]): Promise<Tally> {
  let engine: Engine | undefined;
  let tally = NOTHING;
  for (const check of checks) {
    const title = `${kind.name} › ${check.name}`;
    if (check.closesBrowser && !kind.keeps) {
      console.log(`n/a  ${title}: here every session forgets`);
      continue;
    }
    const started = performance.now();
    try {
      engine ??= await limited(launch(kind));
      await limited(runCheck(engine, kind, check));
      console.log(`ok   ${title} ${seconds(started)}`);
      tally = add(tally, ONE_PASSED);
    } catch (error) {
      console.log(`FAIL ${title} ${seconds(started)}`);
      console.log(error);
      tally = add(tally, ONE_FAILED);
      // After a failure, the next check begins with a new browser.
      await close(engine);
      engine = undefined;
      await closeSites();
    }
  }
  await close(engine);
  return tally;
}

async function launch(kind: EngineKind): Promise<Engine> {
  const started = performance.now();
  const engine = await kind.launch();
  console.log(`\n${engine.version} ${seconds(started)}`);
  return engine;
}

async function runCheck(engine: Engine, kind: EngineKind, check: Check): Promise<void> {
  await check.run(engine, kind);
  assert.deepEqual(await problems(engine), [], 'the page has no error and keeps to its policy');
}

async function limited<T>(work: Promise<T>, ms = LIMIT): Promise<T> {
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(() => timer.reject(new Error(`gave up after ${ms / 1000} s`)), ms);
  try {
    return await Promise.race([work, timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}

async function close(engine: Engine | undefined): Promise<void> {
  try {
    if (engine !== undefined) await limited(engine.close(), CLOSE);
  } catch (error) {
    console.log('The browser did not close:', error);
  }
}

function seconds(started: number): string {
  return `[${((performance.now() - started) / 1000).toFixed(1)} s]`;
}
