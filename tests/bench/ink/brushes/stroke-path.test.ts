import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../../../src/core/drawing/types.ts';
import { asFlatStroke } from '../../../../src/ink/brush/flat-stroke.ts';
import { TILE } from '../../../../src/ink/tiles/tile-grid.ts';
import { paintOnCanvasTile } from './canvas-tile.ts';
import type { PathSink } from './stroke-path.ts';

type Corner = readonly [x: number, y: number];

/** Collects a path's polygons and circles. Each piece is a polygon, followed by the dot at its end. */
class Parts implements PathSink {
  beginPath(): void {}
  fill(): void {}
  stroke(): void {}
  readonly polygons: Corner[][] = [];
  readonly circles: { x: number; y: number; radius: number; clockwise: boolean }[] = [];
  #open: Corner[] = [];

  moveTo(x: number, y: number): void {
    if (this.#open.length > 2) this.polygons.push(this.#open);
    this.#open = [[x, y]];
  }

  lineTo(x: number, y: number): void {
    this.#open.push([x, y]);
  }

  arc(x: number, y: number, radius: number, _from: number, _to: number, counter = false): void {
    this.circles.push({ x, y, radius, clockwise: !counter });
    this.#open = [];
  }
}

/** Twice the polygon's area: positive when it turns clockwise on a screen, where y grows downwards. */
function turn(polygon: readonly Corner[]): number {
  return polygon.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = polygon[(i + 1) % polygon.length]!;
    return sum + x * nextY - nextX * y;
  }, 0);
}

function parts(stroke: Omit<Stroke, 'tool' | 'color'>): Parts {
  const path = new Parts();
  const context: Partial<CanvasRenderingContext2D> = path;
  const cell = { scale: TILE / 100, x: 0, y: 0 };
  paintOnCanvasTile(
    context as CanvasRenderingContext2D,
    cell,
    asFlatStroke({ tool: 'pen', color: '#000', ...stroke }),
  );
  return path;
}

describe('bench: the shape of a stroke as a path', () => {
  test('all parts of a pressed stroke turn the same way, so that none cuts a hole into another', () => {
    const points: Corner[] = [
      [0, 0],
      [30, 5],
      [10, 30],
      [-20, -40],
      [-20, -39],
      [60, 60],
    ];
    const { polygons, circles } = parts({ size: 10, points, pressure: [0, 1, 0.2, 0.9, 0, 0.5] });
    expect(polygons.length).toBeGreaterThanOrEqual(4);
    expect(polygons.every((polygon) => turn(polygon) > 0)).toBe(true);
    expect(circles).toHaveLength(points.length);
    expect(circles.every(({ clockwise }) => clockwise)).toBe(true);
  });

  test('the sides of a piece touch the circles at both ends, and cut into neither', () => {
    const { polygons, circles } = parts({
      size: 10,
      points: [
        [0, 0],
        [40, 0],
      ],
      pressure: [1, 0.1],
    });
    const [a, b] = circles;
    const [p, q, r, s] = polygons[0]!;
    const from = (x: number, y: number, [px, py]: Corner) => Math.hypot(px - x, py - y);
    expect([from(a!.x, a!.y, p!), from(a!.x, a!.y, s!)].every((d) => Math.abs(d - a!.radius) < 1e-9)).toBe(
      true,
    );
    expect([from(b!.x, b!.y, q!), from(b!.x, b!.y, r!)].every((d) => Math.abs(d - b!.radius) < 1e-9)).toBe(
      true,
    );
    // A tangent is perpendicular to the radius at the point where it touches.
    expect((q![0] - p![0]) * p![0] + (q![1] - p![1]) * p![1]).toBeCloseTo(0);
  });

  test('one point is a dot of the stroke’s size, with and without pressure', () => {
    expect(parts({ size: 8, points: [[3, 4]] }).circles).toEqual([
      { x: 3, y: 4, radius: 4, clockwise: true },
    ]);
    expect(parts({ size: 8, points: [[3, 4]], pressure: [0.5] }).circles[0]).toMatchObject({
      x: 3,
      y: 4,
      radius: 4,
    });
  });

  test('a line of no length is a dot, which a canvas would not show of it', () => {
    const points: Corner[] = [
      [3, 4],
      [3, 4],
      [3, 4],
    ];
    expect(parts({ size: 8, points }).circles).toEqual([{ x: 3, y: 4, radius: 4, clockwise: true }]);
    const apart: Corner[] = [...points, [3, 4.001]];
    expect(parts({ size: 8, points: apart }).circles).toEqual([]);
  });
});
