import { expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { ZOrder } from './z-order.ts';

const band = (y: number, at: number, tool = 'wash'): Stroke => ({
  tool,
  color: '#3a76b0',
  size: 40,
  points: [
    [0, y],
    [300, y],
  ],
  at,
});
const ALL = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };

test('ink: a wash that joins or leaves a run changes how the whole run looks, wherever the drawing changes', () => {
  const [a, b, c] = [band(0, 0), band(900, 2_000), band(1_800, 4_000)];
  const pen = band(0, 3_000, 'pen');
  const zOrder = new ZOrder();
  expect(zOrder.set([a, b])).toMatchObject({ wet: [], onTop: true });
  // All of what was added is repainted anyway.
  expect(zOrder.coats(ALL)).toEqual([[a, b]]);
  expect(zOrder.add([c])).toMatchObject({ wet: [a, b], onTop: false });
  expect(zOrder.coats({ minX: 0, minY: 800, maxX: 9, maxY: 2_000 })).toEqual([[b, c]]);
  expect(zOrder.add([pen])).toMatchObject({ wet: [], onTop: true });
  expect(zOrder.remove([b])).toMatchObject({ wet: [a, c] });
  // Two strokes that changed places count as gone and come.
  expect(zOrder.set([a, pen, c])).toMatchObject({ wet: [a] });
  expect(zOrder.coats(ALL)).toEqual([[a], [pen], [c]]);
  expect(zOrder.set([pen])).toMatchObject({ wet: [] });
});
