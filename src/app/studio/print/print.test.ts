import { expect, test } from 'vitest';
import { printedScale } from './print.ts';

test.each([
  [390, 844, 680, 945],
  [820, 1180, 680, 945],
  [1440, 900, 945, 680],
  [3440, 1440, 945, 680],
  [1024, 1000, 945, 680],
])('print: a paper of %i x %i px is as large as a sheet of A4 and of Letter has room for', (...sizes) => {
  const [width, height, across, down] = sizes;
  const scale = printedScale(width, height);
  expect(Math.max((width * scale) / across, (height * scale) / down)).toBeCloseTo(1, 9);
});
