/**
 * `npm run test:browsers [-- firefox|webkit|NAME]`: tests the built app on the real server, in Debian's Firefox
 * and WebKit. A browser that is not installed is reported as skipped, or as failed with CI=true. Exits with 1
 * if anything failed.
 */

import { add, closingLine, NOTHING, ONE_FAILED, type Tally } from '../run/tally.ts';
import { ensureBuild } from '../support/build.ts';
import { airChecks } from './checks/air.ts';
import type { Check } from './checks/check.ts';
import { dockChecks } from './checks/dock.ts';
import { keptViewChecks } from './checks/kept-view.ts';
import { leavingChecks } from './checks/leaving.ts';
import { painterChecks } from './checks/painter.ts';
import { photoChecks } from './checks/photo.ts';
import { selectionChecks } from './checks/selection.ts';
import { studioChecks } from './checks/studio.ts';
import { watchChecks } from './checks/watch.ts';
import { wholeJobChecks } from './checks/whole-job.ts';
import { workerChecks } from './checks/worker.ts';
import type { EngineKind } from './engine.ts';
import { firefox } from './firefox.ts';
import { runChecks } from './run.ts';
import { closeSites } from './site.ts';
import { webkit } from './webkit.ts';

const KINDS: readonly EngineKind[] = [firefox, webkit];
const CHECKS: readonly Check[] = [
  ...watchChecks,
  ...workerChecks,
  ...studioChecks,
  ...keptViewChecks,
  ...leavingChecks,
  ...dockChecks,
  ...selectionChecks,
  ...photoChecks,
  ...wholeJobChecks,
  ...airChecks,
  ...painterChecks,
];
const ONE_SKIPPED: Tally = { passed: 0, failed: 0, skipped: 1 };

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void closeSites().finally(() => process.exit(130)));
}

const args = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const named = KINDS.filter(({ name }) => args.some((arg) => arg.toLowerCase() === name));
const words = args.filter((arg) => !KINDS.some(({ name }) => arg.toLowerCase() === name)).join(' ');
const checks = CHECKS.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));

let total = NOTHING;
if (checks.length > 0) {
  await ensureBuild();
  for (const kind of named.length > 0 ? named : KINDS) total = add(total, await runKind(kind));
}
const ran = total.passed + total.failed + total.skipped;
if (ran === 0) console.log(`No test has ${words} in its name.`);
console.log(closingLine(total));
process.exit(total.failed > 0 || ran === 0 ? 1 : 0);

async function runKind(kind: EngineKind): Promise<Tally> {
  const missing = kind.missing();
  if (missing.length === 0) return runChecks(kind, checks);
  console.log(`${kind.name} is not here (${missing.join(', ')}): apt-get install ${kind.packages}`);
  if (process.env.CI === 'true') {
    console.log(`FAIL ${kind.name} › the browser is installed`);
    return ONE_FAILED;
  }
  return checks.reduce((tally, { name }) => {
    console.log(`skip ${kind.name} › ${name}`);
    return add(tally, ONE_SKIPPED);
  }, NOTHING);
}
