import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Bounds, overlap } from '../geometry/bounds.ts';
import { SpatialIndex } from './spatial-index.ts';

interface Leaf {
  readonly place: number;
  readonly bounds: Bounds;
}

const leaves = fc.uniqueArray(
  fc
    .record({
      place: fc.integer({ min: 0, max: 10_000 }),
      x: fc.integer({ min: -3000, max: 3000 }),
      y: fc.integer({ min: -3000, max: 3000 }),
      side: fc.constantFrom(0, 1, 40, 700, 5000),
    })
    .map(
      ({ place, x, y, side }): Leaf => ({
        place,
        bounds: { minX: x, minY: y, maxX: x + side, maxY: y + side / 2 },
      }),
    ),
  { selector: ({ place }) => place, maxLength: 60 },
);

describe('ink: the pile of strokes', () => {
  test('answers those near a place, bottom first, without those that were taken off', () => {
    fc.assert(
      fc.property(
        leaves,
        fc.integer({ min: -3500, max: 3500 }),
        fc.integer({ min: 1, max: 2000 }),
        (all, at, side) => {
          const pile = new SpatialIndex<Leaf>();
          for (const leaf of all) pile.add(leaf, leaf.bounds);
          const gone = all.filter(({ place }) => place % 3 === 0);
          for (const leaf of gone) pile.remove(leaf);
          const area = { minX: at, minY: at, maxX: at + side, maxY: at + side };
          const expected = all
            .filter((leaf) => !gone.includes(leaf) && overlap(leaf.bounds, area))
            .sort((a, b) => a.place - b.place);
          expect(pile.near(area)).toEqual(expected);
          expect(pile.some(area)).toBe(expected.length > 0);
          expect(pile.size).toBe(all.length - gone.length);
          let looked = 0;
          pile.some(area, () => ++looked === 2);
          expect(looked).toBe(Math.min(2, expected.length));
        },
      ),
    );
  });
});
