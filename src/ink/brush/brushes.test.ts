import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { strokeBounds } from '../geometry/bounds.ts';
import { touches } from '../geometry/hit-test.ts';
import { EVEN, opacityOf, UPRIGHT } from './brush.ts';
import { BRUSHES, brushOf, leavesInk, reachOf } from './brushes.ts';

describe('brush: what the strokes of each tool look like', () => {
  test('brush: a tool that is not known here is the pen', () => {
    expect(brushOf('airbrush-of-tomorrow')).toBe(brushOf('pen'));
    expect(brushOf('constructor')).toBe(brushOf('pen'));
    expect(leavesInk('airbrush-of-tomorrow')).toBe(true);
  });

  test('brush: the marker lies under the ink, at 0.4 unless its colour has an opacity of its own', () => {
    const marker = brushOf('marker');
    expect(marker.blend).toBe('under');
    expect(
      ['#123', '#123f', '#112233', '#112233ff', '#112233f0'].map((c) => opacityOf(marker, { color: c })),
    ).toEqual([0.4, 0.4, 0.4, 0.4, 1]);
    expect(opacityOf(brushOf('pen'), { color: '#123' })).toBe(1);
    expect(opacityOf(marker, { color: '#123', opacity: 0.5 })).toBe(marker.opacity / 2);
    expect(opacityOf(marker, { color: '#1238', opacity: 0.5 })).toBe(0.5);
  });

  test('brush: no brush paints farther from its line than its reach', () => {
    for (const { radius, reach } of BRUSHES) {
      expect(radius(EVEN, UPRIGHT)).toBeLessThanOrEqual(reach.even);
      for (const pressure of [0, 0.25, 0.5, 0.75, 1]) {
        expect(radius(pressure, UPRIGHT)).toBeLessThanOrEqual(reach.pressed);
        for (const lean of [0, 0.3, 1]) expect(radius(pressure, lean)).toBeLessThanOrEqual(reach.leaning);
      }
    }
  });

  test('brush: a stroke without pressure is as wide as its size, whatever the brush', () => {
    for (const { tool, radius } of BRUSHES) expect(radius(EVEN, UPRIGHT), tool).toBeCloseTo(0.5, 2);
  });

  test('brush: each brush that leaves ink is offered in the sizes that suit it', () => {
    expect(
      BRUSHES.filter(({ tool }) => leavesInk(tool)).map(({ tool, sizes }) => [tool, sizes.least, sizes.most]),
    ).toEqual([
      ['pen', 1, 40],
      ['ink', 1, 24],
      ['pencil', 1, 16],
      ['marker', 4, 80],
      ['wash', 8, 160],
      ['dry', 6, 80],
      ['chalk', 4, 80],
    ]);
  });

  test('brush: bounds and hit test are as wide as the brush paints', () => {
    const stroke = (pressure?: number[]): Stroke => ({
      tool: 'marker',
      color: '#123',
      size: 10,
      points: [
        [0, 0],
        [50, 0],
      ],
      ...(pressure ? { pressure } : {}),
    });
    expect(strokeBounds(stroke())).toEqual({ minX: -5, minY: -5, maxX: 55, maxY: 5 });
    expect(strokeBounds(stroke([1, 0])).maxY).toBe(reachOf('marker', 10, true, false));
    const hit = (y: number, pressure?: number[]) => touches(stroke(pressure), [25, y], [25, y], 0);
    expect([hit(4.9), hit(5.1), hit(7.9, [1, 1]), hit(8.1, [1, 1])]).toEqual([true, false, true, false]);
  });
});
