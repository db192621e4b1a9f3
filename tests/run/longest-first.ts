/** The order of Vitest's files: the longest first, also in a clone where none has run yet. */
import type { TestSequencer, TestSpecification, Vitest } from 'vitest/node';

/**
 * Small files that take longest. Vitest itself begins with the largest, and would end with these one by one. The first
 * and the last have two threads each, so they do not begin together.
 */
const LONGEST = [
  'tests/sim/schedules.test.ts',
  'tests/contract/contract.test.ts',
  'tests/people/two-spaces.test.ts',
  'tests/server/large.test.ts',
  'tests/server/operations/nginx.test.ts',
  'tests/sim/mutations/mutations.test.ts',
];

/** All others come in Vitest's own order: those that failed, then by what they took here before, or by their size. */
export class LongestFirst implements TestSequencer {
  readonly #vitest: Vitest;

  constructor(vitest: Vitest) {
    this.#vitest = vitest;
  }

  async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await (await this.#usual()).sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((path) => moduleId.endsWith(path));
      return index === -1 ? LONGEST.length : index;
    };
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }

  async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await this.#usual()).shard(files);
  }

  /** Loaded here, because the configuration is that of the build, too. */
  async #usual(): Promise<TestSequencer> {
    const { BaseSequencer } = await import('vitest/node');
    return new BaseSequencer(this.#vitest);
  }
}
