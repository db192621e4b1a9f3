import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goldenDigests, painted, wanderers } from '../../../../tests/support/painted/goldens.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { BRUSHES, brushOf } from '../brushes.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { paintPixels } from './paint-stroke.ts';
import { blankPixels, type Pixels } from './pixels.ts';

const pen = (points: Stroke['points'], size: number, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#000000',
  size,
  points,
  ...more,
});

const alphaAt = ({ words, width, left, top }: Pixels, x: number, y: number) =>
  words[(y - top) * width + x - left]! >>> 24;

const coordinate = fc.oneof(
  fc.double({ min: -40, max: 140, noNaN: true }),
  fc.integer({ min: -4000, max: 14_000 }).map((v) => v / 100),
);
const anyStroke = fc
  .record({
    tool: fc.constantFrom(...BRUSHES.map(({ tool }) => tool)),
    color: fc.constantFrom('#123', '#fe02', '#1d5fa8', '#1d5fa880'),
    size: fc.oneof(
      fc.double({ min: 0.05, max: 8, noNaN: true }),
      fc.double({ min: 8, max: 90, noNaN: true }),
    ),
    points: fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 12 }),
    pressed: fc.boolean(),
    tilted: fc.boolean(),
    at: fc.constantFrom(0, 1, 7_654_321),
    pressure: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 12, maxLength: 12 }),
  })
  .map(({ pressed, tilted, pressure, ...stroke }): Stroke => {
    const n = stroke.points.length;
    return {
      ...stroke,
      ...(pressed && { pressure: pressure.slice(0, n) }),
      ...(tilted && { tilt: pressure.slice(0, n).reverse() }),
    };
  });
const scales = fc.oneof(fc.constantFrom(0.45, 1, 2), fc.double({ min: 0.05, max: 6, noNaN: true }));

