import { expect, test } from 'vitest';
import { inkBox } from './ink-box.ts';

/** A picture with ink where there is an x: of a colour, half seen, or almost not. */
function picture(...rows: readonly string[]): Parameters<typeof inkBox>[0] {
  const [width, height] = [rows[0]!.length, rows.length];
  const data = new Uint8ClampedArray(width * height * 4);
  for (const [i, sign] of [...rows.join('')].entries()) {
    if (sign === 'x')
      data.set(
        [
          [1, 2, 3, 255],
          [0, 0, 0, 128],
          [0, 0, 0, 1],
        ][i % 3]!,
        i * 4,
      );
  }
  return { data, width, height };
}

test.each([
  [picture('......', '..x...', '....x.', '......'), { x: 2, y: 1, width: 3, height: 2 }],
  [picture('..x.', '.x..', '..x.'), { x: 1, y: 0, width: 2, height: 3 }],
  [picture('x...', '....', '...x'), { x: 0, y: 0, width: 4, height: 3 }],
  [picture('...', '..x'), { x: 2, y: 1, width: 1, height: 1 }],
  [picture('xxx'), { x: 0, y: 0, width: 3, height: 1 }],
])('the box of a picture is the smallest that has all of its ink', (of, box) => {
  expect(inkBox(of)).toEqual(box);
});

test('the box of a picture without ink is one pixel, as no picture has none', () => {
  expect(inkBox(picture('...', '...'))).toEqual({ x: 0, y: 0, width: 1, height: 1 });
});
