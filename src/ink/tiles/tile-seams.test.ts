import { expect, test } from 'vitest';
import { painted, wanderers } from '../../../tests/support/painted/goldens.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { BRUSHES } from '../brush/brushes.ts';
import { grow, overlap, strokeBounds } from '../geometry/bounds.ts';
import { type Cell, cellBounds, INK_EDGE, TILE } from './tile-grid.ts';

/** The strokes that a tile is painted from. */
const near = (strokes: readonly Stroke[], cell: Cell) =>
  strokes.filter((stroke) => overlap(strokeBounds(stroke), grow(cellBounds(cell), INK_EDGE / cell.scale)));

test('tiles: each tile, from the strokes near it alone, is that part of the whole picture, with every brush', () => {
  for (const { tool } of BRUSHES) {
    const strokes = wanderers(tool, [2, 9, 30, 75], 40);
    for (const scale of [1, 1.7]) {
      const whole = painted(strokes, scale, -TILE, 0, 2 * TILE);
      for (const [x, y] of [
        [-1, 0],
        [0, 0],
        [-1, 1],
        [0, 1],
      ] as const) {
        const tile = painted(near(strokes, { scale, x, y }), scale, x * TILE, y * TILE, TILE);
        for (let row = 0; row < TILE; row++) {
          const from = (y * TILE + row) * 2 * TILE + (x + 1) * TILE;
          const same = tile.words
            .subarray(row * TILE, (row + 1) * TILE)
            .every((word, i) => word === whole.words[from + i]);
          expect(same, `${tool} at ${scale}, tile ${x}, ${y}, row ${row}`).toBe(true);
        }
      }
    }
  }
});
