import { expect, test } from 'vitest';
import { createPictures } from './pictures.ts';

const picture = (n: number, size = 8) => Buffer.alloc(size, n);

/** Pictures whose conversion is counted. */
function counted(keptMax?: number) {
  const converted: number[] = [];
  const pictures = createPictures({
    convert(png) {
      converted.push(png[0] ?? 0);
      return Buffer.from(png);
    },
    ...(keptMax !== undefined && { keptMax }),
  });
  return { pictures, converted };
}

test('share: a picture is converted once, also for many who ask at the same time', async () => {
  const { pictures, converted } = counted();
  const all = await Promise.all(Array.from({ length: 50 }, () => pictures(picture(1))));
  expect(all.every((one) => one.equals(picture(1)))).toBe(true);
  await pictures(picture(1));
  expect(converted).toEqual([1]);
});

test('share: a picture on another paper is another picture', async () => {
  const { pictures, converted } = counted();
  for (const color of ['#fffdf8', '#25211c', '#fffdf8']) await pictures(picture(1), { color });
  await pictures(picture(1));
  expect(converted).toEqual([1, 1]);
});

test('share: the pictures that were asked for last are kept, up to a number of bytes', async () => {
  const { pictures, converted } = counted(20);
  for (const n of [1, 2, 1, 3, 1, 2]) await pictures(picture(n));
  expect(converted).toEqual([1, 2, 3, 2]);
});

test('share: pictures are converted one after the other, and beyond some that wait a picture stays as it is', async () => {
  const { pictures, converted } = counted();
  const asked = Array.from({ length: 25 }, (_, n) => picture(n));
  const results = asked.map((png) => pictures(png));
  // Only those that are not converted are there without a wait.
  const last = asked.at(-1);
  expect(await results.at(-1)).toBe(last);
  await Promise.all(results);
  expect(converted).toEqual(Array.from({ length: 20 }, (_, n) => n));
});
