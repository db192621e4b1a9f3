/**
 * `npm run sim:mutations`: takes one safety of sync away at a time, and sees that the simulator notices. `--only NAME` tries
 * those whose name has NAME in it. The seed that docs/sync-simulator.md names is tried first, then all from 1 on; `--write`
 * tries them in order, and writes the table anew.
 */
import { parseArgs } from 'node:util';
import { MUTATIONS } from './list.ts';
import { tryMutations } from './run.ts';
import { breaksWords, knownSeeds, writeTable } from './table.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    write: { type: 'boolean', default: false },
    threads: { type: 'string', default: '2' },
  },
});

const started = performance.now();
const mutations = MUTATIONS.filter(({ name }) => name.includes(values.only));
const known = values.write ? () => [] : knownSeeds;
const verdicts = await tryMutations(
  mutations,
  known,
  Number(values.threads),
  ({ mutation, seed, failure }) => {
    const words =
      seed === undefined ? `SURVIVED: ${failure}` : `caught by seed ${seed}: ${breaksWords(failure)}`;
    console.log(`${mutation.name}: ${words}`);
  },
);
const survivors = verdicts.filter(({ seed }) => seed === undefined).length;
if (values.write && mutations.length === MUTATIONS.length) writeTable(verdicts);
const seconds = (performance.now() - started) / 1000;
console.log(`${verdicts.length} mutations, ${survivors} survived; ${seconds.toFixed(1)} s`);
process.exitCode = survivors > 0 || verdicts.length === 0 ? 1 : 0;
