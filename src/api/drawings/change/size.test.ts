import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { realLikeStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { server } from '../../../../tests/support/sync/sync.ts';
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

test('a PUT of an older client counts as it is stored: with what strokes get back, it is no larger than the limit', async () => {
  const LAYERS = ['base', 'sky'].map((id) => ({ id, name: '', opacity: 1, visible: true, locked: false }));
  const points = (count: number) => Array.from({ length: count }, (_, i) => [i % 10, 0] as const);
  const onLayer = (n: number, count: number): Stroke => ({
    tool: 'pen',
    color: '#000',
    size: n + 1,
    points: points(count),
    tilt: points(count).map(([x]) => x / 13),
    layer: `l${n % 3}`,
  });
  const older = ({ tilt: _, layer: __, ...one }: Stroke): Stroke => one;
  const sizeOfAll = (some: readonly Stroke[]) => sizeOfTexts(chunkStrokes(some).map(({ text }) => text));
  const counts = fc.array(fc.integer({ min: 1, max: 120 }), { minLength: 1, maxLength: 12 });
  const told = { stored: 0, refused: 0, refusedAlone: 0 };
  await fc.assert(
    fc.asyncProperty(
      counts,
      fc.nat({ max: 11 }),
      fc.integer({ min: 1, max: 2_500 }),
      async (all, erased, more) => {
        const drawn = all.map((count, n) => onLayer(n, count));
        while (sizeOfAll(drawn) > MAX) drawn.pop();
        const { handle, pages, store } = server();
        const id = await pages.create({ strokes: drawn, layers: LAYERS });
        const row = () => store.read((tx) => tx.drawing(id));
        const before = await row();
        const left = drawn.filter((_, n) => n !== erased);
        const added = { ...older(onLayer(99, more)), color: '#111' };
        const body = { title: '', strokes: [...left.map(older), added], thumb: '' };
        const at = `http://here/api/v1/drawings/${id}`;
        const headers = { 'Content-Type': 'application/json', 'If-Match': '"1"', Prefer: 'return=minimal' };
        const response = await handle(
          new Request(at, { method: 'PUT', headers, body: JSON.stringify(body) }),
        );
        const size = sizeOfAll([...left, added]);
        if (size <= MAX) {
          told.stored += 1;
          expect([response.status, (await row())?.size]).toEqual([200, size]);
          expect((await pages.read(id))?.strokes).toEqual([...left, added]);
          return;
        }
        told.refused += 1;
        if (sizeOfAll(body.strokes) <= MAX) told.refusedAlone += 1;
        expect(response.status).toBe(413);
        expect(await response.json()).toMatchObject({ error: { code: 'too_large' } });
        expect(await row()).toEqual(before);
      },
    ),
    { numRuns: 200 },
  );
  // Both happen, and without what they get back some of the refused would have been stored.
  expect(Math.min(...Object.values(told))).toBeGreaterThan(0);
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
