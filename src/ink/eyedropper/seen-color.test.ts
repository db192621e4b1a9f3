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
  test('is that of the ink on top, at any scale, and none beside it', () => {
    const strokes = [line({}), line({ color: '#1f4fae', size: 8 })];
    for (const scale of [0.5, 1, 2, 7.3]) {
      expect(at(50, strokes, scale)).toBe('#1f4fae');
      expect(at(43, strokes, scale)).toBe('#bf3b2b');
      expect(at(20, strokes, scale)).toBeUndefined();
    }
  });

  test('ink of one colour gives it as it was chosen, however little of it lies there', () => {
    for (const tool of ['wash', 'chalk', 'dry', 'pencil', 'marker']) {
      for (const y of [44, 47, 50, 53]) {
        const once = at(y, [line({ tool, color: '#79b4dc', at: 0 })]);
        expect([undefined, '#79b4dc'], `${tool} at ${y}`).toContain(once);
      }
    }
    expect(at(50, [line({ tool: 'wash', color: '#79b4dc' })])).toBe('#79b4dc');
    const wet = [0, 900].map((time) => line({ tool: 'wash', color: '#79b4dc', at: time }));
    expect(at(50, wet)).toBe('#79b4dc');
    expect(at(50, [line({ color: '#000000', opacity: 0.5 })], 2, [0, 0, 0])).toBe('#000000');
    expect([at(50, [line({ color: '#1F4FAE80' })]), at(50, [line({ color: '#fff' })])]).toEqual([
      '#1f4fae',
      '#ffffff',
    ]);
  });

  test('where colours lie over each other it is their mixture, as one sees it', () => {
    const half = line({ color: '#000000', opacity: 0.5 });
    expect(at(50, [line({}), half])).toBe('#5f1d15');
    const washes = [line({ tool: 'wash', color: '#79b4dc' }), line({ tool: 'wash', color: '#f5c400' })];
    expect(washes.map(({ color }) => color)).not.toContain(at(50, washes));
    // A marker lies under the ink.
    expect(at(50, [line({}), line({ tool: 'marker', color: '#f5c400' })])).toBe('#bf3b2b');
    // A fine line hides what is under its own pixel.
    const fine = line({ color: '#1f1b16', size: 1.5 });
    expect(at(50, [line({ tool: 'wash', color: '#79b4dc' }), fine])).toBe('#1f1b16');
  });

  test('what was erased there has no colour, and what is drawn there again its own', () => {
    const erased = [line({}), line({ tool: 'eraser', size: 10 })];
    expect(at(50, erased)).toBeUndefined();
    expect(at(50, [...erased, line({ tool: 'wash', color: '#79b4dc' })])).toBe('#79b4dc');
  });

  test('the area is around the pixel of the place', () => {
    const { minX, minY, maxX, maxY } = seenArea({ x: 10.3, y: -10.3 }, 2);
    expect([minX, minY, maxX, maxY]).toEqual([9.5, -11, 11, -9.5]);
  });
});
