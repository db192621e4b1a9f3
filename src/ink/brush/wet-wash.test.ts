import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { paintCoat, paintPixels } from './field/paint-stroke.ts';
import { blankPixels, type Pixels } from './field/pixels.ts';
import { asFlatStroke } from './flat-stroke.ts';
import { Coats, coatsOf, flatWashOf, runsInto, washOf, wetUntil } from './wet-wash.ts';

/** A band of 300 units, which takes at most 3 s. */
const band = (y: number, at: number | undefined, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'wash',
  color: '#3a76b0',
  size: 40,
  points: [
    [30, y],
    [330, y + 4],
  ],
  ...(at !== undefined && { at }),
  ...more,
});
const runs = (first: Stroke, second: Stroke): boolean => {
  const [a, b] = [washOf(first), washOf(second)];
  return a !== undefined && b !== undefined && runsInto(a, b);
};

describe('brush: washes that run into each other', () => {
  test('brush: a wash runs into the one before it while that is wet: 8 s after it has ended', () => {
    const first = band(50, 10_000);
    expect(runs(first, band(80, 12_000))).toBe(true);
    expect(runs(first, band(80, 10_000 + 3_000 + 8_000))).toBe(true);
    expect(runs(first, band(80, 10_000 + 3_001 + 8_000))).toBe(false);
    expect(runs(first, band(80, 9_999))).toBe(false);
    // A long line that had to be stored as several strokes began once.
    expect(runs(first, band(80, 10_000))).toBe(true);
  });

  test('brush: nothing runs into a wash that begins after it is dry', () => {
    const first = band(50, 10_000);
    const dry = wetUntil(first)!;
    expect(runs(first, band(80, Math.floor(dry)))).toBe(true);
    expect(runs(first, band(80, Math.floor(dry) + 1))).toBe(false);
    expect(wetUntil(band(50, 7, { tool: 'pen' }))).toBe(7);
    expect(wetUntil(band(50, undefined))).toBeUndefined();
  });

  test('brush: only washes of one colour, size, opacity and layer run into each other, and only with a time', () => {
    const first = band(50, 0);
    const others: Partial<Stroke>[] = [
      { tool: 'marker' },
      { tool: 'dry' },
      { color: '#3a76b1' },
      { size: 41 },
      { opacity: 0.5 },
      { layer: 'b' },
    ];
    for (const other of others)
      expect(runs(first, band(80, 1_000, other)), JSON.stringify(other)).toBe(false);
    expect(runs(first, band(80, undefined))).toBe(false);
    expect(runs(band(50, undefined), band(80, undefined))).toBe(false);
    expect(runs(first, band(80, 1_000, { opacity: 1, pressure: [0.2, 0.9] }))).toBe(true);
  });

  test('brush: a stroke as numbers is the same wash', () => {
    const coordinate = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((v) => v / 1_000);
    fc.assert(
      fc.property(fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 20 }), (points) => {
        const stroke = band(0, 5, { points, layer: 'sky', opacity: 0.25 });
        const flat = asFlatStroke(stroke);
        expect(flatWashOf(flat)).toEqual(washOf(stroke));
        const pool = Int32Array.from(flat.pool, (v) => Math.round(v * 1_000));
        expect(flatWashOf({ ...flat, pool, per: 1_000 })).toEqual(washOf(stroke));
      }),
    );
  });

  test('brush: another stroke between two washes parts them, and without it they are one', () => {
    const [a, b, c] = [band(50, 0), band(80, 2_000), band(110, 4_000)];
    const pen = band(70, 3_000, { tool: 'pen' });
    expect(coatsOf([a, b, c])).toEqual([[a, b, c]]);
    expect(coatsOf([a, b, pen, c])).toEqual([[a, b], [pen], [c]]);
    // Erasing one of them leaves the rest one.
    expect(coatsOf([a, c])).toEqual([[a, c]]);
  });

  test('brush: who is with others than before is told, and nobody else', () => {
    const coats = new Coats(washOf);
    const [a, b, c] = [band(50, 0), band(80, 2_000), band(110, 4_000)];
    const far = [band(500, 90_000), band(530, 91_000)];
    const pen = band(70, 3_000, { tool: 'pen' });
    expect(coats.set([a])).toEqual([]);
    expect(coats.set([a, b])).toEqual([a, b]);
    expect(coats.set([a, b, ...far])).toEqual(far);
    expect(coats.set([a, b, c, ...far])).toEqual([a, b, c]);
    expect(coats.set([a, b, pen, c, ...far])).toEqual([a, b, c]);
    expect(coats.set([a, b, pen, ...far])).toEqual([]);
    expect(coats.set([b, pen, ...far])).toEqual([b]);
    expect(coats.set([b, pen, ...far])).toEqual([]);
    expect(coats.group([b, far[0]!])).toEqual([[b], [far[0]]]);
    expect(coats.group([...far])).toEqual([far]);
  });

  test('brush: where washes of one run touch there is no tide mark, and each pixel is as dark as of one alone', () => {
    const strokes = [band(50, 0), band(80, 2_000), band(110, 4_000)];
    const one = painted(strokes);
    const apart = painted(strokes.map(({ at: _, ...stroke }) => stroke));
    const middle = (picture: Pixels, y: number) => {
      let sum = 0;
      for (let x = 100; x < 260; x++) sum += picture.words[y * picture.width + x]! >>> 24;
      return sum / 160;
    };
    // Where bands overlap, and in the middle of one.
    expect(middle(one, 66)).toBeLessThan(1.15 * middle(one, 80));
    expect(middle(apart, 66)).toBeGreaterThan(1.4 * middle(apart, 80));
    // The order of the strokes of a run does not matter, nor does one that is laid twice.
    const same = strokes.map((stroke) => ({ ...stroke, at: 1 }));
    expect(painted([...same].reverse()).words).toEqual(one.words);
    expect(painted([...same, same[1]!]).words).toEqual(one.words);
  });

  test('brush: a part of a run, from the strokes near it, has the bytes of the whole', () => {
    const strokes = [band(50, 0), band(84, 2_000), band(117, 4_000), band(150, 6_000)];
    const whole = painted(strokes);
    const part = painted(strokes.slice(1, 3), 140, 85, 40, 12);
    for (let y = 0; y < 12; y++) {
      const from = (85 + y) * whole.width + 140;
      expect(part.words.subarray(y * 40, (y + 1) * 40)).toEqual(whole.words.subarray(from, from + 40));
    }
  });
});

function painted(strokes: readonly Stroke[], left = 0, top = 0, width = 400, height = 200): Pixels {
  const pixels = blankPixels(left, top, width, height);
  for (const coat of coatsOf(strokes)) paintCoat(pixels, 1, coat, asFlatStroke);
  return pixels;
}

test('brush: a coat of one stroke is that stroke', () => {
  const stroke = band(60, 3, { tool: 'pencil', pressure: [0.2, 1] });
  const pixels = blankPixels(0, 0, 400, 200);
  paintPixels(pixels, 1, asFlatStroke(stroke));
  expect(painted([stroke]).words).toEqual(pixels.words);
});
