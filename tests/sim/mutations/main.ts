/**
 * `npm run sim:mutations`: removes one safeguard of sync at a time, and checks that the simulator notices, with the seeds in
 * docs/sync-simulator.md or by a search for others.
 */
import { positiveInteger } from '../../../server/cli/options.ts';
import { createCommand, run } from '../../../server/cli/run-command.ts';
import { MUTATIONS } from './list.ts';
import { tryMutations } from './run.ts';
import { breaksWords, knownSeeds, writeTable } from './table.ts';

interface MutationOptions {
  readonly only: string;
  readonly search?: boolean;
  readonly write?: boolean;
  readonly threads: number;
}

async function mutate({ only, search = false, write = false, threads }: MutationOptions): Promise<void> {
  const started = performance.now();
  const mutations = MUTATIONS.filter(({ name }) => name.includes(only));
  const attempt = search ? 'search' : { known: knownSeeds };
  const verdicts = await tryMutations(mutations, attempt, threads, ({ mutation, seed, failure }) => {
    const words =
      seed === undefined ? `SURVIVED: ${failure}` : `caught by seed ${seed}: ${breaksWords(failure)}`;
    console.log(`${mutation.name}: ${words}`);
  });
  const survivors = verdicts.filter(({ seed }) => seed === undefined).length;
  if (write && survivors === 0) writeTable(MUTATIONS, verdicts);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${verdicts.length} mutations, ${survivors} survived; ${seconds.toFixed(1)} s`);
  process.exitCode = survivors > 0 || verdicts.length === 0 ? 1 : 0;
}

await run(
  createCommand('npm run sim:mutations --')
    .description('Takes one safeguard of sync away at a time, and sees that the simulator notices.')
    .option('--only <name>', 'those whose name has this in it', '')
    .option('--search', 'look for a schedule that notices, instead of the one in docs/sync-simulator.md')
    .option('--write', 'write what was found into the table in docs/sync-simulator.md')
    .option('--threads <number>', 'threads to run on', positiveInteger, 2)
    .action(mutate),
  process.argv.slice(2),
);
