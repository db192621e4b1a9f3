import { expect, test } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import type { Point } from '../../core/drawing/types.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { paintFlat } from './flat-stroke.ts';
import type { Canvas2D } from './paint.ts';

/** The calls that draw a line on a canvas of 100 units, one text each. */
function pathOf(points: readonly Point[], size: number, sides = { side: 100, edge: 1 }): string[] {
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
  paintFlat(context as Canvas2D, asFlatStroke({ ...stroke(0), points, size }), 0, 0, 'pen', sides);
  return path;
}

test('ink: what a tile cannot show of a line is left out, up to the reach of its width', () => {
  const out: Point[] = [
    [-300, 50],
    [-200, 50],
    [-5, 50],
    [50, 50],
    [50, 300],
    [400, 300],
    [400, 104],
    [50, 104],
  ];
  expect(pathOf(out, 10)).toEqual([
    'move -200 50',
    'line -5 50',
    'line 50 50',
    'line 50 300',
    'move 400 104',
    'line 50 104',
    'stroke',
  ]);
  // A thinner line does not reach in, neither from the left nor from below.
  expect(pathOf(out, 2)).toEqual(['move -5 50', 'line 50 50', 'line 50 300', 'stroke']);
});

test('ink: a line that goes across a corner of a tile is drawn, even though none of its points is near', () => {
  expect(
    pathOf(
      [
        [-50, 60],
        [60, -50],
      ],
      2,
    ),
  ).toEqual(['move -50 60', 'line 60 -50', 'stroke']);
});

test('ink: a line of no length is a dot, which a canvas would not show of it', () => {
  const point: Point = [30, 40];
  expect(pathOf([point], 8)).toEqual(['move 34 40', 'dot 30 40 4', 'fill']);
  expect(pathOf([point, point, point], 8)).toEqual(['move 34 40', 'dot 30 40 4', 'fill']);
  expect(pathOf([point, [30, 40.001]], 8)).toEqual(['move 30 40', 'line 30 40.001', 'stroke']);
});
