/** Drawings of two devices that together exceed the limits of a drawing. */
import { expect, it, vi } from 'vitest';
import { stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { device, server } from '../../../tests/support/sync/sync.ts';
import { drawnSorted, expectEqual } from '../../../tests/support/sync/sync-expect.ts';
import { STROKES_SIZE_MAX } from '../../core/drawing/limits.ts';
import { sizeOfTexts } from '../../core/drawing/strokes/chunks.ts';

vi.mock('../../core/drawing/limits.ts', async (original) => ({
  ...(await original<typeof import('../../core/drawing/limits.ts')>()),
  STROKES_SIZE_MAX: 3_000,
}));

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
it('a merge that would exceed the size limit becomes a kept copy, and nothing is lost', async () => {
  const there = server();
  const [a, b] = [device(there), device(there)];
  const id = await a.pages.create({ title: 'Pulau', strokes: range(0, 10).map(stroke) });
  await a.settle();
  await b.settle();
  await a.pages.add(id, ...range(100, 125).map(stroke));
  await b.pages.add(id, ...range(200, 225).map(stroke));
  for (const it of [a, b, a]) await it.settle();
  await expectEqual(there, a, b);

  const [notice] = (await b.sync.state()).notices;
  expect(notice).toMatchObject({ kind: 'kept_copy', drawing: id });
  const copy = notice?.kind === 'kept_copy' ? notice.copy : '';
  const all = [...range(0, 10), ...range(100, 125)];
  expect(await drawnSorted(a, id)).toEqual(all);
  expect(await drawnSorted(a, copy)).toEqual([...range(0, 10), ...range(200, 225)]);
  expect((await a.sync.state()).troubles).toEqual([]);

  // Each row has its size, whoever wrote it.
  for (const { store } of [a, b]) {
    for (const row of await store.read((tx) => tx.list({ trashed: false }))) {
      const texts = await store.read((tx) => tx.chunks(row.chunks.map(([chunk]) => chunk)));
      expect(row.size).toBe(sizeOfTexts(texts));
      expect(row.size).toBeLessThanOrEqual(STROKES_SIZE_MAX);
    }
  }
});

it('two devices that differ only in layers, paper or photo keep a copy each, and two that are equal keep one', async () => {
  const drawing = '00000000-0000-4000-8000-000000000001';
  const there = server();
  await there.pages.create({ strokes: range(0, 30).map(stroke) }, drawing);
  const papers = ['#fff8e7', '#1d232f', '#fff8e7'];
  const devices = papers.map(() => device(there));
  for (const [index, one] of devices.entries()) {
    await one.pages.create({ strokes: range(200, 230).map(stroke) }, drawing);
    await one.pages.patch(drawing, { op: 'replace', path: '/paper', value: { color: papers[index] } });
  }
  for (const one of [...devices, ...devices]) await one.settle();
  const copies = (await there.pages.all()).filter(({ id }) => id !== drawing);
  expect(copies.map(({ paper }) => String(paper?.color)).sort()).toEqual(['#1d232f', '#fff8e7']);
  for (const { id } of copies) expect(await drawnSorted(there, id)).toEqual(range(200, 230));
});
