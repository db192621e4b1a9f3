import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { diffStrokes } from './stroke-diff.ts';

const pool = Array.from({ length: 8 }, (_, i) => stroke(i));
const list = fc.shuffledSubarray(pool);

describe('ink: what has to be drawn anew', () => {
  test('taking away what is gone and adding what came gives the new list', () => {
    fc.assert(
      fc.property(list, list, (before, next) => {
        const { gone, come, onTop } = diffStrokes(before, next);
        const kept = before.filter((one) => !gone.includes(one));
        expect(new Set([...kept, ...come])).toEqual(new Set(next));
        expect(kept).toEqual(next.filter((one) => !come.includes(one)));
        if (onTop) expect([...before, ...come]).toEqual(next);
      }),
    );
  });

  test('equal lists differ in nothing, and a stroke on top is only that', () => {
    expect(diffStrokes(pool, [...pool])).toEqual({ gone: [], come: [], onTop: true });
    const more = stroke(9);
    expect(diffStrokes(pool, [...pool, more])).toEqual({ gone: [], come: [more], onTop: true });
  });

  test('one stroke erased from the middle is all that is gone', () => {
    expect(
      diffStrokes(
        pool,
        pool.filter((_, i) => i !== 3),
      ),
    ).toEqual({ gone: [pool[3]], come: [], onTop: false });
  });
});