describe('brush: numbers in, bytes out', () => {
  test('brush: a part of a picture, painted alone, has the bytes of the whole', () => {
    const place = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        fc.array(anyStroke, { minLength: 1, maxLength: 6 }),
        scales,
        place,
        place,
        fc.integer({ min: 1, max: 50 }),
        (strokes, scale, x, y, side) => {
          const whole = painted(strokes, scale, -20, -20, 128);
          const part = painted(strokes, scale, x - 20, y - 20, side);
          for (let row = 0; row < side; row++) {
            const from = (row + y) * 128 + x;
            expect(part.words.slice(row * side, (row + 1) * side)).toEqual(
              whole.words.slice(from, from + side),
            );
          }
        },
      ),
      { numRuns: 600 },
    );
  });

  test('brush: each pixel is covered as its distance to the nearest disc of the line says', () => {
    fc.assert(
      fc.property(anyStroke, fc.double({ min: 0.5, max: 3, noNaN: true }), (stroke, scale) => {
        const one = { ...stroke, tool: 'pen', color: '#000000' };
        const few = { ...one, points: apart(one.points, scale * one.size) };
        const { pressure } = few;
        const line = pressure ? { ...few, pressure: pressure.slice(0, few.points.length) } : few;
        const picture = painted([line], scale, -10, -10, 60);
        for (let y = -10; y < 50; y += 3) {
          for (let x = -10; x < 50; x++) {
            const wanted = 255 * coverage(line, scale, x + 0.5, y + 0.5);
            expect(Math.abs(alphaAt(picture, x, y) - wanted), `at ${x}, ${y}`).toBeLessThanOrEqual(2);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  test('brush: pictures have these bytes, in every browser and in Node', () => {
    expect(goldenDigests()).toMatchInlineSnapshot(`
      {
        "chalk, far away, at 0.45": "1fa100c9",
        "chalk, far away, at 2.73": "969bc028",
        "chalk, fine, at 0.45": "942b6454",
        "chalk, fine, at 2.73": "568f80ae",
        "chalk, middle, at 0.45": "96421f69",
        "chalk, middle, at 2.73": "008170b3",
        "chalk, wide, at 0.45": "6b0d05f2",
        "chalk, wide, at 2.73": "dcf57ff1",
        "dry, far away, at 0.45": "95595d33",
        "dry, far away, at 2.73": "7493ddd8",
        "dry, fine, at 0.45": "5262ac11",
        "dry, fine, at 2.73": "162303ac",
        "dry, middle, at 0.45": "747f2bbe",
        "dry, middle, at 2.73": "9d3db0b7",
        "dry, wide, at 0.45": "8708ff89",
        "dry, wide, at 2.73": "8a62588b",
        "ink, far away, at 0.45": "620b5d8b",
        "ink, far away, at 2.73": "016d4696",
        "ink, fine, at 0.45": "6c928be5",
        "ink, fine, at 2.73": "979dd903",
        "ink, middle, at 0.45": "620b5d8b",
        "ink, middle, at 2.73": "b2c70748",
        "ink, wide, at 0.45": "921bb416",
        "ink, wide, at 2.73": "0a7a4c5e",
        "marker, far away, at 0.45": "f01c63c4",
        "marker, far away, at 2.73": "64846c76",
        "marker, fine, at 0.45": "b8229c54",
        "marker, fine, at 2.73": "d7bd8a3d",
        "marker, middle, at 0.45": "f01c63c4",
        "marker, middle, at 2.73": "c95331ee",
        "marker, wide, at 0.45": "5225e022",
        "marker, wide, at 2.73": "2c09985e",
        "pen, far away, at 0.45": "a0e814d7",
        "pen, far away, at 2.73": "a766e97a",
        "pen, fine, at 0.45": "7676f1e7",
        "pen, fine, at 2.73": "4aca6187",
        "pen, middle, at 0.45": "a0e814d7",
        "pen, middle, at 2.73": "81bb231e",
        "pen, wide, at 0.45": "43a309cd",
        "pen, wide, at 2.73": "8b2182f0",
        "pencil, far away, at 0.45": "633e5a9e",
        "pencil, far away, at 2.73": "b23da33d",
        "pencil, fine, at 0.45": "9614d9ee",
        "pencil, fine, at 2.73": "8eb90ad5",
        "pencil, middle, at 0.45": "85c46d5d",
        "pencil, middle, at 2.73": "85eb75f6",
        "pencil, wide, at 0.45": "5f996d21",
        "pencil, wide, at 2.73": "e1babbd6",
        "wash, far away, at 0.45": "4248c38c",
        "wash, far away, at 2.73": "262ec997",
        "wash, fine, at 0.45": "c011870f",
        "wash, fine, at 2.73": "ecea39a3",
        "wash, middle, at 0.45": "cae0333e",
        "wash, middle, at 2.73": "82f9548a",
        "wash, wide, at 0.45": "94dc2f54",
        "wash, wide, at 2.73": "fa72440b",
      }
    `);
  });

  test('brush: a stroke that crosses itself is one shape: its opacity counts once', () => {
    const loop: Stroke['points'] = [
      [10, 10],
      [50, 50],
      [50, 10],
      [10, 50],
    ];
    for (const [tool, color, opacity, alpha] of [
      ['pen', '#00000080', 1, 128],
      ['pen', '#000000', 0.25, 64],
      ['marker', '#000000', 1, 102],
      ['marker', '#00000080', 0.5, 64],
    ] as const) {
      const picture = painted([pen(loop, 8, { tool, color, opacity })], 1, 0, 0, 64);
      const inside = [
        [30, 30],
        [20, 20],
        [50, 30],
        [20, 40],
      ].map(([x, y]) => alphaAt(picture, x!, y!));
      expect(inside).toEqual([alpha, alpha, alpha, alpha]);
      expect(Math.max(...picture.words.map((word) => word >>> 24))).toBe(alpha);
    }
  });

  test('brush: a marker goes under what is there, and what erases takes it away', () => {
    const across: Stroke['points'] = [
      [0, 10],
      [20, 10],
    ];
    const down: Stroke['points'] = [
      [10, 0],
      [10, 20],
    ];
    const ink = pen(across, 6, { color: '#ff0000' });
    const under = painted([ink, pen(down, 6, { tool: 'marker', color: '#0000ff' })], 1, 0, 0, 20);
    expect(under.words[10 * 20 + 10]).toBe(0xff0000ff);
    expect(under.words[2 * 20 + 10]).toBe(0x66660000);
    const gone = painted([ink, pen(down, 6, { tool: 'eraser', color: '#00ff0001' })], 1, 0, 0, 20);
    expect(gone.words[10 * 20 + 10]).toBe(0);
    expect(gone.words[10 * 20 + 2]).toBe(0xff0000ff);
  });

  test('brush: colours that multiply darken each other, and what is bare shows the colour itself', () => {
    const dot = (color: string): Stroke => ({ ...pen([[0, 0]], 50, { color }), tool: 'multiplies' });
    const byte = fc.integer({ min: 0, max: 255 });
    const multiplies = { ...brushOf('pen'), blend: 'multiply' } as const;
    fc.assert(
      fc.property(fc.tuple(byte, byte, byte, byte), fc.tuple(byte, byte, byte, byte), (below, above) => {
        const pixels = blankPixels(0, 0, 1, 1);
        paintPixels(pixels, 1, asFlatStroke(dot(hexOf(below))));
        paintPixels(pixels, 1, asFlatStroke(dot(hexOf(above))), multiplies);
        const got = bytesOf(pixels.words[0]!);
        const [under, over] = [below[3] / 255, above[3] / 255];
        for (let k = 0; k < 3; k++) {
          const [b, a] = [below[k]! / 255, above[k]! / 255];
          const wanted = over * (1 - under) * a + under * (1 - over) * b + over * under * a * b;
          expect(Math.abs(got[k]! - 255 * wanted)).toBeLessThan(2);
          expect(got[k]).toBeLessThanOrEqual(got[3]!);
        }
        expect(Math.abs(got[3]! - 255 * (1 - (1 - over) * (1 - under)))).toBeLessThan(1);
      }),
      { numRuns: 2000 },
    );
  });

  test('brush: a line thinner than a pixel has as much ink as its width', () => {
    for (const size of [0.1, 0.4, 0.8]) {
      for (const pressure of [undefined, [0.5, 0.5], [0.25, 0.75]]) {
        const points: Stroke['points'] = [
          [-5, 7.3],
          [45, 9.1],
        ];
        const { words } = painted([pen(points, size, pressure ? { pressure } : {})], 1, 0, 0, 40);
        const ink = words.reduce((sum, word) => sum + (word >>> 24), 0) / 255;
        expect(ink / (40 * size), `size ${size}`).toBeGreaterThan(0.9);
        expect(ink / (40 * size), `size ${size}`).toBeLessThan(1.1);
      }
    }
  });

  test('brush: a stroke elsewhere leaves nothing, neither in the picture nor for the next stroke', () => {
    const far = pen(
      [
        [500, 500],
        [600, 500],
      ],
      90,
    );
    const [first, second] = wanderers('pen', [3, 30], 2);
    const pixels = blankPixels(0, 0, 100, 100);
    paintPixels(pixels, 1, asFlatStroke(far));
    expect(pixels.words.every((word) => word === 0)).toBe(true);
    for (const stroke of [first!, far, second!]) paintPixels(pixels, 1, asFlatStroke(stroke));
    expect(pixels.words).toEqual(painted([first!, second!], 1, 0, 0, 100).words);
  });
});

const hexOf = (bytes: readonly number[]) =>
  `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
const bytesOf = (word: number) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 0xff);

/** Without the points that the trace would leave out, or round off. */
function apart(points: Stroke['points'], across: number): Stroke['points'] {
  const least = 0.5 + across;
  const kept: Point[] = [];
  for (const [x, y] of points) {
    const [ax, ay] = kept.at(-1) ?? [Infinity, Infinity];
    if (Math.hypot(x - ax, y - ay) <= least) continue;
    const [bx, by] = kept.at(-2) ?? [ax, ay];
    const turn = Math.atan2(
      (ax - bx) * (y - ay) - (ay - by) * (x - ax),
      (ax - bx) * (x - ax) + (ay - by) * (y - ay),
    );
    if (kept.length > 1 && Math.abs(turn) < 1.1) continue;
    kept.push([x, y]);
  }
  return kept;
}

/** The part of the pixel around `x`, `y` that lies in the stroke, by searching the nearest disc. */
function coverage({ points, size, pressure }: Stroke, scale: number, x: number, y: number): number {
  const radius = (i: number) => ((size * scale) / 2) * (pressure ? 0.4 + 1.2 * pressure[i]! : 1);
  let least = Infinity;
  for (let i = points.length > 1 ? 1 : 0; i < points.length; i++) {
    const j = Math.max(0, i - 1);
    const [a, b] = [points[j]!, points[i]!];
    const at = (t: number) => {
      const [cx, cy] = [(a[0] + t * (b[0] - a[0])) * scale, (a[1] + t * (b[1] - a[1])) * scale];
      const r = radius(j) + t * (radius(i) - radius(j));
      return { v: Math.hypot(x - cx, y - cy) - r, r };
    };
    let [low, high] = [0, 1];
    for (let k = 0; k < 40; k++) {
      const third = (high - low) / 3;
      if (at(low + third).v < at(high - third).v) high -= third;
      else low += third;
    }
    const { v, r } = at((low + high) / 2);
    least = Math.min(least, Math.max(v, 0.5 - 2 * r));
  }
  return Math.min(1, Math.max(0, 0.5 - least));
}
