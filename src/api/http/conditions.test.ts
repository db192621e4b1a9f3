import { describe, expect, test } from 'vitest';
import {
  namesRev,
  parseCondition,
  parseCreateOnly,
  parseKey,
  parseRevCondition,
  prefersMinimal,
} from './conditions.ts';

describe('contract: conditions', () => {
  test.each([
    ['"a"', ['"a"']],
    ['W/"a"', ['"a"']],
    ['"a", W/"b","c"', ['"a"', '"b"', '"c"']],
    ['""', ['""']],
    ['"a,b"', ['"a,b"']],
    ['"é"', ['"é"']],
    [' * ', '*'],
  ])('If-None-Match %s is a list of tags', (text, tags) => {
    expect(parseCondition('If-None-Match', text)).toEqual(tags);
  });

  test.each(['', 'a', '"a', 'a"', '"a" "b"', 'w/"a"', '"a",,"b"', '*, "a"', '"a\u0001"'])(
    'If-None-Match %j is malformed',
    (text) => {
      expect(() => parseCondition('If-None-Match', text)).toThrow('If-None-Match');
    },
  );

  test('a revision may be bare, quoted, weak, in a list, or *', () => {
    expect(parseRevCondition('3')).toEqual([3]);
    expect(parseRevCondition('W/"3", 4,"5"')).toEqual([3, 4, 5]);
    expect(parseRevCondition('*')).toBe('*');
    expect(parseRevCondition(null)).toBeUndefined();
    expect(namesRev('*', 9)).toBe(true);
    expect(namesRev([1, 9], 9)).toBe(true);
    expect(namesRev([1], 9)).toBe(false);
  });

  test.each(['', 'x', '"x"', '3x', '-3', '3.0', '3 4', '"3"4', '1234567890123456', '0x3'])(
    'If-Match %j names no revision',
    (text) => {
      expect(() => parseRevCondition(text)).toThrow('If-Match');
    },
  );

  test('only If-None-Match: * creates', () => {
    const createOnly = (headers: Record<string, string>) => parseCreateOnly(new Headers(headers));
    expect(createOnly({})).toBe(false);
    expect(createOnly({ 'If-Match': '*' })).toBe(false);
    expect(createOnly({ 'If-None-Match': '*' })).toBe(true);
    expect(() => createOnly({ 'If-None-Match': '"1"' })).toThrow('If-None-Match');
    expect(() => createOnly({ 'If-None-Match': '*', 'If-Match': '*' })).toThrow('If-None-Match');
  });

  test('a key is 1 to 255 visible characters', () => {
    expect(parseKey(null)).toBeUndefined();
    expect(parseKey('a b"c"')).toBe('a b"c"');
    for (const bad of ['', ' a', 'a ', 'é', 'a\tb', 'k'.repeat(256)])
      expect(() => parseKey(bad)).toThrow('Idempotency-Key');
  });

  test('Prefer is a list of case-insensitive names', () => {
    expect(prefersMinimal(null)).toBe(false);
    expect(prefersMinimal('return=representation')).toBe(false);
    expect(prefersMinimal('wait=5, Return = "minimal"; x=1')).toBe(true);
    expect(prefersMinimal('return=minimalist')).toBe(false);
  });
});
