import { expect, test } from 'vitest';
import { meanColor } from './photo-color.ts';

test('underlay: the colour of a place is the mean of its pixels, each as much as it is opaque', () => {
  const mean = (...pixels: readonly (readonly number[])[]) => meanColor(new Uint8ClampedArray(pixels.flat()));
  expect(mean([10, 20, 30, 255])).toBe('#0a141e');
  expect(mean([0, 0, 0, 255], [255, 255, 255, 255])).toBe('#808080');
  // What one looks through has no say.
  expect(mean([200, 0, 0, 255], [200, 0, 0, 255], [0, 255, 0, 0])).toBe('#c80000');
  expect(mean([200, 0, 0, 255], [0, 255, 0, 0], [0, 255, 0, 0])).toBeUndefined();
});
