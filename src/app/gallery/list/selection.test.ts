import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allOf, NOTHING, ranged, type Selection, toggled } from './selection.ts';

const ORDER = [...'abcdefgh'];
const words = ({ ids }: Selection) => [...ids].sort().join('');

describe('gallery: selection', () => {
  it('adds and removes a drawing', () => {
    const one = toggled(NOTHING, 'c');
    expect(words(one)).toBe('c');
    expect(words(toggled(one, 'c'))).toBe('');
  });

  it('extends and shrinks a range from the last selected drawing', () => {
    const start = toggled(toggled(NOTHING, 'h'), 'd');
    const grown = ranged(start, ORDER, 'f');
    expect(words(grown)).toBe('defh');
    expect(words(ranged(grown, ORDER, 'e'))).toBe('deh');
    expect(words(ranged(grown, ORDER, 'b'))).toBe('bcdh');
  });

  it('starts a range at the card itself if the anchor is not shown', () => {
    const hidden = toggled(NOTHING, 'z');
    expect(words(ranged(hidden, ORDER, 'c'))).toBe('cz');
    expect(words(ranged(ranged(hidden, ORDER, 'c'), ORDER, 'e'))).toBe('cdez');
  });

  it('selects all shown drawings and keeps hidden ones', () => {
    expect(words(allOf(toggled(NOTHING, 'z'), ORDER))).toBe('abcdefghz');
  });

  it('contains both ends of a range and all shown drawings between them', () => {
    fc.assert(
      fc.property(fc.nat(7), fc.array(fc.nat(7), { minLength: 1 }), (start, moves) => {
        let selection = toggled(NOTHING, ORDER[start]!);
        for (const move of moves) selection = ranged(selection, ORDER, ORDER[move]!);
        const end = moves.at(-1)!;
        expect(words(selection)).toBe(ORDER.slice(Math.min(start, end), Math.max(start, end) + 1).join(''));
      }),
    );
  });
});
