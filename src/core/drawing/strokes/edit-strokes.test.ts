import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { realLikeStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { CHUNK_CHARS, CHUNK_STROKES, TIER_CHUNKS } from '../limits.ts';
import type { Stroke } from '../types.ts';
import { type ChunkRef, chunkStrokes, parseChunk, sizeOfTexts } from './chunks.ts';
import { editStrokes, type StrokeEditor } from './edit-strokes.ts';

/** Chunks in a map, with a count of reads. */
class Chunks {
  readonly texts = new Map<string, string>();
  readonly reads: string[] = [];
  refs: ChunkRef[];
  #writes = 0;

  constructor(strokes: readonly Stroke[]) {
    this.refs = chunkStrokes(strokes).map(({ text, strokes: count }, i): ChunkRef => {
      this.texts.set(`c${i}`, text);
      return [`c${i}`, count];
    });
  }

  /** Edits as a write does. Returns the written and the dropped chunks. */
  async edit(work: (editor: StrokeEditor) => Promise<void>) {
    this.reads.length = 0;
    const before = this.size;
    const editor = editStrokes(this.refs, async (ids) => {
      this.reads.push(...ids);
      return ids.map((id) => this.texts.get(id) ?? '');
    });
    await work(editor);
    const write = ++this.#writes;
    const edited = await editor.finish((n) => `w${write}-${n}`);
    for (const id of edited.dropped) expect(this.texts.delete(id)).toBe(true);
    for (const { id, text } of edited.written) this.texts.set(id, text);
    this.refs = edited.chunks;
    expect(this.size - before).toBe(edited.growth);
    return edited;
  }

  get size(): number {
    return sizeOfTexts([...this.texts.values()]);
  }

  /** The strokes of the drawing, after checking that references and chunks match. */
  strokes(): Stroke[] {
    expect(new Set(this.refs.map(([id]) => id))).toEqual(new Set(this.texts.keys()));
    return this.refs.flatMap(([id, count]) => {
      const strokes = parseChunk(this.texts.get(id) ?? '');
      expect(strokes).toHaveLength(count);
      expect(count).toBeGreaterThan(0);
      return strokes;
    });
  }
}

const many = Array.from({ length: 1_000 }, (_, n) => stroke(n));

describe('drawing: stroke editor', () => {
  it('does the same as an array', async () => {
    const step = fc.record({
      kind: fc.constantFrom('append', 'insert', 'insert', 'remove', 'replace', 'at'),
      at: fc.nat({ max: 400 }),
    });
    const rounds = fc.array(fc.array(step, { maxLength: 90 }), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 300 }), rounds, async (start, edits) => {
        const model = many.slice(0, start);
        const chunks = new Chunks(model);
        let next = 5_000;
        for (const steps of edits) {
          await chunks.edit(async (editor) => {
            for (const { kind, at } of steps) {
              const fresh = stroke(next++);
              if (kind === 'append' || model.length === 0) {
                model.push(fresh);
                await editor.insert(editor.count, fresh);
              } else if (kind === 'insert') {
                model.splice(at % (model.length + 1), 0, fresh);
                await editor.insert(at % model.length, fresh);
              } else if (kind === 'replace') {
                model[at % model.length] = fresh;
                await editor.replace(at % model.length, fresh);
              } else if (kind === 'at') {
                expect(await editor.at(at % model.length)).toEqual(model[at % model.length]);
              } else {
                const index = at % model.length;
                model.splice(index, 1);
                await editor.remove(index);
              }
              expect(editor.count).toBe(model.length);
            }
          });
          expect(numbers(chunks.strokes())).toEqual(numbers(model));
          for (const [, count] of chunks.refs) expect(count).toBeLessThanOrEqual(CHUNK_STROKES);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('appends a new chunk without reading or rewriting any', async () => {
    const chunks = new Chunks(many.slice(0, 10 * CHUNK_STROKES + 5));
    const full = chunks.refs;
    const first = await chunks.edit((editor) => editor.insert(editor.count, stroke(7)));
    const second = await chunks.edit((editor) => editor.insert(editor.count, stroke(8)));
    expect([chunks.reads, first.dropped, second.dropped]).toEqual([[], [], []]);
    expect(second.chunks).toEqual([...full, ['w1-0', 1, 1], ['w2-0', 1, 1]]);
  });

  it('packs appended chunks seldom, and few remain', async () => {
    const strokes = realLikeStrokes(600);
    const chunks = new Chunks([]);
    let [packed, written] = [0, 0];
    for (const one of strokes) {
      const edited = await chunks.edit((editor) => editor.insert(editor.count, one));
      if (edited.dropped.length > 0) packed += 1;
      for (const { text } of edited.written) written += text.length;
    }
    expect(chunks.strokes()).toEqual(strokes);
    expect(packed).toBeLessThanOrEqual(strokes.length / TIER_CHUNKS);
    const once = strokes.reduce((sum, one) => sum + JSON.stringify(one).length + 1, 0);
    expect(written).toBeLessThan(3.2 * once);
    const small = chunks.refs.filter(([, , tier]) => tier !== undefined);
    expect(small.length).toBeLessThanOrEqual(2 * (TIER_CHUNKS + 1));
    expect(chunks.refs.length - small.length).toBeLessThanOrEqual(2 * chunkStrokes(strokes).length);
  });

  it('packs long strokes too', async () => {
    const long = realLikeStrokes(2_000).filter(({ points }) => points.length > 150);
    const strokes = Array.from({ length: 100 }, (_, i) => long[i % long.length]!);
    const chunks = new Chunks([]);
    for (const one of strokes) await chunks.edit((editor) => editor.insert(editor.count, one));
    expect(chunks.strokes()).toEqual(strokes);
    const full = chunks.refs.filter(([, , tier]) => tier === undefined);
    expect(full.length).toBeLessThanOrEqual(2 * chunkStrokes(strokes).length);
  });

  it('starts a new chunk when the last one has enough characters', async () => {
    const long = realLikeStrokes(400).filter(({ points }) => points.length > 150);
    const [first, second] = [long.slice(0, 8), long[8]];
    const chunks = new Chunks(first);
    const edited = await chunks.edit((editor) => editor.insert(editor.count, second ?? stroke(1)));
    expect(edited.written).toHaveLength(1);
    for (const { text } of edited.written) expect(text.length).toBeLessThanOrEqual(CHUNK_CHARS);
    expect(chunks.strokes()).toEqual([...first, second]);
  });

  it('changes one chunk for a stroke in the middle, and reads it once', async () => {
    const chunks = new Chunks(many);
    const edited = await chunks.edit(async (editor) => {
      await editor.remove(100);
      await editor.replace(100, stroke(5_000));
      await editor.at(101);
    });
    expect(chunks.reads).toEqual(['c1']);
    expect(edited.dropped).toEqual(['c1']);
    expect(edited.written).toHaveLength(1);
  });

  it('writes nothing if it only reads', async () => {
    const chunks = new Chunks(many);
    const { refs } = chunks;
    const edited = await chunks.edit(async (editor) => {
      expect(await editor.at(999)).toEqual(stroke(999));
    });
    expect(edited).toEqual({ chunks: refs, written: [], dropped: [], growth: 0, lost: [0, 0] });
  });

  it('counts the strokes that are removed or replaced, with their characters, and none that come', async () => {
    const { lost } = await new Chunks(many).edit(async (editor) => {
      await editor.insert(5, stroke(5_000));
      await editor.remove(0);
      await editor.replace(998, stroke(5_001));
    });
    const texts = [many[0], many[998]].map((one) => JSON.stringify(one));
    expect(lost).toEqual([2, sizeOfTexts(texts)]);
  });

  it('halves a full chunk on insertion, so that the next insertions fit', async () => {
    const chunks = new Chunks(many.slice(0, 3 * CHUNK_STROKES));
    for (let i = 0; i < 20; i++) await chunks.edit((editor) => editor.insert(70, stroke(5_000 + i)));
    expect(chunks.refs).toHaveLength(4);
  });

  it('drops a chunk whose last stroke is removed', async () => {
    const chunks = new Chunks(many.slice(0, CHUNK_STROKES + 1));
    const edited = await chunks.edit((editor) => editor.remove(CHUNK_STROKES));
    expect(edited).toMatchObject({ chunks: [['c0', CHUNK_STROKES]], written: [], dropped: ['c1'] });
    for (let i = 0; i < CHUNK_STROKES; i++) await chunks.edit((editor) => editor.remove(0));
    expect([chunks.refs, chunks.texts.size]).toEqual([[], 0]);
  });

  it('packs changed neighbours that shrank into one', async () => {
    const chunks = new Chunks(many.slice(0, 3 * CHUNK_STROKES));
    await chunks.edit(async (editor) => {
      for (let i = 0; i < 80; i++) await editor.remove(24);
    });
    expect(chunks.refs.map(([, count]) => count)).toEqual([48, 64]);
  });

  it.each([-1, 3, 1.5, Number.NaN])('has no stroke at %s of three', async (index) => {
    const chunks = new Chunks(many.slice(0, 3));
    const editor = editStrokes(chunks.refs, async () => ['']);
    await expect(editor.at(index)).rejects.toThrow(RangeError);
    await expect(editor.remove(index)).rejects.toThrow(RangeError);
    await expect(editor.replace(index, stroke(1))).rejects.toThrow(RangeError);
    if (index !== 3) await expect(editor.insert(index, stroke(1))).rejects.toThrow(RangeError);
  });
});
