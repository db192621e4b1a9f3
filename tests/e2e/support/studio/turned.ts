/** Expectations of strokes that were turned or mirrored. */
import assert from 'node:assert/strict';
import type { Stroke } from '../../../../src/core/drawing/types.ts';

/** Expects the strokes turned clockwise about one point, and otherwise unchanged. */
export function assertTurned(after: readonly Stroke[], before: readonly Stroke[], degrees: number): void {
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [[fromX, fromY], [toX, toY]] = [before[0]!.points[0]!, after[0]!.points[0]!];
  assert.equal(after.length, before.length);
  for (const [i, { points, ...rest }] of after.entries()) {
    const { points: was, ...all } = before[i]!;
    assert.deepStrictEqual(rest, all);
    for (const [k, [x, y]] of points.entries()) {
      const [dx, dy] = [was[k]![0] - fromX, was[k]![1] - fromY];
      assert.ok(Math.abs(x - toX - (cos * dx - sin * dy)) < 0.1, `point ${k} of stroke ${i}`);
      assert.ok(Math.abs(y - toY - (sin * dx + cos * dy)) < 0.1, `point ${k} of stroke ${i}`);
    }
  }
}

/** Expects the strokes mirrored left and right. */
export function assertMirrored(after: readonly Stroke[], before: readonly Stroke[]): void {
  const sum = before[0]!.points[0]![0] + after[0]!.points[0]![0];
  for (const [i, { points }] of after.entries()) {
    for (const [k, [x, y]] of points.entries()) {
      const [wasX, wasY] = before[i]!.points[k]!;
      assert.deepStrictEqual([Math.round((x + wasX - sum) * 1e6) / 1e6 + 0, y], [0, wasY]);
    }
  }
}
