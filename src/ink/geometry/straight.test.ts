import { describe, expect, test } from 'vitest';
import { isNearlyStraight, isStill, straighten } from './straight.ts';
import type { StrokeSamples } from './stroke-samples.ts';

function trace(
  points: readonly (readonly [number, number])[],
  pressure: readonly number[] = [],
  tilt: readonly number[] = [],
): StrokeSamples {
  return { x: points.map(([x]) => x), y: points.map(([, y]) => y), pressure: [...pressure], tilt: [...tilt] };
}

describe('ink: the straight line', () => {
  test('a line drawn by a hand that meant one counts as nearly straight, a curve and a scribble do not', () => {
    const shaky = Array.from({ length: 60 }, (_, i) => [i * 4, 3 * Math.sin(i)] as const);
    expect(isNearlyStraight(trace(shaky), 1)).toBe(true);
    const arc = Array.from({ length: 60 }, (_, i) => [i * 4, 60 * Math.sin((i / 59) * Math.PI)] as const);
    expect(isNearlyStraight(trace(arc), 1)).toBe(false);
    expect(
      isNearlyStraight(
        trace([
          [0, 0],
          [200, 2],
          [20, 4],
          [180, 0],
        ]),
        1,
      ),
    ).toBe(false);
    const back = Array.from({ length: 41 }, (_, i) => [200 - Math.abs(i - 30) * 6, 0] as const);
    expect(isNearlyStraight(trace(back), 1)).toBe(false);
  });

  test('what is short on the screen is left alone, however large on the paper', () => {
    const line = trace([
      [0, 0],
      [30, 0],
    ]);
    expect([
      isNearlyStraight(line, 1),
      isNearlyStraight(line, 0.5),
      isNearlyStraight(trace([[0, 0]]), 1),
    ]).toEqual([true, false, false]);
  });

  test('it goes from the first sample to the last, pressed and leaned as the stroke was on the whole', () => {
    expect(
      straighten(
        trace(
          [
            [0, 0],
            [5, 9],
            [10, 0],
          ],
          [0.2, 0.9, 0.4],
          [0.1, 0.2, 0.6],
        ),
      ),
    ).toEqual({
      x: [0, 10],
      y: [0, 0],
      pressure: [0.5, 0.5].map(() => expect.closeTo(0.5, 9)),
      tilt: [0.3, 0.3].map(() => expect.closeTo(0.3, 9)),
    });
    expect(
      straighten(
        trace([
          [0, 0],
          [5, 9],
          [10, 0],
        ]),
      ).pressure,
    ).toEqual([]);
    expect(straighten(trace([[3, 4]]))).toEqual({ x: [3], y: [4], pressure: [], tilt: [] });
  });

  test('a hand that trembles is still', () => {
    expect(isStill({ x: 10, y: 10 }, { x: 12, y: 12 })).toBe(true);
    expect(isStill({ x: 10, y: 10 }, { x: 13, y: 12 })).toBe(false);
  });
});
