import { describe, expect, test } from 'vitest';
import { UNDERLAY_SIDE_MAX } from '../../../../core/drawing/limits.ts';
import { sizeWithin, steps } from './fit-steps.ts';

describe('underlay: sizes in which a picture is written', () => {
  test('keep its proportions, are within the limit, and never larger than the picture', () => {
    expect(sizeWithin({ width: 8_000, height: 6_000 }, 4_096)).toEqual({ width: 4_096, height: 3_072 });
    expect(sizeWithin({ width: 640, height: 480 }, 4_096)).toEqual({ width: 640, height: 480 });
    // A panorama of a few rows keeps one.
    expect(sizeWithin({ width: 40_000, height: 2 }, 4_096)).toEqual({ width: 4_096, height: 1 });
  });

  test('lose quality first, then half of their pixels at a time, and end', () => {
    const all = [...steps({ width: 9_000, height: 4_500 }, UNDERLAY_SIDE_MAX)];
    expect(all.slice(0, 4)).toEqual([
      { width: 4_096, height: 2_048, quality: 0.9 },
      { width: 4_096, height: 2_048, quality: 0.8 },
      { width: 4_096, height: 2_048, quality: 0.7 },
      { width: 2_867, height: 1_434, quality: 0.9 },
    ]);
    const pixels = all.map(({ width, height }) => width * height);
    expect(pixels).toEqual(pixels.toSorted((a, b) => b - a));
    expect(pixels.at(-1)).toBeLessThan(pixels[0]! / 50);
  });
});
