import { expect, test } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import type { Point } from '../../core/drawing/types.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { paintFlat } from './flat-stroke.ts';
import type { Canvas2D } from './paint.ts';

/** The calls that draw a line, one text each. */
function pathOf(points: readonly Point[], size: number): string[] {
  const path: string[] = [];
  const note = (name: string) => (x: number, y: number) => path.push(`${name} ${x} ${y}`);
  const context: Partial<Canvas2D> = {
    beginPath() {},
    moveTo: note('move'),
    lineTo: note('line'),
    arc: (x: number, y: number, radius: number) => path.push(`dot ${x} ${y} ${radius}`),
    stroke: () => path.push('stroke'),
    fill: () => path.push('fill'),
  };
  paintFlat(context as Canvas2D, asFlatStroke({ ...stroke(0), points, size }), 0, 0);
  return path;
}

test('ink: a line of no length is a dot, which a canvas would not show of it', () => {
  const point: Point = [30, 40];
  expect(pathOf([point], 8)).toEqual(['move 34 40', 'dot 30 40 4', 'fill']);
  expect(pathOf([point, point, point], 8)).toEqual(['move 34 40', 'dot 30 40 4', 'fill']);
  expect(pathOf([point, [30, 40.001]], 8)).toEqual(['move 30 40', 'line 30 40.001', 'stroke']);
});
