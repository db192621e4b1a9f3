import { expect, test } from 'vitest';
import { painted } from '../../../tests/support/painted/goldens.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { paintCoat } from '../brush/field/paint-stroke.ts';
import { blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { paintPictures } from './paint-pictures.ts';

const SIDE = 300;
const PLACE = { scale: 2, left: -20, top: -20 };

/** A canvas that keeps the bytes that it is given. */
function memory(): {
  context: CanvasRenderingContext2D;
  alphaAt(x: number, y: number): number;
  words: Uint32Array;
} {
  const words = new Uint32Array(SIDE * SIDE);
  let fill = '#000000';
  const context: Partial<CanvasRenderingContext2D> = {
    canvas: { width: SIDE, height: SIDE } as HTMLCanvasElement,
    get fillStyle() {
      return fill;
    },
    set fillStyle(color: string) {
      fill = color === 'rgb(31, 79, 174)' ? '#1f4fae' : color;
    },
    createImageData: (width: number | ImageData, height?: number) =>
      ({ width, height, data: new Uint8ClampedArray(Number(width) * (height ?? 0) * 4) }) as ImageData,
    putImageData: ({ data, width, height }: ImageData, left: number, top: number) => {
      const from = new Uint32Array(data.buffer);
      for (let y = 0; y < height; y++) {
        words.set(from.subarray(y * width, (y + 1) * width), (top + y) * SIDE + left);
      }
    },
  };
  return {
    context: context as CanvasRenderingContext2D,
    alphaAt: (x, y) => words[(y - PLACE.top) * SIDE + x - PLACE.left]! >>> 24,
    words,
  };
}

const cross: Stroke[] = [
  {
    tool: 'pen',
    color: '#aa0000',
    size: 10,
    points: [
      [10, 60],
      [120, 60],
    ],
  },
  {
    tool: 'marker',
    color: '#00aa00',
    size: 16,
    points: [
      [60, 10],
      [60, 120],
    ],
    pressure: [0.1, 1],
  },
];

test('ink: the picture of a selection has the pixels of tiles, and a ring lies around its strokes alone', () => {
  const [ink, rings, solid] = [memory(), memory(), memory()];
  const step = paintPictures({
    strokes: cross,
    ink: ink.context,
    rings: rings.context,
    solid: solid.context,
    place: PLACE,
    color: 'rgb(31, 79, 174)',
    wide: 1.5,
  });
  let steps = 1;
  while (!step()) steps += 1;
  expect(steps).toBeGreaterThan(3);

  const { words } = painted(cross, PLACE.scale, PLACE.left, PLACE.top, SIDE);
  const alphas = (of: Uint32Array) => of.map((word) => word >>> 24);
  expect(alphas(ink.words)).toEqual(alphas(words));
  // Where its colours are to be mixed, they are opaque.
  expect(solid.words).toEqual(ink.words.map((word) => (word >>> 24 > 0 ? (word | 0xff000000) >>> 0 : 0)));

  // A line of 10 units at 2 px each: its edge is 10 px from its middle, and its ring reaches 3 px further.
  const across = [0, 8, 10, 11, 12, 13, 15].map((off) => rings.alphaAt(60, 120 + off));
  expect(across).toEqual([0, 0, 255, 255, 255, 0, 0]);
  expect(rings.words[(131 - PLACE.top) * SIDE + 60 - PLACE.left]! & 0xffffff).toBe(0xae4f1f);
  // Where they cross, neither has a ring.
  expect(rings.alphaAt(120, 131)).toBe(0);
  expect(rings.alphaAt(131, 120)).toBe(0);
});

test('ink: washes that have run into each other are one in the picture of a selection too', () => {
  const band = (y: number, at: number): Stroke => ({
    tool: 'wash',
    color: '#3a76b0',
    size: 40,
    points: [
      [10, y],
      [120, y],
    ],
    at,
  });
  const bands = [band(30, 0), band(60, 1_000)];
  const ink = memory();
  const step = paintPictures({
    strokes: bands,
    ink: ink.context,
    rings: undefined,
    place: PLACE,
    color: 'rgb(31, 79, 174)',
    wide: 1.5,
  });
  while (!step());
  const pixels = blankPixels(PLACE.left, PLACE.top, SIDE, SIDE);
  paintCoat(pixels, PLACE.scale, bands, asFlatStroke);
  const alphas = (of: Uint32Array) => of.map((word) => word >>> 24);
  expect(alphas(ink.words)).toEqual(alphas(pixels.words));
  expect(ink.alphaAt(120, 90)).toBeGreaterThan(0);
});
