/** Runs mutations against the simulator: each has to be caught by one of the first seeds. */
import { work } from '../pool.ts';
import type { Mutation } from './list.ts';

/** Seeds in which each mutation has to be caught. */
export const SEEDS = 6_000;
/** ms for one mutation: one that makes the engine spin is not caught by that. */
const TIMEOUT = 300_000;

export interface Verdict {
  readonly mutation: Mutation;
  /** Undefined when it survived. */
  readonly seed: number | undefined;
  /** What broke, in the simulator's words. */
  readonly failure: string;
}

/** @param known seeds that have caught it before are tried first */
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

/** All of them, some at a time, in the order of the list. */
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
