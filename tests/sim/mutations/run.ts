/** Runs mutations against the simulator: each must be caught by one of the first seeds. */
import { work } from '../pool.ts';
import type { Mutation } from './mutation.ts';

/** How many seeds may be tried for each mutation. */
export const SEEDS = 6_000;
/** Time limit of one mutation, ms. One that makes the engine spin does not count as caught. */
const TIMEOUT = 300_000;

export interface Verdict {
  readonly mutation: Mutation;
  /** Undefined if the mutation survived. */
  readonly seed: number | undefined;
  /** The failure in the simulator's words. */
  readonly failure: string;
}

/**
 * @param known seeds that caught the mutation before; tried first
 */
export async function tryMutation(mutation: Mutation, known: readonly number[]): Promise<Verdict> {
  let runs = 0;
  let verdict: Verdict = { mutation, seed: undefined, failure: '' };
  await work(
    { seeds: known, first: 1, last: SEEDS, stride: 1, edits: mutation.edits, untilFailure: true },
    ({ seed, run: { failure } }) => {
      runs++;
      if (failure === undefined) return 'go on';
      verdict = { mutation, seed, failure };
      return 'stop';
    },
    TIMEOUT,
  );
  return verdict.seed === undefined
    ? { ...verdict, failure: `${runs} of ${SEEDS + known.length} seeds were run` }
    : verdict;
}

/** Tries all mutations, several at a time. Results are in the order of the list. */
export async function tryMutations(
  mutations: readonly Mutation[],
  knownSeeds: (mutation: Mutation) => readonly number[],
  threads: number,
  onVerdict: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const verdicts = new Map<Mutation, Verdict>();
  const left = [...mutations];
  await Promise.all(
    Array.from({ length: threads }, async () => {
      for (let mutation = left.shift(); mutation !== undefined; mutation = left.shift()) {
        const verdict = await tryMutation(mutation, knownSeeds(mutation));
        verdicts.set(mutation, verdict);
        onVerdict(verdict);
      }
    }),
  );
  return mutations.flatMap((mutation) => verdicts.get(mutation) ?? []);
}
