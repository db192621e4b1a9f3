/** Checks, after a run of everything, that `npm test -- NAME` would have found each of its tests by its title. */
import { NOTHING, ONE_FAILED, type Tally } from '../tally.ts';
import type { TestFinder } from './find-tests.ts';

export interface Titled {
  readonly file: string;
  /** Titles of its groups and its own, with a space between. */
  readonly title: string;
}

/** Prints the tests that would not be found. If there is one, that counts as one failed test. */
export function checkTitles(finder: TestFinder, tests: readonly Titled[]): Tally {
  const lost = lostTitles(finder, tests);
  if (lost.length === 0) return NOTHING;
  console.log(
    `\nnpm test -- NAME would not find these: their titles come from nothing that is in the source.`,
  );
  for (const { file, title } of lost) console.log(`  ${file}: ${title}`);
  return ONE_FAILED;
}

export function lostTitles(finder: TestFinder, tests: readonly Titled[]): Titled[] {
  return tests.filter(({ file, title }) => !finder.mayHold(file, title));
}
