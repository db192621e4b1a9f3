import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { pen } from '../kinds/pen.ts';
import { wash } from '../kinds/wash.ts';
import { traceOf } from './trace.ts';

const traced = (points: Stroke['points'], size: number, scale: number, pressure?: number[], brush = pen) => {
  const line = { ...stroke(0), points, size, ...(pressure ? { pressure } : {}) };
  const { count, x, y, radius } = traceOf(asFlatStroke(line), brush, scale);
  return Array.from({ length: count }, (_, i) => [x[i], y[i], radius[i]]);
};
const along = (...xs: number[]): Stroke['points'] => xs.map((x) => [x, 0]);

describe('brush: the trace of a stroke', () => {
  test('brush: points lie on 1/256 px of the scale, so their differences are exact', () => {
    for (const [x, y] of traced(along(0.1, 10.123_456, -99.999), 2, 0.73)) {
      expect([x! * 256, y! * 256].every(Number.isInteger)).toBe(true);
    }
  });

  test('brush: points closer than half a pixel, or a tenth of the radius, are left out, but never the last', () => {
    expect(traced(along(0, 0.4, 0.6, 1.0, 5, 5.1), 2, 1).map(([x]) => Math.round(x! * 10) / 10)).toEqual([
      0, 0.6, 5, 5.1,
    ]);
    expect(traced(along(0, 1, 1.9, 2, 3, 9), 40, 1).map(([x]) => x)).toEqual([0, 2, 9]);
  });

  test('brush: a point that is much wider than its neighbour is kept, however close', () => {
    const radii = traced(along(0, 0, 0), 20, 1, [0, 1, 0]).map(([, , radius]) => radius);
    expect(radii).toEqual([4, 16, 4]);
  });

  test('brush: however wide the stroke, points 6 px apart are kept, and those whose radius differs by a pixel', () => {
    expect(traced(along(0, 3, 5, 6, 9, 13), 100, 1, undefined, wash).map(([x]) => x)).toEqual([0, 6, 13]);
    const swelling = traced(along(0, 1, 2, 3, 4), 100, 1, [0.5, 0.51, 0.54, 0.55, 0.58], wash);
    expect(swelling.map(([x]) => x)).toEqual([0, 2, 4]);
  });
});
