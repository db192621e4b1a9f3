import { expect, test } from 'vitest';
import { realLikeStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import type { Operation } from './content.ts';
import { InkSize } from './ink-size.ts';

const strokes = realLikeStrokes(600);
const sizeOf = (some: readonly Stroke[]) =>
  some.reduce((sum, stroke) => sum + JSON.stringify(stroke).length + 1, 0);
const inserts = (some: readonly Stroke[]) =>
  some.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
const [one, two, three] = strokes as [Stroke, Stroke, Stroke];

/** A size near the limit, which is only set: a drawing of that size would make the tests slow. */
const NEARLY = STROKES_SIZE_MAX - 1024 * 1024;

test('the size follows added, erased and replaced strokes', () => {
  const size = new InkSize();
  size.set(NEARLY);
  expect(size.isFull.value).toBe(false);
  size.change(inserts([one, two]), [one, two]);
  expect(size.bytes.value).toBe(NEARLY + sizeOf([one, two]));
  expect(size.isFull.value).toBe(true);
  size.change([{ kind: 'replace', strokes: [one], by: [three] }], [three, two]);
  expect(size.bytes.value).toBe(NEARLY + sizeOf([two, three]));
  size.change(
    [
      { kind: 'remove', stroke: two },
      { kind: 'remove', stroke: three },
    ],
    [],
  );
  expect([size.bytes.value, size.isFull.value]).toEqual([NEARLY, false]);
  size.change([{ kind: 'title', title: 'Long' }], []);
  expect(size.bytes.value).toBe(NEARLY);
});

test('removals always fit', () => {
  const size = new InkSize();
  size.set(STROKES_SIZE_MAX - sizeOf([one]) + 1);
  expect(size.fits(inserts([one]))).toBe(false);
  size.set(2 * STROKES_SIZE_MAX);
  expect(size.fits([{ kind: 'remove', stroke: one }])).toBe(true);
  expect(size.fits(inserts([one]))).toBe(false);
});

test('large changes, and changes during a count, lead to a new count', async () => {
  const size = new InkSize();
  size.set(STROKES_SIZE_MAX);
  size.change(inserts(strokes.slice(1)), strokes.slice(1));
  size.change(inserts([one]), strokes);
  await expect.poll(() => size.isFull.value).toBe(false);
  expect(size.bytes.value).toBeGreaterThanOrEqual(sizeOf(strokes));
  expect(size.bytes.value).toBeLessThan(3 * sizeOf(strokes));
});
