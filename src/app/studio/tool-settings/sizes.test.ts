import { describe, expect, test } from 'vitest';
import { BRUSH_TOOLS } from '../../../ink/index.ts';
import { BRUSH_CHOICES } from './brush-choices.ts';
import { firstSettings } from './kept-settings.ts';
import { nextSize, rangeOf, sliderPlace, sliderSizes, typedOpacity, typedSize } from './sizes.ts';
import { ERASER_SIZES, ringWidth } from './tool-choices.ts';

describe('studio: sizes', () => {
  test('every size with a name lies in the range of its brush, on its slider', () => {
    for (const tool of BRUSH_TOOLS) {
      const values = sliderSizes(rangeOf(tool));
      expect(values).toEqual([...new Set(values)].sort((a, b) => a - b));
      expect([values[0], values.at(-1)]).toEqual([rangeOf(tool).least, rangeOf(tool).most]);
      for (const { size } of BRUSH_CHOICES[tool].sizes) expect(values, `${tool} ${size}`).toContain(size);
      expect(values).toContain(firstSettings(tool).size);
    }
  });

  test('one step of a slider is small among fine sizes, and wide among wide ones', () => {
    const values = sliderSizes({ least: 1, most: 160 });
    for (const [i, size] of values.entries()) {
      const next = values[i + 1];
      if (next === undefined || size < 4) continue;
      expect(next / size, `${size} to ${next}`).toBeLessThan(1.13);
    }
    expect(values.length).toBeLessThan(100);
    expect(sliderPlace(41, values)).toBe(values.indexOf(40));
    expect(sliderPlace(1000, values)).toBe(values.length - 1);
  });

  test('the keys go to the next named size, then to the end of the range, and no further', () => {
    const { sizes } = BRUSH_CHOICES.pen;
    const way = (from: number, by: -1 | 1) => {
      const seen = [from];
      for (let i = 0; i < 5; i++) seen.push(nextSize(seen.at(-1) ?? 0, sizes, by, rangeOf('pen')));
      return seen;
    };
    expect(way(3, 1)).toEqual([3, 4, 9, 20, 40, 40]);
    expect(way(9, -1)).toEqual([9, 4, 2, 1, 1, 1]);
    expect([nextSize(60, ERASER_SIZES, 1), nextSize(60, ERASER_SIZES, -1)]).toEqual([60, 28]);
  });

  test('a typed size is taken with either decimal sign, and not beyond the range', () => {
    const range = { least: 1, most: 40 };
    expect([' 2.5 ', '2,5', '40', '1', '3.14159'].map((text) => typedSize(text, range))).toEqual([
      2.5, 2.5, 40, 1, 3.14,
    ]);
    for (const text of ['', ' ', '0.9', '40.1', '-3', 'wide', '1e9', 'NaN']) {
      expect(typedSize(text, range), text).toBeUndefined();
    }
  });

  test('a typed opacity is taken in percent, with its sign or without, and not beyond 1 to 100', () => {
    expect(['35', ' 35 %', '100%', '1', '12,6'].map(typedOpacity)).toEqual([0.35, 0.35, 1, 0.01, 0.13]);
    for (const text of ['', '%', '0', '0.4', '101', '-5', 'half']) {
      expect(typedOpacity(text), text).toBeUndefined();
    }
  });

  test('the rings of the eraser are as wide as its marks while a button has room, and all differ', () => {
    const rings = ERASER_SIZES.map(({ size }) => ringWidth(size));
    expect(rings).toEqual([6, 12, 28, 36]);
  });
});
