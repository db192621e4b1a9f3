import { expect, test } from 'vitest';
import { numbers, stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { ERASER_TOOL } from '../../core/drawing/erasing.ts';
import { inkAlone } from './ink-alone.ts';

test('import: strokes that erase are left out of what is put onto a drawing, and counted', () => {
  const eraser = { ...stroke(2), tool: ERASER_TOOL };
  const { strokes, leftOut } = inkAlone([stroke(1), eraser, stroke(3)], { text: 1, eraser: 2 });
  expect(numbers(strokes)).toEqual([1, 3]);
  expect(leftOut).toEqual({ text: 1, eraser: 3 });
  const ink = [stroke(1)];
  expect(inkAlone(ink, { text: 1 })).toEqual({ strokes: ink, leftOut: { text: 1 } });
});
