import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { BRUSHES } from '../brushes.ts';
import { asFlatStroke } from '../flat-stroke.ts';
import { coatsOf } from '../wet-wash.ts';
import { paintCoats, type Veil } from './paint-coats.ts';
import { blankPixels, type Pixels } from './pixels.ts';

const SIDE = 24;
const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });

/** Covers the whole picture. */
const flood = (color: string, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color,
  size: 100,
  points: [[12, 12]],
  ...more,
});

function painted(
  strokes: readonly Stroke[],
  layers?: readonly Layer[],
  [x, y, side] = [0, 0, SIDE],
  veil?: Veil,
): Pixels {
  const pixels = blankPixels(x!, y!, side!, side!);
  paintCoats(pixels, 1, coatsOf(strokes), asFlatStroke, layers, veil);
  return pixels;
}

/** Red, green, blue and alpha of the pixel in the middle. */
function middle(...what: Parameters<typeof painted>): number[] {
  const word = painted(...what).words[(SIDE * SIDE) / 2 + SIDE / 2]!;
  return [word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff, word >>> 24];
}

describe('brush: layers', () => {
  test('layer: a higher one covers a lower one, whatever was drawn first', () => {
    const strokes = [flood('#ff0000', { layer: 'b' }), flood('#0000ff')];
    expect(middle(strokes, [BASE, layer('b')])).toEqual([255, 0, 0, 255]);
    expect(middle(strokes, [layer('b'), BASE])).toEqual([0, 0, 255, 255]);
    expect(middle(strokes)).toEqual([0, 0, 255, 255]);
  });

  test('layer: a hidden one is not seen, even alone', () => {
    const strokes = [flood('#0000ff'), flood('#ff0000', { layer: 'b' })];
    expect(middle(strokes, [BASE, layer('b', { visible: false })])).toEqual([0, 0, 255, 255]);
    expect(middle([flood('#0000ff')], [{ ...BASE, visible: false }])).toEqual([0, 0, 0, 0]);
  });

  test('layer: its opacity is that of the whole, so strokes in it do not show through each other', () => {
    const strokes = [flood('#0000ff', { layer: 'b' }), flood('#ff0000', { layer: 'b' })];
    expect(middle(strokes, [BASE, layer('b', { opacity: 0.5 })])).toEqual([128, 0, 0, 128]);
    const onGreen = [flood('#00ff00'), ...strokes];
    expect(middle(onGreen, [BASE, layer('b', { opacity: 0.5 })])).toEqual([128, 127, 0, 255]);
    expect(middle([flood('#ff0000')], [{ ...BASE, opacity: 0.5 }])).toEqual([128, 0, 0, 128]);
  });

  test('layer: one that multiplies darkens what lies below, and shows as it is where nothing does', () => {
    const layers = [BASE, layer('b', { blend: 'multiply' })];
    const yellow = flood('#ffff00', { layer: 'b' });
    expect(middle([flood('#00ffff'), yellow], layers)).toEqual([0, 255, 0, 255]);
    expect(middle([yellow], layers)).toEqual([255, 255, 0, 255]);
  });

  test('layer: what erases, multiplies or goes under the ink does so in its own layer', () => {
    const layers = [BASE, layer('b')];
    const eraser = flood('#000000', { tool: 'eraser', layer: 'b' });
    expect(middle([flood('#0000ff'), flood('#ff0000', { layer: 'b' }), eraser], layers)).toEqual([
      0, 0, 255, 255,
    ]);
    const marker = flood('#ff0000', { tool: 'marker', layer: 'b' });
    const [red, , blue, alpha] = middle([flood('#0000ff'), marker], layers);
    expect([red! > 50, blue! < 205, alpha]).toEqual([true, true, 255]);
    expect(middle([flood('#0000ff'), { ...marker, layer: 'base' }], layers)).toEqual([0, 0, 255, 255]);
  });

  test('layer: a stroke of an unknown one is on the lowest, one that names none on the base', () => {
    const layers = [layer('b'), BASE];
    const strokes = [flood('#0000ff'), flood('#ff0000', { layer: 'gone' })];
    expect(middle(strokes, layers)).toEqual([0, 0, 255, 255]);
    expect(middle(strokes.toReversed(), [BASE, layer('b')])).toEqual([0, 0, 255, 255]);
  });

  const ids = ['base', 'b', 'c', 'd'];
  const place = fc.double({ min: -8, max: 32, noNaN: true });
  const anyStroke = fc
    .record({
      tool: fc.constantFrom('eraser', ...BRUSHES.map(({ tool }) => tool)),
      color: fc.constantFrom('#1d5fa8', '#fe02', '#c33'),
      size: fc.double({ min: 1, max: 20, noNaN: true }),
      points: fc.array(fc.tuple(place, place), { minLength: 1, maxLength: 4 }),
      at: fc.constantFrom(0, 40),
      layer: fc.constantFrom(...ids, 'gone', undefined),
    })
    .map(({ layer: on, ...stroke }): Stroke => ({ ...stroke, ...(on && { layer: on }) }));
  const anyLayers = fc.shuffledSubarray(ids, { minLength: 1 }).chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc
          .record({
            opacity: fc.constantFrom(1, 1, 0.5, 0.01),
            visible: fc.constantFrom(true, true, true, false),
            multiplies: fc.boolean(),
          })
          .map(({ multiplies, ...more }) => layer(id, { ...more, ...(multiplies && { blend: 'multiply' }) })),
      ),
    ),
  );
  const strokes = fc.array(anyStroke, { maxLength: 8 });

  test('layer: a part of a picture, painted alone, has the bytes of the whole', () => {
    const at = fc.integer({ min: 0, max: 15 });
    fc.assert(
      fc.property(strokes, anyLayers, at, at, (some, layers, x, y) => {
        const whole = painted(some, layers);
        const part = painted(some, layers, [x, y, 9]);
        for (let row = 0; row < 9; row++) {
          const from = (row + y) * SIDE + x;
          expect(part.words.slice(row * 9, (row + 1) * 9)).toEqual(whole.words.slice(from, from + 9));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('layer: a channel is never more than its opacity', () => {
    fc.assert(
      fc.property(strokes, anyLayers, (some, layers) => {
        for (const word of painted(some, layers).words) {
          const alpha = word >>> 24;
          expect(Math.max(word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff)).toBeLessThanOrEqual(alpha);
        }
      }),
      { numRuns: 200 },
    );
  });

  test('layer: empty ones change nothing', () => {
    fc.assert(
      fc.property(strokes, (some) => {
        const onBase = some.map(({ layer: _, ...stroke }): Stroke => stroke);
        const layers = [layer('b'), BASE, layer('c', { opacity: 0.5, blend: 'multiply' })];
        expect(painted(onBase, layers).words).toEqual(painted(onBase).words);
      }),
      { numRuns: 100 },
    );
  });

  test('layer: a stroke with the colours of its veil, on the finished picture, is the picture with it below', () => {
    const dash = (color: string, from: number, more: Partial<Stroke>): Stroke => ({
      tool: 'pen',
      color,
      size: 7,
      points: [
        [from, 2],
        [SIDE - from, 22],
      ],
      ...more,
    });
    const others = [
      dash('#3a6ea5', 4, {}),
      dash('#d8a01d', 9, { opacity: 0.6 }),
      dash('#bf3b2b', 20, { layer: 'up' }),
      dash('#2f7d4f', 15, { layer: 'up', opacity: 0.5 }),
      dash('#79b4dc', 12, { layer: 'top', size: 12 }),
    ];
    const up: Partial<Layer>[] = [
      {},
      { opacity: 0.4 },
      { blend: 'multiply', opacity: 0.8 },
      { visible: false },
    ];
    for (const more of up) {
      const layers = [BASE, layer('up', more), layer('top', { blend: 'multiply' })];
      const without = painted(others, layers).words;
      for (const [tool, veil] of [
        ['pen', { below: 0, above: 1, color: '#c2557a' }],
        ['wash', { below: 1, above: 1, color: '#c2557a' }],
        ['marker', { below: 0, above: 0, color: '#c2557a' }],
      ] as const) {
        const drawn = dash('#c2557a', 6, { tool, size: 9 });
        const colors = painted(others, layers, undefined, veil).words;
        const alone = painted([drawn]).words;
        const landed = painted([...others, drawn], layers).words;
        let worst = 0;
        for (const [i, word] of landed.entries()) {
          const cover = (alone[i]! >>> 24) / 255;
          for (const shift of [0, 8, 16, 24]) {
            const of = (words: Uint32Array) => (words[i]! >>> shift) & 0xff;
            const shown = (1 - cover) * of(without) + cover * of(colors);
            worst = Math.max(worst, Math.abs(shown - ((word >>> shift) & 0xff)));
          }
        }
        expect(worst, `${tool} below ${JSON.stringify(more)}`).toBeLessThan(3);
        expect(landed, 'the stroke is seen').not.toEqual(without);
      }
    }
  });

  test('layer: a veil without a colour is the layers above alone, or some of them', () => {
    const strokes = [
      flood('#0000ff'),
      flood('#ff0000', { layer: 'b', opacity: 0.5 }),
      flood('#00ff00', { layer: 'c' }),
    ];
    const layers = [BASE, layer('b'), layer('c', { blend: 'multiply' })];
    const { words } = painted(strokes.slice(0, 2), layers, undefined, { below: 0, above: 1 });
    expect(words).toEqual(painted(strokes.slice(1, 2)).words);
    const alone = (above: number, until: number) =>
      painted(strokes, layers, undefined, { below: 0, above, until }).words;
    expect(alone(1, 2)).toEqual(words);
    expect(alone(2, 3)).toEqual(painted(strokes.slice(2)).words);
    expect(alone(0, 1)).toEqual(painted(strokes.slice(0, 1)).words);
  });
});
