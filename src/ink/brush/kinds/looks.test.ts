/** What makes a medium itself, measured on painted strokes. How they look in all, only eyes can tell: docs/brushes.md. */
import { expect, test } from 'vitest';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { paintCoat, paintPixels } from '../field/paint-stroke.ts';
import { blankPixels } from '../field/pixels.ts';
import { asFlatStroke } from '../flat-stroke.ts';

const SIDE = 300;
type Opacity = (x: number, y: number) => number;

/** A band from edge to edge of the picture and beyond. */
const band = (tool: string, y: number, size: number, at = 0): Stroke => ({
  tool,
  color: '#79b4dc',
  size,
  points: [
    [-200, y],
    [SIDE + 200, y],
  ],
  at,
});

/** The opacity of each pixel of one coat, 0..1. */
function painted(coat: readonly Stroke[]): Opacity {
  const pixels = blankPixels(0, 0, SIDE, SIDE);
  paintCoat(pixels, 1, coat, asFlatStroke);
  return (x, y) => (pixels.words[y * SIDE + x]! >>> 24) / 255;
}

/** The mean of the rows from one to another, which it does not reach. */
function mean(from: number, to: number, of: Opacity): number {
  let sum = 0;
  for (let y = from; y < to; y++) for (let x = 10; x < SIDE - 10; x++) sum += of(x, y);
  return sum / ((to - from) * (SIDE - 20));
}

test('brush: bands of a wash that overlap leave no seam, from three tenths of a band on, or a fifth of a wide one', () => {
  for (const [size, overlap] of [
    [40, 0.3],
    [80, 0.2],
  ] as const) {
    const seam = 150;
    const off = ((1 - overlap) * size) / 2;
    const two = painted([band('wash', seam - off, size), band('wash', seam + off, size)]);
    const one = painted([band('wash', seam, 4 * size)]);
    const beside = mean(seam - 2, seam + 2, (x, y) => Math.abs(two(x, y) - one(x, y)));
    expect(beside, `size ${size}`).toBe(0);
  }
});

test('brush: a dry brush leaves streaks along its way, and its sides are frayed', () => {
  for (const size of [20, 40, 70]) {
    let [along, across, rim, middle] = [0, 0, 0, 0];
    for (let at = 1; at <= 8; at++) {
      const ink = painted([band('dry', 150, size, at)]);
      const [top, bottom] = [150 - size / 2, 150 + size / 2];
      along += mean(top + 4, bottom - 4, (x, y) => Math.abs(ink(x, y) - ink(x + 6, y)));
      across += mean(top + 4, bottom - 4, (x, y) => Math.abs(ink(x, y) - ink(x, y + 6)));
      rim += (mean(top, top + 2, ink) + mean(bottom - 2, bottom, ink)) / 2;
      middle += mean(top + 4, bottom - 4, ink);
    }
    expect(along / across, `size ${size}`).toBeLessThan(0.7);
    expect(rim / middle, `size ${size}`).toBeLessThan(0.75);
  }
});

test('brush: chalk and pencil seen from farther away are as dark as from near', () => {
  const least = { chalk: 8, pencil: 4 };
  for (const [tool, thinnest] of Object.entries(least)) {
    for (const size of [thinnest, 12, 16, 24]) {
      for (const pressure of [undefined, 0.3, 0.9]) {
        const stroke = wave(tool, size, pressure);
        const near = darkness(stroke, 1);
        for (const scale of [0.8, 0.59, 0.35, 0.18]) {
          const what = `${tool}, size ${size}, pressure ${pressure}, at ${scale}`;
          const ratio = darkness(stroke, scale) / near;
          expect(ratio, what).toBeGreaterThan(0.89);
          expect(ratio, what).toBeLessThan(1.11);
        }
      }
    }
  }
});

function wave(tool: string, size: number, pressure: number | undefined): Stroke {
  const points = Array.from({ length: 40 }, (_, i): Point => [60 + 12 * i, 300 + 40 * Math.sin(i / 6)]);
  return {
    tool,
    color: '#000000',
    size,
    points,
    ...(pressure !== undefined && { pressure: points.map(() => pressure) }),
  };
}

/** The ink of a stroke in square units of the paper, whole opacity counting as one. */
function darkness(stroke: Stroke, scale: number): number {
  const side = Math.ceil(600 * scale);
  const pixels = blankPixels(0, 0, side, side);
  paintPixels(pixels, scale, asFlatStroke(stroke));
  return pixels.words.reduce((sum, word) => sum + (word >>> 24), 0) / 255 / scale ** 2;
}
