/** One test for each row of the sky in docs/air-faults.md: its port over TCP, with a stand-in upstream that has this fault. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { documentedFaults } from '../../tests/support/air/documented-faults.ts';
import { FIGURES } from '../../tests/support/sky/faults-figures.ts';
import { RESPONSES } from '../../tests/support/sky/faults-responses.ts';
import { begin, end } from '../../tests/support/sky/sky-port.ts';
import { BODY_MAX } from '../upstream/request.ts';
import { LIGHTNING_BODY_MAX } from './feeds/lightning.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'air-faults.md'), 'utf8');
const ROWS = documentedFaults(DOCUMENT, 'The sky');
const CASES = { ...RESPONSES, ...FIGURES };

beforeEach(begin);
afterEach(end);

describe('sky: faults of the upstream, each a row of docs/air-faults.md', () => {
  it('every row is a test, and every test is a row', () => {
    const rows = ROWS.map(([fault]) => fault);
    expect(new Set(rows)).toEqual(new Set(Object.keys(CASES)));
    expect(rows).toHaveLength(Object.keys(CASES).length);
    expect([BODY_MAX, LIGHTNING_BODY_MAX]).toEqual([512 * 1024, 4 * 1024 * 1024]);
  });

  for (const [fault, seen] of ROWS) {
    it(`${fault}: ${seen}`, async () => {
      const test = CASES[fault];
      if (test === undefined) throw new Error('this row has no test');
      await test();
    });
  }
});
