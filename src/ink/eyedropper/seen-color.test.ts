import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { type Rgb, seenArea, seenColor } from './seen-color.ts';

const PAPER: Rgb = [250, 248, 243];

function line(more: Partial<Stroke>): Stroke {
  return {
    tool: 'pen',
    color: '#bf3b2b',
    size: 20,
    points: [
      [0, 50],
      [100, 50],
    ],
    ...more,
  };
}

const at = (y: number, strokes: readonly Stroke[], scale = 2, paper = PAPER) =>
  seenColor(strokes, { x: 50, y }, scale, paper);

describe('ink: the colour that one sees', () => {
  test('is that of the ink on top, at any scale, and that of the paper beside it', () => {
    const strokes = [line({}), line({ color: '#1f4fae', size: 8 })];
    for (const scale of [0.5, 1, 2, 7.3]) {
      expect(at(50, strokes, scale)).toBe('#1f4fae');
      expect(at(43, strokes, scale)).toBe('#bf3b2b');
      expect(at(20, strokes, scale)).toBe('#faf8f3');
    }
  });

  test('translucent ink gives the mixture with what is under it, as one sees it', () => {
    const half = line({ color: '#000000', opacity: 0.5 });
    expect(at(50, [half])).toBe('#7d7c79');
    expect(at(50, [half], 2, [0, 0, 0])).toBe('#000000');
    // A marker lies under the ink.
    expect(at(50, [line({}), line({ tool: 'marker', color: '#f5c400' })])).toBe('#bf3b2b');
    expect(at(50, [line({ tool: 'marker', color: '#f5c400' })])).toBe('#f8e392');
  });

  test('what was erased there shows the paper', () => {
    expect(at(50, [line({}), line({ tool: 'eraser', size: 10 })])).toBe('#faf8f3');
  });

  test('the area is around the pixel of the place', () => {
    const { minX, minY, maxX, maxY } = seenArea({ x: 10.3, y: -10.3 }, 2);
    expect([minX, minY, maxX, maxY]).toEqual([9.5, -11, 11, -9.5]);
  });
});
