import { expect, test } from 'vitest';
import { FlatScene } from './flat-scene.ts';

const piece = (place: number, x = 0) => ({ place, bounds: { minX: x, minY: 0, maxX: x + 10, maxY: 10 } });
const ALL = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };

test('ink: pieces are answered bottom first, however they came, and only those nearby', () => {
  const pieces = new FlatScene<ReturnType<typeof piece>>(() => undefined);
  pieces.change([], [piece(1), piece(2, 500), piece(3)]);
  pieces.change([], [piece(1.5), piece(0.5, 20)]);
  const places = (area = ALL) => pieces.coats(area).map(([first]) => first!.place);
  expect(places()).toEqual([0.5, 1, 1.5, 2, 3]);
  expect(places({ minX: 10, minY: 0, maxX: 499, maxY: 5 })).toEqual([0.5, 1, 1.5, 3]);
  pieces.change([1, 2], [piece(1), piece(4)]);
  expect(places()).toEqual([0.5, 1, 1.5, 3, 4]);
  expect(pieces.size).toBe(5);
});
