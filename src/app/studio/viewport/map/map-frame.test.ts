import { describe, expect, test } from 'vitest';
import { fromMap, mapFrame, onMap } from './map-frame.ts';

const MAP = { width: 160, height: 120 };

describe('studio: the map', () => {
  test('shows the whole world in its middle, as large as possible', () => {
    for (const world of [
      { minX: -300, minY: 40, maxX: 900, maxY: 240 },
      { minX: 0, minY: -5000, maxX: 10, maxY: 5000 },
      { minX: 999_000, minY: 999_000, maxX: 1_000_000, maxY: 1_000_000 },
    ]) {
      const { left, top, width, height } = onMap(mapFrame(world, MAP), world);
      expect(left).toBeGreaterThanOrEqual(5.9);
      expect(top).toBeGreaterThanOrEqual(5.9);
      expect(left + width / 2).toBeCloseTo(80, 6);
      expect(top + height / 2).toBeCloseTo(60, 6);
      expect(Math.max(width / 148, height / 108)).toBeCloseTo(1, 6);
    }
  });

  test('keeps a tiny frame visible at its position', () => {
    const world = { minX: 0, minY: 0, maxX: 1_000_000, maxY: 1_000_000 };
    const frame = mapFrame(world, MAP);
    const dot = onMap(frame, { minX: 250_000, minY: 500_000, maxX: 250_010, maxY: 500_010 });
    expect([dot.width, dot.height]).toEqual([4, 4]);
    expect(dot.left + 2).toBeCloseTo(26 + 108 / 4, 1);
    expect(dot.top + 2).toBeCloseTo(60, 1);
  });

  test('converts a position back to the paper', () => {
    const frame = mapFrame({ minX: -300, minY: 40, maxX: 900, maxY: 240 }, MAP);
    const box = onMap(frame, { minX: 100, minY: 60, maxX: 400, maxY: 180 });
    const { x, y } = fromMap(frame, box.left, box.top);
    expect(x).toBeCloseTo(100, 6);
    expect(y).toBeCloseTo(60, 6);
  });
});
