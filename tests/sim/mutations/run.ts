/** Runs mutations against the simulator. */
import { work } from '../pool.ts';
import { BY_HAND } from '../schedule/by-hand.ts';
import type { Seed } from '../schedule/schedule.ts';
import type { Mutation } from './mutation.ts';

/** How many seeds a search tries, after the schedules by hand. */
export const SEEDS = 6_000;
/** Time limit of one mutation, ms. One that makes the engine spin does not count as caught. */
const TIMEOUT = 300_000;

export interface Verdict {
  readonly mutation: Mutation;
  /** Undefined if the mutation survived. */
  readonly seed: Seed | undefined;
  /** The failure in the simulator's words. */
  readonly failure: string;
}

/** The seeds that a mutation is tried with. */
export type Attempt =
  /** Those of the table alone. */
  { readonly known: (mutation: Mutation) => readonly Seed[] } | 'search';

async function tryMutation(mutation: Mutation, attempt: Attempt): Promise<Verdict> {
  const isSearch = attempt === 'search';
  const { edits, tabs } = mutation;
  const byHand = tabs === undefined ? [...BY_HAND.keys()] : [];
  const seeds = isSearch ? byHand : attempt.known(mutation);
  let verdict: Verdict = { mutation, seed: undefined, failure: '' };
  let runs = 0;
  await work(
    { seeds, first: 1, last: isSearch ? SEEDS : 0, stride: 1, edits, tabs, untilFailure: true },
    ({ seed, run: { failure } }) => {
      runs++;
      if (failure === undefined) return 'go on';
      verdict = { mutation, seed, failure };
      return 'stop';
    },
    TIMEOUT,
  );
  if (verdict.seed !== undefined) return verdict;
  const search = `npm run sim:mutations -- --search --only "${mutation.name}" looks for one that does`;
  return {
    ...verdict,
    failure: isSearch ? `${runs} runs hold` : `${seeds.join()} holds without it; ${search}`,
  };
}

/** Tries mutations, several at a time. Results are in the order of the list. */
export async function tryMutations(
  mutations: readonly Mutation[],
  attempt: Attempt,
  threads: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const verdicts = new Map<Mutation, Verdict>();
  const left = [...mutations];
  await Promise.all(
    Array.from({ length: threads }, async () => {
      for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
        const verdict = await tryMutation(mutation, attempt);
        verdicts.set(mutation, verdict);
        onVerdict(verdict);
      }
    }),
  );
  return mutations.flatMap((mutation) => verdicts.get(mutation) ?? []);
}

/**
 * The failures of these seeds with every safeguard in place. One that fails proves nothing when one is removed.
 * @param tabs if they are seeds of random acts of so many tabs
 */
export async function failuresOf(seeds: readonly Seed[], threads: number, tabs?: string): Promise<string[]> {
  const failures: string[] = [];
  let runs = 0;
  await Promise.all(
    Array.from({ length: threads }, (_, thread) =>
      work(
        {
          seeds: seeds.filter((_seed, i) => i % threads === thread),
          first: 1,
          last: 0,
          stride: 1,
          edits: [],
          tabs,
        },
        ({ seed, run: { failure } }) => {
          runs++;
          if (failure !== undefined) failures.push(`seed ${seed}: ${failure}`);
          return 'go on';
        },
      ),
    ),
  );
  return runs === seeds.length ? failures : [...failures, `${runs} of ${seeds.length} runs ended`];
}
