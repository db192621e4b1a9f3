import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { strokesBounds } from '../geometry/bounds.ts';
import { inkLiesIn, isInSight, isOutOfSight } from './in-sight.ts';

function line(...points: Point[]): Stroke {
  return { tool: 'pen', color: '#000', size: 4, points };
}

describe('ink: what is in sight', () => {
  const area = { minX: 100, minY: 100, maxX: 200, maxY: 200 };

  test('a line counts where it runs, not where the box around it lies', () => {
    expect(inkLiesIn(line([0, 50], [50, 50], [50, 300], [300, 300], [300, 50]), area)).toBe(false);
    expect(inkLiesIn(line([0, 150], [300, 150]), area)).toBe(true);
    expect(inkLiesIn(line([120, 120], [130, 130]), area)).toBe(true);
    expect(inkLiesIn(line([150, 150]), area)).toBe(true);
  });

  test('its width counts too', () => {
    expect(inkLiesIn({ ...line([0, 95], [300, 95]), size: 8 }, area)).toBe(false);
    expect(inkLiesIn({ ...line([0, 95], [300, 95]), size: 12 }, area)).toBe(true);
    expect(inkLiesIn({ ...line([97, 150], [97, 160]), pressure: [1, 1] }, area)).toBe(true);
  });

  test('an empty drawing is nowhere in sight; what erases is no ink; one stroke of many is enough', () => {
    expect(isInSight([], area)).toBe(false);
    expect(isInSight([{ ...line([150, 150]), tool: 'eraser' }], area)).toBe(false);
    expect(isOutOfSight([], area)).toBe(false);
    expect(isOutOfSight([{ ...line([500, 500]), tool: 'eraser' }], area)).toBe(false);
    const strokes = realStrokes(300);
    const { maxX, maxY } = strokesBounds(strokes)!;
    const beyond = { minX: maxX + 10, minY: maxY + 10, maxX: maxX + 900, maxY: maxY + 600 };
    expect(isInSight(strokes, beyond)).toBe(false);
    expect(isOutOfSight(strokes, beyond)).toBe(true);
    expect(isInSight([line([maxX + 20, maxY + 20]), ...strokes], beyond)).toBe(true);
  });
});
