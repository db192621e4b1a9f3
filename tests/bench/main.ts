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
import { filmFigures } from './ink/ink-film.ts';
import { sheetsTrial } from './ink/ink-sheets.ts';
import { inkFigures } from './ink/ink-trials.ts';
import { liveFigures } from './live/live-figures.ts';
import { load, machine } from './machine.ts';
import { isNamed } from './names.ts';
import { peersText } from './peers/peers.ts';
import { misses, table } from './report.ts';
import { archiveFigures } from './server/archive-figures.ts';
import { clusterTrial } from './server/cluster-trials.ts';
import { putTrial, readingsTrial } from './server/server-trials.ts';
import { type Figure, figureOf, measureTrial, type Run, type Trial } from './trial.ts';

/** Many short runs, so that a disturbance of a second falls on both sides. */
const RUNS = 21;
const TRIALS: readonly Trial[] = [...browserTrials, readingsTrial, putTrial, clusterTrial, sheetsTrial];

async function bench(
  names: readonly string[],
  { check = false }: { readonly check?: boolean },
): Promise<void> {
  const named = names.join(' ');
  const isWanted = (name: string) => isNamed(name, named);

  await ensureBuild();
  process.env.CHROMIUM = await ensureChromium((line) => console.error(line));
  // Ten minutes, and packages of others.
  const peers = await peersText(named.toLowerCase() === 'peers');
  if (peers !== undefined) {
    console.log(peers);
    return;
  }

  const loads = [load()];
  const figures: Figure[] = [];
  const runs: Record<string, readonly Run[]> = {};
  const failures: unknown[] = [];
  /** Goes on where something cannot be measured: the rest is worth its minutes. */
  const take = async (measure: () => Promise<readonly Figure[]>) => {
    try {
      figures.push(...(await measure()));
    } catch (error) {
      console.error(error);
      failures.push(error);
    }
  };
  await take(async () => sizeFigures().filter(({ what }) => isWanted(what)));
  for (const trial of TRIALS) {
    const specs = trial.figures.filter(({ what }) => isWanted(what) || isWanted(trial.name));
    if (specs.length === 0) continue;
    await take(async () => {
      console.error(`measuring ${trial.name} (load ${load()})`);
      const needed = new Set(specs.flatMap(({ subject, limit }) => [subject, limit]));
      const measured = await measureTrial(trial, needed, RUNS);
      runs[trial.name] = measured;
      return specs.map((spec) => figureOf(trial, spec, measured));
    });
  }
  await take(() => archiveFigures(isWanted));
  await take(() => syncFigures(isWanted));
  await take(() => liveFigures(isWanted));
  let canvas = '';
  // Seven minutes, and the machine to itself: only if it is named.
  if (named !== '') {
    await take(async () => {
      const ink = await inkFigures(isWanted);
      canvas = ink.text;
      return ink.figures;
    });
    await take(() => filmFigures(isWanted));
  }
  await brushFigures(isWanted, take);
  await handFigures(isWanted, take);
  loads.push(load());

  if (figures.length === 0 && failures.length === 0) console.error(`Nothing here is named ${named}.`);
  console.log(table(figures));
  if (canvas) console.log(`\n${canvas}\n`);
  for (const note of new Set(figures.map(({ note }) => note))) console.log(`  ${note}`);
  const facts = { ...machine(), load: loads };
  console.log(
    `Medians of interleaved runs. ${facts.cpu}, ${facts.cores} cores, load ${loads.join(' to ')}, Node ${facts.node}, ${facts.system}`,
  );
  writeFileSync(
    join(root, 'bench.json'),
    `${JSON.stringify({ at: new Date().toISOString(), machine: facts, figures, runs }, null, 2)}\n`,
  );

  const over = misses(figures);
  for (const line of over) console.error(line);
  for (const error of failures) console.error(`not measured: ${String(error)}`);
  const failed = figures.length === 0 || failures.length > 0;
  process.exitCode = failed || (check && over.length > 0) ? 1 : 0;
}

await run(
  createCommand('npm run bench --')
    .description('Measures the product against bare limits, side by side on this machine. Writes bench.json.')
    .argument(
      '[name...]',
      'only what has a word that begins like this in its name; "ink" measures canvas and brushes, twelve minutes; "peers" others beside it, ten',
    )
    .option('--check', 'exit with 1 when something is over its budget')
    .addHelpText('after', examples('npm run bench -- --check', 'npm run bench -- ink'))
    .action(bench),
  process.argv.slice(2),
);
