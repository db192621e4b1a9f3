import { describe, expect, test } from 'vitest';
import { closingLine, eitherCase, NOTHING, tallyOf } from './tally.ts';
import { count } from './vitest.ts';

describe('test command: counting results', () => {
  test('a runner that ends without a report counts as one failed', () => {
    expect(tallyOf(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('a runner that ends with an error although no test failed counts as one failed', () => {
    const report = { passed: 5, failed: 0, skipped: 1 };
    expect(tallyOf(report, 1)).toEqual({ passed: 5, failed: 1, skipped: 1 });
    expect(tallyOf(report, null)).toEqual({ passed: 5, failed: 1, skipped: 1 });
    expect(tallyOf(report, 0)).toEqual(report);
    expect(tallyOf({ ...report, failed: 2 }, 1)).toEqual({ ...report, failed: 2 });
  });

  test('the closing line is plain', () => {
    expect(closingLine(NOTHING)).toBe('0 passed, 0 failed, 0 skipped');
  });

  test('a file that could not be loaded counts as one failed', () => {
    const report = { testResults: [{ name: 'a.test.ts', status: 'failed', assertionResults: [] }] };
    expect(count(report, undefined)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('tests that a filter left out do not count as skipped', () => {
    const assertionResults = [
      { fullName: 'air is read', status: 'passed' },
      { fullName: 'air is stale', status: 'skipped' },
      { fullName: 'drawing is kept', status: 'skipped' },
    ];
    const report = { testResults: [{ name: 'a.test.ts', status: 'passed', assertionResults }] };
    expect(count(report, /air/)).toEqual({ passed: 1, failed: 0, skipped: 1 });
    expect(count(report, undefined)).toEqual({ passed: 1, failed: 0, skipped: 2 });
  });

  test('a name is matched literally, in any case', () => {
    const pattern = new RegExp(eitherCase('Bad input (1+1)'));
    expect(pattern.test('bad INPUT (1+1) is refused')).toBe(true);
    expect(pattern.test('bad input 111')).toBe(false);
  });
});
