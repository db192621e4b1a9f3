/** An engine where the last writer wins: the simulator must notice what it loses. */
import { chunkIds, commit, nextNumber } from '../../src/api/drawings/change/commit.ts';
import { allOf } from '../../src/api/drawings/change/versions.ts';
import { chunkStrokes, sizeOfTexts } from '../../src/core/drawing/strokes/chunks.ts';
import type { Drawing } from '../../src/core/drawing/types.ts';
import type { MakeEngine } from './engine.ts';
import { contentsOf } from './judging/contents.ts';

export const naiveEngine: MakeEngine = ({ store, now, send }) => {
  const never = new AbortController().signal;
  const ask = async (path: string) =>
    (await send(`/api/v1${path}`, { method: 'GET', headers: {} }, never)).json();

  async function run() {
    const { changes }: { changes: { id: string; rev: number }[] } = await ask('/drawings/changes?limit=1000');
    const here = await contentsOf(store);
    for (const { id } of changes) await take(await ask(`/drawings/${id}`));
    for (const [id, { title, strokes }] of here.drawings) {
      if (changes.some((change) => change.id === id)) continue;
      const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
      const body = JSON.stringify({ title, strokes, thumb: '' });
      await send(`/api/v1/drawings/${id}`, { method: 'PUT', headers, body }, never);
    }
  }

  function take({ id, title, strokes, trashed, createdAt, updatedAt }: Drawing): Promise<void> {
    return store.write(async (tx) => {
      const before = await tx.drawing(id);
      if (before?.updatedAt === updatedAt) return;
      const seq = await nextNumber(tx);
      const nameChunk = chunkIds(seq);
      const chunks = chunkStrokes(strokes).map((chunk, index) => ({ ...chunk, id: nameChunk(index) }));
      const all = {
        count: strokes.length,
        size: sizeOfTexts(chunks.map(({ text }) => text)),
        chunks: chunks.map((chunk) => [chunk.id, chunk.strokes] as const),
        written: chunks,
        dropped: (before?.chunks ?? []).map(([chunk]) => chunk),
        // Versions are kept, as by any change that replaces all.
        lost: before && allOf(before),
      };
      const row = await commit(tx, seq, id, before, { title, trashed, strokes: all }, now(), undefined);
      await tx.putDrawing({ ...row, createdAt, updatedAt });
    });
  }

  return {
    async run() {
      try {
        await run();
        return 'done';
      } catch {
        return { trouble: 'unreachable', wait: 0 };
      }
    },
    state: async () => ({ waiting: [], troubles: [], notices: [] }),
  };
};
