import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { documentText } from '../../../api/drawings/response/responses.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { strokesJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { Drawing, Stroke } from '../../../core/drawing/types.ts';
import { parseDrawing } from './parse-drawing.ts';

const ROW = {
  id: '0190a6e0-0000-7000-8000-000000000000',
  rev: 3,
  title: 'Ü "strokes":[ 💧 ],"thumb":',
  trashed: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const bytes = (text: string) => new TextEncoder().encode(text);
const answered = (strokes: readonly Stroke[]) =>
  documentText(ROW, strokes.length > 0 ? [strokesJson(strokes)] : [], 'data:image/png;base64,AAAA');

/** The parsed drawing, and the number of strokes in each part. */
async function parsed(text: string) {
  const parts: (readonly Stroke[])[] = [];
  const drawing = await parseDrawing(bytes(text), (strokes) => parts.push(strokes));
  return { drawing, parts };
}

describe('studio: parsing a drawing in parts', () => {
  test('returns the drawing, and passes on each stroke once, in order', async () => {
    const odd = realStrokes(1).map((stroke) => ({ ...stroke, tool: '},{"tool":"💧', color: '],"thumb":' }));
    const strokes = [...odd, ...realStrokes(2_000), ...odd];
    const text = answered(strokes);
    const { drawing, parts } = await parsed(text);
    expect(drawing).toEqual(JSON.parse(text));
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.flat().every((stroke, i) => stroke === drawing.strokes[i])).toBe(true);
    expect(parts.flat()).toHaveLength(strokes.length);
  });

  test('parses a small one at once', async () => {
    for (const strokes of [[], realStrokes(3)]) {
      const { drawing, parts } = await parsed(answered(strokes));
      expect(drawing).toEqual(JSON.parse(answered(strokes)));
      expect(parts).toEqual([drawing.strokes]);
    }
  });

  test('parses other forms of JSON too', async () => {
    const drawing: Drawing = JSON.parse(answered(realStrokes(1_000)));
    const { strokes, ...rest } = drawing;
    for (const text of [
      JSON.stringify(drawing, null, 1),
      JSON.stringify({ ...rest, strokes }),
      JSON.stringify({
        ...drawing,
        strokes: strokes.map((one) => Object.fromEntries(Object.entries(one).reverse())),
      }),
    ]) {
      expect((await parsed(text)).drawing).toEqual(drawing);
    }
  });

  test('parses an earlier version in parts too', async () => {
    const strokes = realStrokes(2_000);
    const { id, rev, title, updatedAt } = ROW;
    const layers = [{ ...BASE, name: '],"updatedAt":' }];
    const text = JSON.stringify({ id: '3', drawing: id, rev, title, strokes, updatedAt, layers });
    let parts = 0;
    const version = await parseDrawing<Drawing>(bytes(text), () => parts++, 'version');
    expect(version).toEqual(JSON.parse(text));
    expect(parts).toBeGreaterThan(5);
  });

  test('refuses truncated JSON', async () => {
    const text = answered(realStrokes(1_000));
    await expect(parsed(text.slice(0, -20))).rejects.toThrow(SyntaxError);
    await expect(parsed(text.replace('"points":[[', '"points":[['.slice(1)))).rejects.toThrow(SyntaxError);
  });
});
