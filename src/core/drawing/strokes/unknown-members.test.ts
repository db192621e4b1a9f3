import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { anyStroke, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { AT_MAX } from '../limits.ts';
import type { Stroke } from '../types.ts';
import { type Chunk, type ChunkRef, chunkStrokes, packTexts, parseChunk, sizeOfTexts } from './chunks.ts';
import { strokeJson } from './stroke-json.ts';
import { withUnknownMembers } from './unknown-members.ts';

/** A stored drawing, in chunks of at most so many strokes. */
function stored(strokes: readonly Stroke[], most = 64) {
  const chunks = packTexts(strokes.map(strokeJson), most);
  const refs = chunks.map(({ strokes }, i): ChunkRef => [String(i), strokes]);
  const read = vi.fn(async (ids: readonly string[]): Promise<string[] | undefined> => {
    return ids.map((id) => chunks[Number(id)]!.text);
  });
  return { refs, read };
}

function strokesOf(chunks: readonly Chunk[]): Stroke[] {
  return chunks.flatMap(({ text, strokes }) => {
    const parsed = parseChunk(text);
    expect(parsed).toHaveLength(strokes);
    return parsed;
  });
}

async function put(body: readonly Stroke[], drawing: readonly Stroke[], most?: number): Promise<Stroke[]> {
  const { refs, read } = stored(drawing, most);
  return strokesOf(await withUnknownMembers(chunkStrokes(body), refs, read));
}

const NEWER = ['tilt', 'opacity', 'layer', 'at'] as const;

/** As a client sends it back that does not know some members. */
function without(names: readonly (typeof NEWER)[number][], one: Stroke): Stroke {
  return Object.fromEntries(
    Object.entries(one).filter(([name]) => !names.some((other) => other === name)),
  ) as unknown as Stroke;
}

const full = (n: number, more: Partial<Stroke> = {}): Stroke => ({ ...stroke(n), layer: 'sky', ...more });
const older = (one: Stroke) => without(NEWER, one);

describe('layers: what an older client leaves out of strokes', () => {
  it('stays, of those that are still there, in their order; new ones are as they were sent', async () => {
    const drawing = [
      full(1, { opacity: 0.5, at: 7 }),
      { ...stroke(2), pressure: [0.5], tilt: [0.25] },
      full(3, { layer: 'n0tes' }),
      full(4),
    ];
    const body = [stroke(9), ...[3, 0, 1].map((i) => older(drawing[i]!)), stroke(8)];
    expect(await put(body, drawing)).toEqual([stroke(9), drawing[3], drawing[0], drawing[1], stroke(8)]);
  });

  it('equal strokes on several layers are paired in their order, one with one', async () => {
    const drawing = [full(1), stroke(1), full(1, { layer: 'n0tes' }), full(1)];
    expect(await put([1, 1, 1].map(stroke), drawing)).toEqual(drawing.slice(0, 3));
    expect(await put([1, 1, 1, 1, 1].map(stroke), drawing)).toEqual([...drawing, stroke(1)]);
  });

  it('a stroke that it changed is a new one', async () => {
    expect(await put([{ ...stroke(1), color: '#00f' }], [full(1)])).toEqual([
      { ...stroke(1), color: '#00f' },
    ]);
  });

  it('a member that a stroke of the body has is known: what lacks it lost it on purpose', async () => {
    const drawing = [full(1, { opacity: 0.5 }), full(2, { opacity: 0.5, at: 3 })];
    const body = [stroke(1), { ...stroke(2), opacity: 0.5 }];
    expect(await put(body, drawing)).toEqual([stroke(1), drawing[1]]);
  });

  it('a body with a stroke on a layer is taken as it is, and nothing is read for it', async () => {
    const { refs, read } = stored([full(1), full(2)]);
    const body = chunkStrokes([stroke(1), full(2)]);
    expect(await withUnknownMembers(body, refs, read)).toBe(body);
    expect(read).not.toHaveBeenCalled();
  });

  it('strokes that cannot be read give nothing back, and the others do', async () => {
    const drawing = Array.from({ length: 200 }, (_, n) => full(n));
    const { refs, read } = stored(drawing, 1);
    read.mockResolvedValueOnce(undefined);
    const kept = strokesOf(await withUnknownMembers(chunkStrokes(drawing.map(older)), refs, read));
    expect(kept.slice(64)).toEqual(drawing.slice(64));
    expect(kept.slice(0, 64)).toEqual(drawing.slice(0, 64).map(older));
    expect(Math.max(...read.mock.calls.map(([ids]) => ids.length))).toBe(64);
  });

  it('of a full drawing of equal strokes stays too', async () => {
    const drawing = Array.from({ length: 19_900 }, (_, n) => full(1, { layer: `l${n % 8}` }));
    expect(await put(drawing.map(older), drawing)).toEqual(drawing);
  });

  it('makes a body less than six times as long, whatever it is given back', async () => {
    const sizeOf = (chunks: readonly Chunk[]) => sizeOfTexts(chunks.map(({ text }) => text));
    /** Zeros, which are the shortest points, and the longest numbers that there are. */
    const worst = (points: number): Stroke => ({
      tool: 'a',
      color: '#000',
      size: 1,
      points: Array(points).fill([0, 0]),
      tilt: Array(points).fill(0.0000012345678901234567),
      opacity: 0.0000012345678901234567,
      layer: '12345678',
      at: AT_MAX,
    });
    const strokes = fc.oneof(anyStroke, fc.integer({ min: 1, max: 300 }).map(worst));
    await fc.assert(
      fc.asyncProperty(fc.array(strokes, { minLength: 1, maxLength: 20 }), async (drawing) => {
        const body = chunkStrokes(drawing.map(older));
        const { refs, read } = stored(drawing);
        const given = sizeOf(await withUnknownMembers(body, refs, read));
        expect(given).toBeGreaterThanOrEqual(sizeOf(body));
        expect(given).toBeLessThan(6 * sizeOf(body));
      }),
      { examples: [[[worst(10_000)]], [[worst(1)]]] },
    );
  });

  it('stays whatever the strokes are and the client knows, and sending it again changes nothing', async () => {
    const unknown = fc
      .subarray(NEWER.filter((name) => name !== 'layer'))
      .map((names) => ['layer' as const, ...names]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyStroke, { maxLength: 40 }),
        fc.array(anyStroke, { maxLength: 5 }),
        unknown,
        fc.func(fc.nat({ max: 3 })),
        fc.integer({ min: 1, max: 9 }),
        async (drawing, drawn, names, erases, most) => {
          const left = drawing.filter((one) => erases(strokeJson(one)) > 0);
          const body = [...left.map((one) => without(names, one)), ...drawn.map(older)];
          // The client names nothing of what it does not know, but may have erased all that has what it knows.
          const dropped = NEWER.filter((name) => body.every((one) => !(name in one)));
          const wanted: Stroke[] = [];
          const rest = [...drawing];
          for (const one of body) {
            const at = rest.findIndex((other) => strokeJson(without(dropped, other)) === strokeJson(one));
            wanted.push(at < 0 ? one : rest.splice(at, 1)[0]!);
          }
          const kept = await put(body, drawing, most);
          expect(kept.map(strokeJson)).toEqual(wanted.map(strokeJson));
          expect((await put(body, kept, most)).map(strokeJson)).toEqual(kept.map(strokeJson));
        },
      ),
      { numRuns: 200 },
    );
  });
});
