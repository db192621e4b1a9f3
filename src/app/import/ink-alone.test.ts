import { expect, test } from 'vitest';
import { numbers, stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { ERASER_TOOL } from '../../core/drawing/erasing.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import { inkAlone } from './ink-alone.ts';

test('import: strokes that erase are left out of what is put onto a drawing, and counted', () => {
  const eraser = { ...stroke(2), tool: ERASER_TOOL };
  const { strokes, leftOut } = inkAlone([stroke(1), eraser, stroke(3)], undefined, { text: 1, eraser: 2 });
  expect(numbers(strokes)).toEqual([1, 3]);
  expect(leftOut).toEqual({ text: 1, eraser: 3 });
  const ink = [stroke(1)];
  expect(inkAlone(ink, undefined, { text: 1 })).toEqual({ strokes: ink, leftOut: { text: 1 } });
});

test('import: what a file hides is left out too, and the rest lies as its layers do', () => {
  const layers = [
    { ...BASE, id: 'a' },
    { ...BASE, id: 'b', visible: false },
    { ...BASE, id: 'c' },
  ];
  const on = (n: number, layer: string) => ({ ...stroke(n), layer });
  const { strokes, leftOut } = inkAlone([on(1, 'c'), on(2, 'b'), on(3, 'a')], layers, {
    text: 1,
    hidden: 2,
    layer: 1,
  });
  expect(numbers(strokes)).toEqual([3, 1]);
  // Whatever layers there were, all is on one.
  expect(leftOut).toEqual({ text: 1, hidden: 3 });
});
