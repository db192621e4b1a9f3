/**
 * One test for each row of docs/air-faults.md: the real server over TCP, with a stand-in upstream that has this
 * fault.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentedFaults } from '../../tests/support/air/documented-faults.ts';
import { useFreshServer } from '../../tests/support/air/faults.ts';
import { FIGURES } from '../../tests/support/air/faults-figures.ts';
import { RESPONSES } from '../../tests/support/air/faults-responses.ts';
import { BODY_MAX } from '../upstream/request.ts';

const DOCUMENT = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'air-faults.md'), 'utf8');
const ROWS = documentedFaults(DOCUMENT, 'The air');
const CASES = { ...RESPONSES, ...FIGURES };

useFreshServer();

describe('air: faults of the upstream, each a row of docs/air-faults.md', () => {
  it('every row is a test, and every test is a row', () => {
    const rows = ROWS.map(([fault]) => fault);
    expect(new Set(rows)).toEqual(new Set(Object.keys(CASES)));
    expect(rows).toHaveLength(Object.keys(CASES).length);
    expect(BODY_MAX).toBe(512 * 1024);
  });

  for (const [fault, seen] of ROWS) {
    it(`${fault}: ${seen}`, async () => {
      const test = CASES[fault];
      if (test === undefined) throw new Error('this row has no test');
      await test();
    });
  }
});
