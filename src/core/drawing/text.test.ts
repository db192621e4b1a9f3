import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codePoints, textProblem } from './text.ts';

describe('drawing: text', () => {
  it('counts code points like an iteration over the text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (s) => codePoints(s) === [...s].length));
    expect(codePoints('\ud83d\ud83d\udc26')).toBe(2);
  });

  it('refuses NUL and lone surrogates, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (s) => (textProblem(s) === undefined) === !s.includes('\0'),
      ),
    );
    for (const bad of ['\0', 'a\ud83d', '\udc26', '\ud83d\ud83d\udc26'])
      expect(textProblem(bad)).toBeDefined();
  });
});
