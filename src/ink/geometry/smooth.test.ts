import { describe, expect, test } from 'vitest';
import type { Point } from '../../core/drawing/types.ts';
import { curveBetween } from './smooth.ts';
import { emptySamples, type StrokeSamples } from './stroke-samples.ts';

function curve(points: readonly Point[], i: number, zoom = 1): StrokeSamples {
  const samples: StrokeSamples = {
    x: points.map(([x]) => x),
    y: points.map(([, y]) => y),
    pressure: [],
    tilt: [],
  };
  const out = emptySamples();
  curveBetween(samples, i, zoom, out);
  return out;
}

describe('ink: the curve between sparse samples', () => {
  test('follows a circle of which only every thirty degrees was sampled', () => {
    const radius = 100;
    const points = Array.from(
      { length: 13 },
      (_, i): Point => [radius * Math.cos((i * Math.PI) / 6), radius * Math.sin((i * Math.PI) / 6)],
    );
    const { x, y } = curve(points, 5);
    expect(x.length).toBeGreaterThan(5);
    for (const [k, px] of x.entries()) expect(Math.abs(Math.hypot(px, y[k]!) - radius)).toBeLessThan(0.2);
  });

  test('leaves a corner a corner, and a straight line straight', () => {
    const square: Point[] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ];
    expect(curve(square, 1).x.every((x) => Math.abs(x - 100) < 1e-9)).toBe(true);
    expect(
      curve(
        [
          [0, 0],
          [50, 50],
          [100, 100],
        ],
        0,
      ).x.every((x, k, all) => Math.abs(x - (50 * (k + 1)) / (all.length + 1)) < 1e-9),
    ).toBe(true);
  });

  test('puts nothing between samples that are close on the screen', () => {
    expect(
      curve(
        [
          [0, 0],
          [5, 1],
          [10, 3],
        ],
        0,
      ).x,
    ).toEqual([]);
    expect(
      curve(
        [
          [0, 0],
          [5, 1],
          [10, 3],
        ],
        0,
        10,
      ).x.length,
    ).toBeGreaterThan(0);
  });

  test('a sample twice at the same place gives numbers still', () => {
    const { x, y } = curve(
      [
        [0, 0],
        [0, 0],
        [40, 10],
        [40, 10],
      ],
      1,
    );
    expect([...x, ...y].every(Number.isFinite)).toBe(true);
  });
});
