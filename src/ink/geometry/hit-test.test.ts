import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { strokeBounds } from './bounds.ts';
import { distanceBetweenSegments, touches } from './hit-test.ts';
import { SpatialHash } from './spatial-hash.ts';

const line = (size: number, points: readonly Point[], pressure?: readonly number[]): Stroke => ({
  tool: 'pen',
  color: '#000',
  size,
  points,
  ...(pressure ? { pressure } : {}),
});

describe('ink: what an eraser touches', () => {
  test('a stroke is as wide as it is drawn', () => {
    const stroke = line(10, [
      [0, 0],
      [100, 0],
    ]);
    expect(touches(stroke, [50, 7.9], [50, 7.9], 3)).toBe(true);
    expect(touches(stroke, [50, 8.1], [50, 8.1], 3)).toBe(false);
  });

  test('a fast eraser takes what lies between two of its samples', () => {
    const stroke = line(1, [
      [50, -100],
      [50, 100],
    ]);
    expect(touches(stroke, [0, 0], [100, 0], 1)).toBe(true);
    expect(touches(stroke, [0, 0], [40, 0], 1)).toBe(false);
  });

  test('a dot is touched at its edge', () => {
    expect(touches(line(8, [[0, 0]]), [6.9, 0], [6.9, 0], 3)).toBe(true);
    expect(touches(line(8, [[0, 0]]), [7.1, 0], [7.1, 0], 3)).toBe(false);
  });

  test('a lightly pressed stroke is thinner than a strongly pressed one', () => {
    const at = (pressure: number) =>
      touches(
        line(
          20,
          [
            [0, 0],
            [100, 0],
          ],
          [pressure, pressure],
        ),
        [50, 12],
        [50, 12],
        1,
      );
    expect(at(0)).toBe(false);
    expect(at(1)).toBe(true);
  });

  test('pieces that cross have no distance, parallel ones their gap', () => {
    expect(distanceBetweenSegments([0, 0], [10, 10], [0, 10], [10, 0])).toBe(0);
    expect(distanceBetweenSegments([0, 0], [10, 0], [0, 4], [10, 4])).toBe(4);
  });
});

describe('ink: strokes by place', () => {
  const coordinate = fc.double({ min: -2000, max: 2000, noNaN: true });
  const stroke = fc
    .record({
      size: fc.double({ min: 0.1, max: 512, noNaN: true }),
      points: fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 5 }),
    })
    .map(({ size, points }) => line(size, points));

  test('finds exactly those whose bounds overlap, after any additions and removals', () => {
    fc.assert(
      fc.property(
        fc.array(stroke, { maxLength: 40 }),
        fc.nat(),
        coordinate,
        coordinate,
        coordinate,
        (strokes, cut, x, y, extent) => {
          const index = new SpatialHash<Stroke>();
          for (const one of strokes) index.add(one, strokeBounds(one));
          const gone = new Set(strokes.filter((_, i) => (i + cut) % 3 === 0));
          for (const one of gone) index.remove(one);
          const area = { minX: x, minY: y, maxX: x + Math.abs(extent), maxY: y + Math.abs(extent) };
          const expected = strokes.filter((one) => {
            const b = strokeBounds(one);
            const meets =
              b.minX <= area.maxX && b.maxX >= area.minX && b.minY <= area.maxY && b.maxY >= area.minY;
            return meets && !gone.has(one);
          });
          const found = index.near(area);
          expect(new Set(found)).toEqual(new Set(expected));
          expect(found).toHaveLength(expected.length);
        },
      ),
    );
  });
});
