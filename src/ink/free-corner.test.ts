import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../tests/support/strokes.ts';
import type { Point, Stroke } from '../core/drawing/types.ts';
import { overlap, strokeBounds, strokesBounds } from './bounds.ts';
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

  test('with no corner free, or no room for it, it goes under the drawing; what erases is no ink', () => {
    const all = [line([900, 550]), line([100, 550]), line([900, 50]), line([100, 50])];
    expect(at(all)).toEqual({ x: 602, y: 572 });
    expect(at([line([50, 50])], { ...VIEW, maxX: 200 })).toEqual({ x: 48, y: 72 });
    expect(at([{ ...line([900, 550]), tool: 'eraser' }])).toEqual({ x: 680, y: 500 });
    expect(at([], { ...VIEW, maxX: 200 })).toEqual({ x: 20, y: 500 });
  });

  test('among real strokes it covers none of them, wherever the view stands', () => {
    const strokes = realStrokes(400);
    const bounds = strokesBounds(strokes)!;
    for (let x = bounds.minX - 500; x < bounds.maxX; x += 370) {
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
      expect(inside).toEqual([]);
    }
  });
});
