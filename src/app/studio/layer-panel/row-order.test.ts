import assert from 'node:assert/strict';
import { test } from 'vitest';
import { placeOf, type Row, shiftOf, within } from './row-order.ts';

/** The third is twice as high, as one with facts in a second line. */
const ROWS: readonly Row[] = [
  { top: 0, height: 44 },
  { top: 48, height: 44 },
  { top: 96, height: 88 },
  { top: 188, height: 44 },
];

test('layer: a dragged row goes past another once its edge is past the middle of that one', () => {
  const places = (from: number, ...by: number[]) => by.map((one) => placeOf(ROWS, from, one));
  assert.deepEqual(places(0, 0, 25, 27, 95, 97, 165, 167, 900), [0, 0, 1, 1, 2, 2, 3, 3]);
  assert.deepEqual(places(3, -47, -49, -117, -119, -165, -167, -900), [3, 2, 2, 1, 1, 0, 0]);
  assert.deepEqual(places(2, -25, -27, 25, 27), [2, 1, 2, 3]);
  assert.equal(placeOf([], 0, 10), 0);
});

test('layer: the rows that a dragged one passes give way by its height, and the others stay', () => {
  const shifts = (from: number, to: number) => ROWS.map((_, i) => shiftOf(ROWS, i, from, to));
  assert.deepEqual(shifts(0, 2), [0, -48, -48, 0]);
  assert.deepEqual(shifts(2, 0), [92, 92, 0, 0]);
  assert.deepEqual(shifts(3, 1), [0, 48, 48, 0]);
  assert.deepEqual(shifts(1, 1), [0, 0, 0, 0]);
});

test('layer: a row is not dragged out of the list', () => {
  assert.equal(within(ROWS, 1, 30), 30);
  assert.equal(within(ROWS, 1, 900), 140);
  assert.equal(within(ROWS, 1, -900), -48);
});
