import { describe, expect, test } from 'vitest';
import { isNearlyStraight, isStill, reachOf, straighten } from './straight.ts';
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

  test('a shallow arc is a curve, however short; a short line may tremble', () => {
    const arc = (length: number, high: number) =>
      trace(
        Array.from(
          { length: 26 },
          (_, i) => [(i / 25) * length, high * Math.sin((i / 25) * Math.PI)] as const,
        ),
      );
    expect([arc(100, 5), arc(100, 8), arc(400, 18)].map((one) => isNearlyStraight(one, 1))).toEqual([
      false,
      false,
      false,
    ]);
    expect([arc(100, 3), arc(30, 2), arc(400, 12)].map((one) => isNearlyStraight(one, 1))).toEqual([
      true,
      true,
      true,
    ]);
    // Zoomed in, a hand trembles as much on the screen and less on the paper.
    expect([isNearlyStraight(arc(30, 2), 4), isNearlyStraight(arc(7.5, 0.5), 4)]).toEqual([false, true]);
  });

  test('the end follows a pointer within a quarter of the line, or 48 px on the screen', () => {
    const line = trace([
      [0, 0],
      [300, 400],
    ]);
    expect([reachOf(line, 1), reachOf(line, 2), reachOf(line, 0.1)]).toEqual([125, 250, 48]);
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
