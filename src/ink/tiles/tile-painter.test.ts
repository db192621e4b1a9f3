import { expect, test, vi } from 'vitest';
import { ONE_LAYER } from '../../core/drawing/members/layers.ts';
import type { TileImage } from './rasteriser.ts';
import { Tile } from './tile.ts';
import { TileCache } from './tile-cache.ts';
import { TILE } from './tile-grid.ts';
import { Painter } from './tile-painter.ts';

const SIDE = 512;

test('tiles: after zooming in by steps and out again, the paper around is shown by the coarsest tiles', () => {
  const cache = new TileCache<Tile>();
  const image = { width: TILE, height: TILE } as TileImage;
  const drawn = (scale: number, x: number, y: number) => {
    const tile = new Tile({ scale, x, y });
    tile.take(image);
    cache.put(tile);
  };
  // The whole paper at 50 %, and of each step one tile.
  drawn(0.5, 0, 0);
  for (const scale of [4, 5, 6, 7, 8, 9]) drawn(scale, 0, 0);
  const drawImage = vi.fn();
  const painter = new Painter({
    surface: { drawImage } as unknown as CanvasRenderingContext2D,
    cache,
    look: { scale: 3, left: 0, top: 0 },
    nearby: { coats: () => [], layers: ONE_LAYER },
    updateBudget: 4,
  });
  painter.fill({ left: 0, top: 0, right: SIDE, bottom: SIDE });
  expect(painter.bare).toEqual([]);
  const area = drawImage.mock.calls.reduce((sum, call) => sum + call[7] * call[8], 0);
  expect(area).toBe(SIDE * SIDE);
});
