import { expect, test } from 'vitest';
import type { Point } from '../../../../src/core/drawing/types.ts';
import { asFlatStroke } from '../../../../src/ink/brush/flat-stroke.ts';
import { TILE } from '../../../../src/ink/tiles/tile-grid.ts';
import { stroke } from '../../../support/drawing/any-stroke.ts';
import { paintOnCanvasTile } from './canvas-tile.ts';

/** The calls that draw a line on a tile of 100 units, one text each. */
function pathOf(points: readonly Point[], size: number): string[] {
  const path: string[] = [];
  const note = (name: string) => (x: number, y: number) => path.push(`${name} ${x} ${y}`);
  const context: Partial<CanvasRenderingContext2D> = {
    beginPath() {},
    moveTo: note('move'),
    lineTo: note('line'),
    stroke: () => path.push('stroke'),
  };
  const cell = { scale: TILE / 100, x: 0, y: 0 };
  paintOnCanvasTile(context as CanvasRenderingContext2D, cell, asFlatStroke({ ...stroke(0), points, size }));
  return path;
}

test('bench: the yardstick leaves out what a tile cannot show of a line, up to the reach of its width', () => {
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

test('bench: the yardstick draws a line across a corner of a tile, even though none of its points is near', () => {
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
