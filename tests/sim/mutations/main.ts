/**
 * `npm run sim:mutations`: removes one safeguard of sync at a time, and checks that the simulator notices.
 * Tries the seed in docs/sync-simulator.md first, then all from 1 on.
 */
import { positiveInteger } from '../../../server/cli/options.ts';
import { createCommand, run } from '../../../server/cli/run-command.ts';
import { MUTATIONS } from './list.ts';
import { tryMutations } from './run.ts';
import { breaksWords, knownSeeds, writeTable } from './table.ts';

interface MutationOptions {
  readonly only: string;
  readonly write?: boolean;
  readonly threads: number;
}

async function mutate({ only, write = false, threads }: MutationOptions): Promise<void> {
  const started = performance.now();
  const mutations = MUTATIONS.filter(({ name }) => name.includes(only));
  const known = write ? () => [] : knownSeeds;
  const verdicts = await tryMutations(mutations, known, threads, ({ mutation, seed, failure }) => {
    const words =
      seed === undefined ? `SURVIVED: ${failure}` : `caught by seed ${seed}: ${breaksWords(failure)}`;
    console.log(`${mutation.name}: ${words}`);
  });
  const survivors = verdicts.filter(({ seed }) => seed === undefined).length;
  if (write && mutations.length === MUTATIONS.length) writeTable(verdicts);
  const seconds = (performance.now() - started) / 1000;
  console.log(`${verdicts.length} mutations, ${survivors} survived; ${seconds.toFixed(1)} s`);
  process.exitCode = survivors > 0 || verdicts.length === 0 ? 1 : 0;
}

await run(
  createCommand('npm run sim:mutations --')
    .description('Takes one safeguard of sync away at a time, and sees that the simulator notices.')
    .option('--only <name>', 'those whose name has this in it', '')
    .option('--write', 'try the seeds in order, and write the table in docs/sync-simulator.md anew')
    .option('--threads <number>', 'threads to run on', positiveInteger, 2)
    .action(mutate),
  process.argv.slice(2),
);
