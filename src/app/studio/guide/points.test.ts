import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { COORDINATE_MAX } from '../../../core/drawing/limits.ts';
import { checkPaper, WHITE } from '../../../core/drawing/members/paper.ts';
import type { Guide } from '../../../ink/index.ts';
import { guideWith, handleAt, withPoint } from './points.ts';

const visible = { minX: 100, minY: 200, maxX: 1100, maxY: 800 };
const room = { left: 30, top: 100, right: 330, bottom: 700 };

describe('studio: vanishing points', () => {
  test('of a new guide are as many as were chosen, and no two in one place', () => {
    for (const count of [1, 2, 3]) {
      expect(new Set(guideWith(count, visible).map(String)).size).toBe(count);
    }
  });

  test('of a new guide are in sight if there is one, and a screen beyond it if there are several', () => {
    expect(guideWith(1, visible)).toEqual([[600, 470]]);
    expect(guideWith(2, visible)).toEqual([
      [-900, 470],
      [2100, 470],
    ]);
    expect(guideWith(3, visible)).toEqual([
      [-900, 350],
      [2100, 350],
      [600, 1400],
    ]);
  });

  test('stay where they are when a third comes or goes', () => {
    const two: Guide = [
      [-4000, 1],
      [4000, 2],
    ];
    const three = guideWith(3, visible, two);
    expect(three.slice(0, 2)).toEqual(two);
    expect(three).toHaveLength(3);
    expect(guideWith(2, visible, three)).toEqual(two);
    expect(guideWith(1, visible, three)).toEqual(guideWith(1, visible));
  });

  test('are ones that a drawing takes, wherever they are dragged', () => {
    const number = fc.double({ min: -1e12, max: 1e12, noNaN: true });
    fc.assert(
      fc.property(number, number, (x, y) => {
        const guide = withPoint(
          [
            [0, 0],
            [5, 5],
          ],
          1,
          x,
          y,
        );
        expect(guide[0]).toEqual([0, 0]);
        expect(checkPaper({ ...WHITE, guide }, '', [])).toBe(true);
      }),
    );
    expect(withPoint([[0, 0]], 0, 1e12, 1.23456)).toEqual([[COORDINATE_MAX, 1.23]]);
  });

  test('have a handle where they are, or at the edge on a level with them', () => {
    expect(handleAt(50, 400, room)).toEqual({ x: 50, y: 400, isOut: false });
    expect(handleAt(180, 1000, room)).toEqual({ x: 180, y: 700, isOut: true });
    expect(handleAt(-1e7, 400, room)).toEqual({ x: 30, y: 400, isOut: true });
    // The other one on this horizon is at the other edge, and as high.
    expect(handleAt(-500, 250, room)).toEqual({ x: 30, y: 250, isOut: true });
    expect(handleAt(700, 250, room)).toEqual({ x: 330, y: 250, isOut: true });
    const place = fc.integer({ min: -9999, max: 9999 });
    fc.assert(
      fc.property(place, place, (x, y) => {
        const handle = handleAt(x, y, room);
        expect(handle.x).toBeGreaterThan(room.left - 0.001);
        expect(handle.x).toBeLessThan(room.right + 0.001);
        expect(handle.y).toBeGreaterThan(room.top - 0.001);
        expect(handle.y).toBeLessThan(room.bottom + 0.001);
      }),
    );
  });
});
