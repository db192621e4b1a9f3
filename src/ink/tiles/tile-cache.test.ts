import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CachedTile, TileCache } from './tile-cache.ts';
import { cellCount, inSpan } from './tile-grid.ts';

const tiles = fc.uniqueArray(
  fc.record({
    scale: fc.constantFrom(0.5, 1, 2),
    x: fc.integer({ min: -6, max: 6 }),
    y: fc.integer({ min: -6, max: 6 }),
    bytes: fc.integer({ min: 1, max: 100 }),
    used: fc.integer({ min: 0, max: 50 }),
  }),
  { selector: ({ scale, x, y }) => `${scale} ${x} ${y}`, maxLength: 120 },
);

function cache(all: readonly CachedTile[]): TileCache<CachedTile> {
  const one = new TileCache<CachedTile>();
  for (const tile of all) one.put(tile);
  return one;
}

const sum = (all: readonly CachedTile[]) => all.reduce((bytes, tile) => bytes + tile.bytes, 0);

describe('ink: the shelf of tiles', () => {
  test('what stays fits, unless it has to stay; what goes was looked at before all that stays', () => {
    fc.assert(
      fc.property(
        tiles,
        fc.integer({ min: 0, max: 4000 }),
        fc.integer({ min: 0, max: 6 }),
        (all, most, pinned) => {
          const stays = ({ x }: CachedTile) => x >= 7 - pinned;
          const one = cache(all);
          const gone = one.evict(most, stays);
          const kept = [...one];
          expect(new Set([...gone, ...kept])).toEqual(new Set(all));
          expect(one.bytes).toBe(sum(kept));
          expect(gone.some(stays)).toBe(false);
          const loose = kept.filter((tile) => !stays(tile));
          if (loose.length > 0) expect(one.bytes).toBeLessThanOrEqual(most);
          for (const went of gone) for (const tile of loose) expect(went.used).toBeLessThanOrEqual(tile.used);
          // No more were evicted than necessary.
          const last = gone.at(-1);
          if (last) expect(one.bytes + last.bytes).toBeGreaterThan(most);
        },
      ),
    );
  });

  test('finds the tiles of a span, however large the span is', () => {
    fc.assert(
      fc.property(
        tiles,
        fc.integer({ min: -7, max: 7 }),
        fc.integer({ min: 0, max: 2000 }),
        (all, from, length) => {
          const span = { left: from, top: from, right: from + length, bottom: from + length };
          const expected = all.filter((tile) => tile.scale === 1 && inSpan(span, tile));
          expect(new Set(cache(all).within(1, span))).toEqual(new Set(expected));
          expect(cellCount(span)).toBe((length + 1) ** 2);
        },
      ),
    );
  });

  test('a tile takes the place of another, and an empty scale is gone', () => {
    const one = new TileCache<CachedTile>();
    const first = { scale: 2, x: 0, y: 0, bytes: 3, used: 1 };
    const second = { ...first, bytes: 5 };
    one.put(first);
    one.put(second);
    expect([one.has(first), one.has(second), one.bytes, one.scales]).toEqual([false, true, 5, [2]]);
    one.delete(second);
    expect([one.bytes, one.scales]).toEqual([0, []]);
  });
});
