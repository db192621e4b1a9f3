import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Point } from '../../../core/drawing/types.ts';
import type { Brush, Field, Plane } from '../brush.ts';
import { brushOf } from '../brushes.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { paintPixels } from './paint-stroke.ts';
import { blankPixels } from './pixels.ts';

const ALL: readonly Plane[] = ['across', 'along', 'pressure', 'lean'];

/** What a brush reads at the middle of these pixels. */
function readAt(
  points: readonly Point[],
  at: readonly Point[],
  more: { readonly pressure?: readonly number[]; readonly tilt?: readonly number[] } = {},
  [left, top] = [0, 0],
): Record<Plane, number>[] {
  const read: Record<Plane, number>[] = [];
  const brush: Brush = {
    ...brushOf('pen'),
    radius: () => 0.5,
    reads: ALL,
    shade({ planes, width, left, top }: Field) {
      for (const [x, y] of at) {
        const i = (y - top) * width + x - left;
        const two = (plane: Plane) => Math.round(planes[plane][i]! * 100) / 100 + 0;
        read.push({
          across: two('across'),
          along: two('along'),
          pressure: two('pressure'),
          lean: two('lean'),
        });
      }
    },
  };
  const line = { ...stroke(0), points, size: 20, ...more };
  paintPixels(blankPixels(left, top, 128, 128), 1, asFlatStroke(line), brush);
  return read;
}

describe('brush: what else a brush may read', () => {
  test('brush: place across, way along, pressure and lean belong to the place of the stroke next to the pixel', () => {
    const line: Point[] = [
      [10.5, 30.5],
      [90.5, 30.5],
    ];
    const at: Point[] = [
      [10, 30],
      [30, 35],
      [70, 25],
      [95, 30],
    ];
    expect(readAt(line, at, { pressure: [0, 1], tilt: [1, 0.5] })).toEqual([
      { across: 0, along: 0, pressure: 0, lean: 1 },
      { across: 0.5, along: 20, pressure: 0.25, lean: 0.88 },
      { across: -0.5, along: 60, pressure: 0.75, lean: 0.63 },
      { across: 0, along: 80, pressure: 1, lean: 0.5 },
    ]);
  });

  test('brush: round the outside of a bend the edge stays the edge, and beyond an end lines go straight on', () => {
    const bend: Point[] = [
      [20.5, 20.5],
      [60.5, 20.5],
      [60.5, 60.5],
    ];
    const [corner, end] = readAt(bend, [
      [66, 14],
      [65, 66],
    ]);
    expect(corner!.across).toBeCloseTo(-Math.hypot(6, 6.5) / 10, 1);
    expect(corner!.along).toBe(40);
    expect(end).toMatchObject({ across: -0.5, along: 80 });
  });

  test('brush: a pixel reads the same in whatever rectangle it lies', () => {
    const points = Array.from({ length: 30 }, (_, i): Point => [20 + ((i * 37) % 91), 20 + ((i * 53) % 83)]);
    const pressure = points.map((_, i) => ((i * 7) % 10) / 10);
    const at = Array.from({ length: 60 }, (_, i): Point => [50 + (i % 10), 40 + 3 * Math.floor(i / 10)]);
    const seen = readAt(points, at, { pressure, tilt: pressure });
    expect(readAt(points, at, { pressure, tilt: pressure }, [33, 21])).toEqual(seen);
  });
});
