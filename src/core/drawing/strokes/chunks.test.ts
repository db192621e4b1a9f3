import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyStroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { CHUNK_CHARS, CHUNK_STROKES } from '../limits.ts';
import { chunkStrokes, packTexts, parseChunk } from './chunks.ts';
import { strokesJson } from './stroke-json.ts';

describe('drawing: chunks', () => {
  it('joined are the whole drawing, each within its limits and not empty', () => {
    fc.assert(
      fc.property(fc.array(anyStroke, { maxLength: 200 }), (strokes) => {
        const chunks = chunkStrokes(strokes);
        expect(chunks.map(({ text }) => text).join()).toBe(strokesJson(strokes));
        for (const { text, strokes: count } of chunks) {
          expect(parseChunk(text)).toHaveLength(count);
          expect(count).toBeGreaterThan(0);
          expect(count).toBeLessThanOrEqual(CHUNK_STROKES);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('of real strokes fill one of the limits', () => {
    const strokes = realStrokes(1_000);
    const chunks = chunkStrokes(strokes);
    for (const [i, { text, strokes: count }] of chunks.slice(0, -1).entries()) {
      expect(text.length).toBeLessThanOrEqual(CHUNK_CHARS);
      const next = strokesJson(parseChunk(chunks[i + 1]?.text ?? '').slice(0, 1));
      expect(count === CHUNK_STROKES || text.length + 1 + next.length > CHUNK_CHARS).toBe(true);
    }
  });

  it('end at the stroke that reaches the limit of strokes or characters', () => {
    const texts = (...lengths: number[]) => lengths.map((length) => 'x'.repeat(length));
    const sizes = (lengths: number[]) => packTexts(texts(...lengths), 3, 20).map(({ strokes }) => strokes);
    expect(sizes([])).toEqual([]);
    expect(sizes([1, 1, 1, 1])).toEqual([3, 1]);
    expect(sizes([9, 10, 1])).toEqual([2, 1]);
    expect(sizes([9, 11, 1])).toEqual([1, 2]);
    expect(sizes([50, 1, 50])).toEqual([1, 1, 1]);
  });
});
