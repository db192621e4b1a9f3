import { describe, expect, test } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import type { ZOrderEntry } from '../scene/z-order.ts';
import { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TileChanges } from './tile-changes.ts';
import { TILE } from './tile-grid.ts';

/** Stroke `n` lies in tile `n` of the row, at the scale 1. */
const entry = (n: number): ZOrderEntry => ({
  stroke: { ...stroke(0), points: [[(n + 0.5) * TILE, 100]] },
  place: n,
});
const onTop = (...entries: ZOrderEntry[]) => ({
  gone: [],
  come: entries,
  wet: [],
  onTop: true,
  isLast: true,
});

function setUp(count: number) {
  const cache = new TileCache<Tile>();
  const tiles = Array.from({ length: count }, (_, x) => new Tile({ scale: 1, x, y: 0 }));
  for (const tile of tiles) {
    cache.put(tile);
    tile.order();
    // A blank picture.
    tile.take(undefined);
  }
  return { cache, tiles, changes: new TileChanges(cache) };
}

const late = (tiles: readonly Tile[]) => tiles.map(({ isLate }) => isLate);

describe('ink: what tiles are told of changes', () => {
  test('each hears of what concerns it, when it is time, once', () => {
    const { tiles, changes } = setUp(3);
    changes.note(onTop(entry(1)));
    expect(late(tiles)).toEqual([false, false, false]);
    changes.tell();
    expect(late(tiles)).toEqual([false, true, false]);
    tiles[1]!.order();
    tiles[1]!.take(undefined);
    changes.tell();
    expect(tiles.map(({ fresh }) => fresh)).toEqual([true, true, true]);
  });

  test('a picture that was ordered before a change is late when it comes', () => {
    const { tiles, changes } = setUp(1);
    tiles[0]!.order();
    changes.note(onTop(entry(0)));
    changes.tell();
    tiles[0]!.take(undefined);
    expect(tiles[0]!.fresh).toBe(false);
  });

  test('thousands of changes spoil the tiles that they touch, and leave the others alone', () => {
    const { tiles, changes } = setUp(3);
    const come = Array.from({ length: 2_000 }, () => entry(1));
    changes.note({ gone: [], come, wet: [], onTop: false, isLast: false });
    changes.tell();
    expect(tiles.map(({ stale }) => stale)).toEqual([false, true, false]);
    expect(late(tiles)).toEqual([false, false, false]);
  });
});
