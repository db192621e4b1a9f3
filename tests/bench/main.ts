/**
 * `npm run bench`: the product compared with bare limits, side by side on this machine. Not part of `npm test`,
 * because it needs the machine to itself.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { examples } from '../../server/cli/options.ts';
import { createCommand, run } from '../../server/cli/run-command.ts';
import { ensureChromium } from '../support/browser.ts';
import { ensureBuild } from '../support/build.ts';
import { browserTrials } from './browser/browser-trials.ts';
import { sizeFigures } from './figures/size-figures.ts';
import { syncFigures } from './figures/sync-figures.ts';
import { brushFigures } from './ink/brushes/brush-figures.ts';
import { handFigures } from './ink/brushes/hand-figures.ts';
import { inkFigures } from './ink/ink-trials.ts';
import { liveFigures } from './live/live-figures.ts';
import { load, machine } from './machine.ts';
import { peersText } from './peers/peers.ts';
import { misses, table } from './report.ts';
import { clusterTrial } from './server/cluster-trials.ts';
import { putTrial, readingsTrial } from './server/server-trials.ts';
import { type Figure, figureOf, measureTrial, type Run, type Trial } from './trial.ts';

/** Many short runs, so that a disturbance of a second falls on both sides. */
const RUNS = 21;
const TRIALS: readonly Trial[] = [...browserTrials, readingsTrial, putTrial, clusterTrial];

async function bench(
  names: readonly string[],
  { check = false }: { readonly check?: boolean },
): Promise<void> {
  const wanted = names.join(' ').toLowerCase();
  const isWanted = (name: string) => name.toLowerCase().includes(wanted);

  await ensureBuild();
  process.env.CHROMIUM = await ensureChromium((line) => console.error(line));
  const loads = [load()];
  const figures: Figure[] = sizeFigures().filter(({ what }) => isWanted(what));
  const runs: Record<string, readonly Run[]> = {};
  for (const trial of TRIALS) {
    const specs = trial.figures.filter(({ what }) => isWanted(what) || isWanted(trial.name));
    if (specs.length === 0) continue;
    console.error(`measuring ${trial.name} (load ${load()})`);
    const needed = new Set(specs.flatMap(({ subject, limit }) => [subject, limit]));
    const measured = await measureTrial(trial, needed, RUNS);
    runs[trial.name] = measured;
    figures.push(...specs.map((spec) => figureOf(trial, spec, measured)));
  }
  figures.push(...(await syncFigures(isWanted)));
  figures.push(...(await liveFigures(isWanted)));
  figures.push(...(await brushFigures(isWanted)));
  figures.push(...(await handFigures(isWanted)));
  // Six minutes, and the machine to itself: only if it is named.
  const ink = await inkFigures((name) => wanted !== '' && isWanted(name));
  figures.push(...ink.figures);
  // Ten minutes, and packages of others.
  const peers = await peersText(wanted === 'peers');
  loads.push(load());

  if (peers !== undefined) {
    console.log(peers);
    return;
  }
  if (figures.length === 0) console.error(`Nothing here has ${wanted} in its name.`);
  console.log(table(figures));
  if (ink.text) console.log(`\n${ink.text}\n`);
  for (const note of new Set(figures.map(({ note }) => note))) console.log(`  ${note}`);
  const facts = { ...machine(), load: loads };
  console.log(
    `Medians of ${RUNS} interleaved runs or more. ${facts.cpu}, ${facts.cores} cores, load ${loads.join(' to ')}, Node ${facts.node}, ${facts.system}`,
  );
  writeFileSync(
    join(root, 'bench.json'),
    `${JSON.stringify({ at: new Date().toISOString(), machine: facts, runsAtLeast: RUNS, figures, runs }, null, 2)}\n`,
  );

  const over = misses(figures);
  for (const line of over) console.error(line);
  process.exitCode = figures.length === 0 || (check && over.length > 0) ? 1 : 0;
}

await run(
  createCommand('npm run bench --')
    .description('Measures the product against bare limits, side by side on this machine. Writes bench.json.')
    .argument(
      '[name...]',
      'only what has this in its name; "ink" measures the canvas, five minutes; "peers" others beside it, ten',
    )
    .option('--check', 'exit with 1 when something is over its budget')
    .addHelpText('after', examples('npm run bench -- --check', 'npm run bench -- ink'))
    .action(bench),
  process.argv.slice(2),
);
