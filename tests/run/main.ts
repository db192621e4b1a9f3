/**
 * `npm test [-- NAME]`: runs every check, then every test, and prints one closing line with the sum of what
 * each runner reports. `--checks` runs the checks alone.
 */
import { isFresh } from '../../server/bin/inputs.js';
import { ensureChromium } from '../support/browser.ts';
import { ensureBuild } from '../support/build.ts';
import { bundleCli } from '../support/cli/cli.ts';
import { CHECKS } from './checks.ts';
import { runPlaywright } from './playwright.ts';
import { runChecks } from './run-checks.ts';
import { add, closingLine, type Tally } from './tally.ts';
import { runVitest } from './vitest.ts';

const args = process.argv.slice(2);
const checksOnly = args.includes('--checks');
const name = args.filter((arg) => !arg.startsWith('--')).join(' ') || undefined;

const named = CHECKS.filter(
  (check) => name === undefined || check.name.toLowerCase().includes(name.toLowerCase()),
);
// And what they need: a fresh clone has no build.
const wanted = CHECKS.filter(
  (check) => named.includes(check) || named.some(({ needs }) => needs === check.name),
);
let total = await runChecks(wanted, (line) => console.log(line));
if (!checksOnly) {
  await prepare();
  total = add(total, await step('vitest', () => runVitest(name)));
  total = add(total, await step('playwright', () => runPlaywright(name)));
}
const ran = total.passed + total.failed + total.skipped;
if (ran === 0) console.log(`No check and no test has ${name ?? 'anything'} in its name.`);
console.log(closingLine(total));
process.exitCode = total.failed > 0 || ran === 0 ? 1 : 0;

async function step(title: string, run: () => Promise<Tally>): Promise<Tally> {
  const started = performance.now();
  console.log(`\n${title}`);
  const tally = await run();
  console.log(
    `${title}: ${tally.passed} ok, ${tally.failed} bad, ${tally.skipped} left out ${seconds(started)}`,
  );
  return tally;
}

/** Prepares a browser, a build and the command line. If that fails, the tests that need them report it. */
async function prepare(): Promise<void> {
  try {
    process.env.CHROMIUM = await ensureChromium((line) => console.log(line));
    await ensureBuild();
    if (isFresh()) process.env.PLEINAIR_BUILD_IS_FRESH = '1';
    process.env.PLEINAIR_CLI = await bundleCli();
  } catch (error) {
    console.log(error instanceof Error ? error.message : String(error));
  }
}

function seconds(started: number): string {
  return `[${((performance.now() - started) / 1000).toFixed(1)} s]`;
}
