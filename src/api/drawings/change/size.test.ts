import { expect, test, vi } from 'vitest';
import { realLikeStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { chunkStrokes, sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { memoryStore } from '../../../store/memory.ts';
import { ApiError } from '../../errors.ts';
import type { DrawingRow, Store } from '../../ports.ts';
import { importDrawing, readArchivedDrawing } from '../import.ts';
import { commit, nextNumber } from './commit.ts';
import { sizeOf } from './size.ts';

const MAX = 20_000;
vi.mock('../../../core/drawing/limits.ts', async (original) => ({
  ...(await original<typeof import('../../../core/drawing/limits.ts')>()),
  STROKES_SIZE_MAX: 20_000,
}));

const ID = '00000000-0000-4000-8000-000000000001';
const strokes = realLikeStrokes(200);

function archived(some: readonly Stroke[]): string {
  const at = '2026-11-21T00:00:00.000Z';
  const owned = { id: ID, rev: 3, trashed: false, createdAt: at, updatedAt: at };
  return JSON.stringify({ ...owned, title: 'T', strokes: some, thumb: '' });
}

/** Writes all strokes again, as a PUT does. */
function write(store: Store, some: readonly Stroke[], title = 'T'): Promise<DrawingRow> {
  return store.write(async (tx) => {
    const before = await tx.drawing(ID);
    const seq = await nextNumber(tx);
    const chunks = chunkStrokes(some);
    const written = chunks.map(({ text }, i) => ({ id: `${seq}.${i}`, text }));
    const change = {
      count: some.length,
      size: sizeOfTexts(chunks.map(({ text }) => text)),
      chunks: chunks.map(({ strokes: count }, i) => [`${seq}.${i}`, count] as const),
      written,
      dropped: (before?.chunks ?? []).map(([id]) => id),
    };
    return commit(tx, seq, ID, before, { title, strokes: change }, 0, undefined);
  });
}

/** The number of strokes that fit. */
function most(): number {
  let count = 0;
  while (sizeOfTexts(chunkStrokes(strokes.slice(0, count + 1)).map(({ text }) => text)) <= MAX) count++;
  return count;
}

test('a drawing may reach the limit, and nothing of a larger one is written', async () => {
  const store = memoryStore();
  const row = await write(store, strokes.slice(0, most()));
  const state = () => store.read(async (tx) => ({ row: await tx.drawing(ID), meta: await tx.meta() }));
  const before = await state();
  expect(before.row).toEqual(row);
  const larger = write(store, strokes.slice(0, most() + 1));
  await expect(larger).rejects.toMatchObject({ code: 'too_large' });
  expect(await state()).toEqual(before);
});

test('a drawing from before the limit may shrink or be renamed, but not grow', async () => {
  const store = memoryStore();
  await write(store, strokes.slice(0, most()));
  const large = await store.write(async (tx) => {
    const row = { ...(await tx.drawing(ID))!, size: 3 * MAX };
    await tx.putDrawing(row);
    return row;
  });
  const renamed = await store.write(async (tx) =>
    commit(tx, await nextNumber(tx), ID, large, { title: 'Other' }, 0, undefined),
  );
  expect(renamed).toMatchObject({ title: 'Other', size: 3 * MAX });
  const changeTo = (size: number) =>
    store.write(async (tx) => {
      const change = { count: 1, size, chunks: [], written: [], dropped: [] };
      return commit(tx, await nextNumber(tx), ID, renamed, { strokes: change }, 0, undefined);
    });
  expect(await changeTo(2 * MAX)).toMatchObject({ size: 2 * MAX });
  await expect(changeTo(3 * MAX + 1)).rejects.toBeInstanceOf(ApiError);
});

test("the size of an older build's row is counted from its chunks", async () => {
  const store = memoryStore();
  const row = await write(store, strokes.slice(0, most()));
  const { size: _, ...uncounted } = row;
  expect(await store.read((tx) => sizeOf(tx, uncounted))).toBe(row.size);
  const texts = await store.read((tx) => tx.chunks(row.chunks.map(([id]) => id)));
  expect(row.size).toBe(texts.join(',').length + 1);
});

test('an import refuses a larger one', async () => {
  const store = memoryStore();
  const fits = await importDrawing(
    store,
    readArchivedDrawing(archived(strokes.slice(0, most())), ID),
    Date.now(),
  );
  expect(fits.row?.size).toBeLessThanOrEqual(MAX);
  const large = archived(strokes.slice(0, most() + 1));
  expect(() => readArchivedDrawing(large, ID)).toThrow(/at most \d+ bytes of JSON/);
});
