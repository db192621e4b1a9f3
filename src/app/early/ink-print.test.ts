import { expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { inkPrint } from './ink-print.ts';

const one: Stroke = {
  tool: 'pencil',
  color: '#112233',
  size: 4,
  points: [
    [0, 0],
    [10, 10],
  ],
  pressure: [0.5, 0.5],
  tilt: [0.2, 0.2],
  layer: 'a1',
  at: 1000,
};

test('the print is another one for every member of a stroke that can change what one sees', () => {
  const others: Required<Omit<Stroke, 'opacity'>> & Pick<Stroke, 'opacity'> = {
    tool: 'marker',
    color: '#112234',
    size: 5,
    points: [
      [0, 0],
      [10, 11],
    ],
    pressure: [0.5, 0.9],
    tilt: [0.2, 0.6],
    opacity: 0.5,
    layer: '1a',
    at: 2000,
  };
  const changed = Object.entries(others).map(([name, value]): Stroke => ({ ...one, [name]: value }));
  const { layer: _, ...onBase } = one;
  const prints = [one, { ...one, layer: 'b1' }, onBase, ...changed].map((stroke) => inkPrint([stroke]));
  expect(new Set(prints).size).toBe(prints.length);
  expect(inkPrint([{ ...one }])).toBe(prints[0]);
});
