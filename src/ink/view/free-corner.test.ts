import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { contains, grow, overlap, strokeBounds, strokesBounds } from '../geometry/bounds.ts';
import { freeCorner } from './free-corner.ts';

const VIEW = { minX: 0, minY: 0, maxX: 1000, maxY: 600 };
const BLOCK = { width: 300, height: 80 };
const MARGIN = 20;

function line(...points: Point[]): Stroke {
  return { tool: 'pen', color: '#000', size: 4, points };
}

const at = (strokes: readonly Stroke[], view = VIEW) => freeCorner(strokes, view, BLOCK, MARGIN);

describe('ink: a free corner', () => {
  test('the lower right, with a margin; taken corners are passed over in turn', () => {
    expect(at([])).toEqual({ x: 680, y: 500 });
    const corners = [line([900, 550]), line([100, 550]), line([900, 50]), line([100, 50])];
    expect(at(corners.slice(0, 1))).toEqual({ x: 20, y: 500 });
    expect(at(corners.slice(0, 2))).toEqual({ x: 680, y: 20 });
    expect(at(corners.slice(0, 3))).toEqual({ x: 20, y: 20 });
  });

  test('a stroke that only runs around a corner leaves it free; one that runs through it does not', () => {
    const around = line([990, 0], [0, 0], [0, 590]);
    expect(at([around])).toEqual({ x: 680, y: 500 });
    const through = line([500, 300], [1400, 800]);
    expect(at([through])).toEqual({ x: 20, y: 500 });
    const wide: Stroke = { ...line([800, 470], [801, 470]), size: 80 };
    expect(at([wide])).toEqual({ x: 20, y: 500 });
  });

  test('what covers a part of the view is left alone', () => {
    const covered = [{ minX: 900, minY: 560, maxX: 1000, maxY: 600 }];
    expect(freeCorner([], VIEW, BLOCK, MARGIN, covered)).toEqual({ x: 20, y: 500 });
  });

  test('with no corner free, anywhere in the view that is; what erases is no ink', () => {
    const all = [line([900, 550]), line([100, 550]), line([900, 50]), line([100, 50])];
    const { x, y } = at(all);
    expect(x >= 20 && x <= 680 && y >= 20 && y <= 500).toBe(true);
    const block = { minX: x - 10, minY: y - 10, maxX: x + 310, maxY: y + 90 };
    expect(all.filter((stroke) => overlap(strokeBounds(stroke), block))).toEqual([]);
    expect(at([{ ...line([900, 550]), tool: 'eraser' }])).toEqual({ x: 680, y: 500 });
  });

  test('with nothing free, where it covers least, in the view all the same', () => {
    const rows = Array.from({ length: 30 }, (_, i) => line([0, i * 20], [1000, i * 20]));
    const dense = Array.from({ length: 40 }, (_, i) => line([i * 25, 0], [i * 25, 380]));
    const { x, y } = at([...rows, ...dense]);
    expect([x, y >= 390 && y <= 500]).toEqual([680, true]);
    expect(at([], { ...VIEW, maxX: 200 })).toEqual({ x: 20, y: 500 });
  });

  test('among real strokes it lies in the view, and covers none of them where there is room', () => {
    const strokes = realStrokes(400);
    const bounds = strokesBounds(strokes)!;
    let [free, views] = [0, 0];
    for (let x = bounds.minX - 500; x < bounds.maxX; x += 370) {
      views++;
      const view = { minX: x, minY: bounds.minY, maxX: x + 900, maxY: bounds.minY + 500 };
      const { x: left, y: top } = at(strokes, view);
      const block = { minX: left, minY: top, maxX: left + BLOCK.width, maxY: top + BLOCK.height };
      const inside = strokes.filter(
        (stroke) =>
          overlap(strokeBounds(stroke), block) &&
          stroke.points.some(
            ([px, py]) => px >= block.minX && px <= block.maxX && py >= block.minY && py <= block.maxY,
          ),
      );
      const inner = grow(view, 1e-9 - MARGIN);
      expect(contains(inner, block)).toBe(true);
      if (inside.length === 0) free++;
    }
    expect(free).toBeGreaterThan(views / 2);
  });
});
