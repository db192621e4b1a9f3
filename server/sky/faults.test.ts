/** One test for each row of the sky in docs/air-faults.md: its port over TCP, with a stand-in upstream that has this fault. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentedFaults } from '../../tests/support/air/documented-faults.ts';
import { FIGURES } from '../../tests/support/sky/faults-figures.ts';
import { RESPONSES } from '../../tests/support/sky/faults-responses.ts';
import { begin, end } from '../../tests/support/sky/sky-port.ts';
import { BODY_MAX } from '../upstream/request.ts';
import { LIGHTNING_BODY_MAX } from './feeds/lightning.ts';

const CASES = { ...RESPONSES, ...FIGURES };

beforeEach(begin);
afterEach(end);

describe('sky: faults of the upstream, each a row of docs/air-faults.md', () => {
  it('every row is a test, and every test is a row', () => {
    const rows = documentedFaults('The sky').map(([fault]) => fault);
    expect(new Set(rows)).toEqual(new Set(Object.keys(CASES)));
    expect(rows).toHaveLength(Object.keys(CASES).length);
    expect([BODY_MAX, LIGHTNING_BODY_MAX]).toEqual([512 * 1024, 4 * 1024 * 1024]);
  });

  for (const [fault, seen] of documentedFaults('The sky')) {
    it(`${fault}: ${seen}`, async () => {
      const test = CASES[fault];
      if (test === undefined) throw new Error('this row has no test');
      await test();
    });
  }
});
