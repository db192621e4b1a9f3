import { describe, expect, test } from 'vitest';
import { realLikeStrokes, realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { documentText } from '../../../api/drawings/response/responses.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { strokesJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { pack } from './packed-strokes.ts';
import { scanDocument } from './scan-document.ts';

const ROW = {
  id: '0190a6e0-0000-7000-8000-000000000000',
  rev: 3,
  title: 'Sky, "strokes":[ and \\"tool\\":{',
  trashed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

/** The drawing's JSON as the API writes it. */
function document(strokes: readonly Stroke[], runs = 1): Uint8Array {
  const length = Math.max(1, Math.ceil(strokes.length / runs));
  const chunks: string[] = [];
  for (let i = 0; i < strokes.length; i += length) chunks.push(strokesJson(strokes.slice(i, i + length)));
  return new TextEncoder().encode(documentText(ROW, chunks, 'data:image/png;base64,AAAA'));
}

/** The same strokes as the page would send them to the worker. */
const told = (strokes: readonly Stroke[]) => pack(strokes.map((stroke, i) => ({ stroke, place: i + 1 })));

const one = (rest: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 2,
  points: [
    [1, 2],
    [3.25, 4.125],
  ],
  ...rest,
});

describe('ink: strokes read from the JSON of a drawing', () => {
  test('are what the page would have sent, of real ink and of ink with pressure', () => {
    for (const strokes of [realStrokes(400), realLikeStrokes(200)]) {
      expect(scanDocument(document(strokes, 7))?.strokes).toEqual(told(strokes));
    }
  });

  test('are the same digit by digit where numbers are no thousandths, huge, tiny or below zero', () => {
    const strokes: Stroke[] = [
      one(),
      one({ points: [[1 / 3, -1e6]] }),
      one({ points: [[-0, -0.001]], size: 0.1 }),
      one({ points: [[2147483.647, 2147483.648]] }),
      one({ points: [[1e-7, 1.5e21]] }),
      one({ pressure: [0.25, 0.3333333] }),
      one({ pressure: [0, 1] }),
      one({ points: [[12345678901234568, 0.1234]], pressure: [0.5] }),
      one({ points: [[5, 5]] }),
      one({ tilt: [0.25, 1] }),
      one({ tilt: [0.25, 0.3333333] }),
      one({ pressure: [0.25, 0.5], tilt: [0.125, 0.3333333] }),
      one({ pressure: [0.25, 0.5], tilt: [0.125, 0], opacity: 0.1 + 0.2 }),
      one({ opacity: 0.5, layer: 'ink2', at: 12 }),
      one({ layer: 'ink2' }),
      one({ at: 2 ** 31 - 1 }),
      one({ points: [[6, 6]] }),
    ];
    expect(scanDocument(document(strokes))?.strokes).toEqual(told(strokes));
  });

  test('keep their tools and colours, however odd, however many', () => {
    const names = ['pen', 'a "size":1,"size":', '},{"tool":"x', 'ü\\', '],"thumb":'];
    const strokes = Array.from({ length: 120 }, (_, i) =>
      one({ tool: names[i % names.length]!, color: `#${String(i).padStart(6, '0')}` }),
    );
    expect(scanDocument(document([...strokes, ...strokes]))?.strokes).toEqual(told([...strokes, ...strokes]));
  });

  test('a drawing without strokes has none', () => {
    expect(scanDocument(document([]))?.strokes).toEqual(told([]));
  });

  test('come with the layers of the drawing, whatever their names', () => {
    const layers = [
      { ...BASE, name: '],"layers":[{"\\"' },
      { ...BASE, id: 'sky', blend: 'multiply' as const },
    ];
    const text = documentText({ ...ROW, paper: { color: '#1d232f' }, layers }, [strokesJson([one()])], '');
    expect(scanDocument(new TextEncoder().encode(text))?.layers).toEqual(layers);
    expect(scanDocument(document([one()]))?.layers).toBeUndefined();
  });

  test('another form than the one that is written here is not guessed at', () => {
    const text = new TextDecoder().decode(document([one(), one()]));
    const others = [
      '',
      '{}',
      JSON.stringify(JSON.parse(text), null, 1),
      text.slice(0, -200),
      text.replace('"size":2', '"size":null'),
      text.replace('[1,2]', '[1,2,3]'),
      text.replace('[1,2]', '[1]'),
      text.replace('[1,2]', '["1",2]'),
      text.replace('[1,2]', '[,2]'),
      text.replace(',"points"', ',"more":1,"points"'),
      text.replace('"color":"#000",', ''),
    ];
    for (const other of others) {
      expect(other).not.toBe(text);
      expect(scanDocument(new TextEncoder().encode(other)), other.slice(0, 120)).toBeUndefined();
    }
  });
});
