import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { badText, codePoints } from './text.ts';

describe('drawing: text', () => {
  it('counts code points as iterating over the text does, whatever it holds', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (s) => codePoints(s) === [...s].length));
    expect(codePoints('\ud83d\ud83d\udc26')).toBe(2);
  });

  it('finds NUL and lone surrogates, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (s) => (badText(s) === undefined) === !s.includes('\0')),
    );
    for (const bad of ['\0', 'a\ud83d', '\udc26', '\ud83d\ud83d\udc26']) expect(badText(bad)).toBeDefined();
  });
});
