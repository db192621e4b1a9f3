import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';
import { StrokeList } from './stroke-list.ts';

/** Strokes in pairs of equal but different objects. */
const objects = Array.from({ length: 24 }, (_, i) => stroke(i % 12));

const action = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), at: fc.nat(), which: fc.nat(23) }),
  fc.record({ do: fc.constant('remove' as const), at: fc.nat(), which: fc.nat(23) }),
  fc.record({ do: fc.constant('find' as const), at: fc.nat(), which: fc.nat(23) }),
);

describe('studio: a list of strokes', () => {
  for (const length of [0, 5, 2_000]) {
    test(`does the same as an array, with ${length} strokes at first and some objects twice`, () => {
      fc.assert(
        fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
          // Most strokes differ from `objects`.
          const array = Array.from({ length }, (_, i) => (i % 97 === 0 ? objects[i % 24]! : stroke(100 + i)));
          const list = new StrokeList([...array]);
          for (const { do: what, at, which } of actions) {
            const one = objects[which]!;
            if (what === 'insert') {
              const index = at % (array.length + 1);
              array.splice(index, 0, one);
              list.insert(index, one);
            } else if (what === 'remove' && array.length > 0) {
              array.splice(at % array.length, 1);
              list.removeAt(at % (array.length + 1));
            }
            expect(list.length).toBe(array.length);
            expect(list.indexOf(one)).toBe(array.lastIndexOf(one));
            expect(list.indexOfKey(strokeKey(one))).toBe(
              array.findLastIndex((other) => strokeKey(other) === strokeKey(one)),
            );
          }
          expect(list.toArray()).toEqual(array);
          expect(list.toArray().every((one, i) => one === array[i])).toBe(true);
        }),
        { numRuns: length > 1000 ? 15 : 100 },
      );
    });
  }

  test('does the same if it knows which objects will be looked for, and finds equal ones too', () => {
    const given = Array.from({ length: 3_000 }, (_, n) => stroke(n));
    const sought = given.filter((_, n) => n % 10 === 0);
    const array = [...given];
    const list = new StrokeList(given, new Set(sought));
    for (const [n, one] of sought.entries()) {
      expect(list.indexOf(one)).toBe(array.indexOf(one));
      array.splice(n, 0, one);
      list.insert(n, one);
      expect(list.indexOf(one)).toBe(array.lastIndexOf(one));
      list.removeAt(array.lastIndexOf(one));
      array.splice(array.lastIndexOf(one), 1);
    }
    expect(list.indexOf(given[5]!)).toBe(array.indexOf(given[5]!));
    for (const n of [5, 10, 2_995, 1, 2, 3, 4]) {
      expect(list.indexOfKey(strokeKey(stroke(n)))).toBe(array.indexOf(given[n]!));
      expect(list.indexOf(given[n]!)).toBe(array.indexOf(given[n]!));
    }
    expect(list.toArray()).toEqual(array);
  });

  test('appended strokes leave the given list unchanged, and can be found and removed', () => {
    const given = Array.from({ length: 2_000 }, (_, n) => stroke(n));
    const list = new StrokeList(given);
    expect(list.toArray()).toBe(given);
    const more = [stroke(9_000), stroke(9_001), stroke(9_002)];
    for (const one of more) list.insert(list.length, one);
    expect(list.length).toBe(2_003);
    expect(list.toArray()).toEqual([...given, ...more]);
    expect(list.indexOf(more[1]!)).toBe(2_001);
    list.removeAt(2_001);
    list.insert(list.length, given[0]!);
    list.insert(1, more[1]!);
    expect(list.toArray()).toEqual([given[0], more[1], ...given.slice(1), more[0], more[2], given[0]]);
    expect(list.length).toBe(2_004);
    expect(given).toHaveLength(2_000);
  });

  test('grows at its ends and in its middle beyond one run, and can be emptied', () => {
    const list = new StrokeList([]);
    const array: Stroke[] = [];
    for (let n = 0; n < 3_000; n++) {
      const index = (n * 7919) % (n + 1);
      array.splice(index, 0, stroke(n));
      list.insert(index, array[index]!);
      const other = (n * 31) % (n + 1);
      expect(list.indexOf(array[other]!)).toBe(other);
    }
    expect(list.toArray()).toEqual(array);
    for (let left = 3_000; left > 0; left--) list.removeAt((left * 31) % left);
    expect(list.length).toBe(0);
    expect(list.toArray()).toEqual([]);
  });
});
