import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { ALL_POINTS_MAX, ALL_STROKES_MAX } from '../common/limits.ts';
import { Refused } from '../common/refused.ts';
import { exportArea } from '../picture.ts';
import { readText } from '../read.ts';
import { carryingParts, nameOfCopy } from './carried-strokes.ts';

function copied(strokes: readonly Stroke[], name = 'copy-1'): string {
  return [...carryingParts(strokes, exportArea(strokes)!, name)].join('');
}

const pressed: Stroke = {
  tool: 'pencil',
  color: '#1f4fae',
  size: 3.25,
  points: [
    [10, 20.5],
    [31.25, 40],
  ],
  pressure: [0.125, 1],
  tilt: [0, 0.5],
  opacity: 0.75,
  layer: 'sky2',
  at: 81_234,
};
const [real = pressed] = realStrokes(1);

describe('studio: strokes over the clipboard', () => {
  test('any strokes come back from the text as they were, in their order', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { minLength: 1, maxLength: 5 }), (strokes) => {
        const { strokes: back, leftOut, title } = readText(copied(strokes));
        expect(back).toEqual(strokes);
        expect([leftOut, title]).toEqual([{}, undefined]);
      }),
    );
  });

  test('so do real ones, markers among them, and line ends of another system change nothing', () => {
    const strokes = realStrokes(60).map((one, i) => (i % 3 === 0 ? { ...one, tool: 'marker' } : one));
    expect(readText(copied(strokes)).strokes).toEqual(strokes);
    expect(readText(copied(strokes).replaceAll('\n', '\r\n')).strokes).toEqual(strokes);
  });

  test('the text is one SVG, which draws the strokes for other programs, and names the copy', () => {
    const text = copied([pressed, real], 'a-1B');
    expect(text.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    expect(text.trimEnd().endsWith('</svg>')).toBe(true);
    expect(text.match(/<path/g)?.length).toBeGreaterThanOrEqual(2);
    expect(nameOfCopy(text)).toBe('a-1B');
    expect(nameOfCopy(text.replace('metadata', 'desc'))).toBeUndefined();
    expect(nameOfCopy('<svg/>')).toBeUndefined();
  });

  /** A line of a pen is read from what is drawn: without `at`. */
  const line: Stroke = {
    tool: 'pen',
    color: '#bf3b2b',
    size: 4,
    points: [
      [0, 0],
      [40, 30],
    ],
    at: 7,
  };
  const { at: _, ...drawn } = line;

  test.each([
    ['a path was moved', (text: string) => text.replace(/d="M0 0/, 'd="M5 5')],
    ['a path was coloured', (text: string) => text.replace('#bf3b2b', '#00ff00')],
    ['a group was moved', (text: string) => text.replace('<g ', '<g transform="translate(9,9)" ')],
    ['a path was added', (text: string) => text.replace('<path', '<path d="M1 1l2 2" stroke="#123"/><path')],
  ])('what another program has changed is read as it is drawn: %s', (_, change) => {
    const { strokes } = readText(change(copied([line])));
    expect(strokes[0]).not.toEqual(line);
    expect(strokes.every(({ at }) => at === undefined)).toBe(true);
  });

  test.each([
    ['a member that no stroke has', '"tool"', '"more":1,"tool"'],
    ['a point that is no place', '[40,30]', '[40,1e999]'],
    ['a point beyond the paper', '[40,30]', '[40,1000001]'],
    ['a size that is too large', '"size":4', '"size":4000'],
    ['no JSON', '"points"', 'points'],
    ['an object', '>[', '>{'],
    ['an entity', '"pen"', '"&#112;en"'],
    ['markup', '"pen"', '"<script>alert(1)</script>"'],
  ])('damaged strokes are not taken, and the drawing is read instead: %s', (_, part, bad) => {
    const text = copied([line]);
    const at = text.indexOf('<metadata');
    const damaged = text.slice(0, at) + text.slice(at).replace(part, bad);
    expect(damaged).not.toBe(text);
    if (bad.includes('<script>')) expect(() => readText(damaged)).toThrow(Refused);
    else expect(readText(damaged).strokes).toEqual([drawn]);
  });

  test('too much is refused before it is parsed', () => {
    const text = copied([line]);
    const holding = (json: string) => text.replace(/>\[[^<]*\]</, `>${json}<`);
    const reason = (json: string) => {
      try {
        readText(holding(json));
      } catch (error) {
        if (error instanceof Refused) return error.refusal;
        throw error;
      }
      return undefined;
    };
    expect(reason('['.repeat(100_000))).toEqual({ code: 'too_deep' });
    const points = { code: 'too_many', what: 'points', most: ALL_POINTS_MAX };
    expect(reason(`[${'[0],'.repeat(ALL_POINTS_MAX + 1_000_001)}0]`)).toEqual(points);
    const dot = '{"tool":"pen","color":"#000","size":1,"points":[[0,0]]}';
    expect(reason(`[${`${dot},`.repeat(ALL_STROKES_MAX)}${dot}]`)).toEqual({
      code: 'too_many',
      what: 'strokes',
      most: ALL_STROKES_MAX,
    });
  });

  test('texts that are made to hold the reader up take no longer than others of their size', () => {
    const many = 300_000;
    for (const text of [
      '<metadata '.repeat(many),
      `<metadata ${' data-strokes="'.repeat(many)}`,
      `<svg>${'<metadata data-strokes="1">'.repeat(many)}`,
      `<svg${' d="'.repeat(many)}><metadata data-strokes="1">[]</metadata>`,
    ]) {
      expect(() => readText(text)).toThrow(Refused);
    }
  });
});
