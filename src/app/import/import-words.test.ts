import { describe, expect, test } from 'vitest';
import { imports as words } from '../words/en/import.ts';
import { leftOutWords, refusalWords } from './import-words.ts';

describe('import: results in words', () => {
  test('left-out parts are counted and named, in a fixed order', () => {
    expect(leftOutWords({})).toBe('');
    expect(leftOutWords({ fill: 3, text: 1, date: 0 })).toBe(
      words.leftOut([words.things.text(1), words.things.fill(3)]),
    );
    expect(words.things.text(1)).not.toBe(words.things.text(2).replace('2', '1'));
  });

  test('a refusal names its reason', () => {
    expect(refusalWords({ code: 'script' })).toBe(words.script);
    expect(refusalWords({ code: 'damaged', at: 'elements/3/x' })).toContain('elements/3/x');
    expect(refusalWords({ code: 'bad_xml', at: 41 })).toContain('42');
    expect(refusalWords({ code: 'too_many', what: 'points', most: 4_000_000 })).toContain('4,000,000 points');
    expect(refusalWords({ code: 'too_many', what: 'layers', most: 8 })).toContain('more than 8 layers');
    expect(refusalWords({ code: 'too_large', size: 104_857_600, most: 75_497_472 })).toMatch(/100.*72/);
    // After a wrong file the message names the right kinds.
    expect(refusalWords({ code: 'picture' })).toContain(words.known);
  });
});
