import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import {
  contents,
  drawing,
  exported,
  fileOf,
  filled,
  id,
  manifest,
  NOW,
  PNG,
  state,
  strokes,
  take,
  zipOf,
} from '../../../tests/support/drawing/archives.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { memoryStore } from '../../store/memory.ts';
import { exportArchive } from './export.ts';
import { storeLibrary } from './library.ts';
import { exportWords, leftOutWords } from './words.ts';

describe('archive: export and import', () => {
  it('restores 1,000 drawings unchanged, and a repeated import changes nothing', async () => {
    const drawings = Array.from({ length: 1000 }, (_, n) => drawing(n));
    const from = await filled(drawings);
    const profile = '{"displayName":"Ada 🎨","avatarSeed":"x"}';
    await from.write((tx) => tx.putValue('profile', profile));
    const seen: unknown[] = [];
    const { result, source } = await exported(from, (...args: unknown[]) => void seen.push(args[0]));
    expect(result).toEqual({ drawings: 1000, leftOut: [] });
    expect(seen.at(-1)).toEqual({ done: 1000, total: 1000 });

    const to = memoryStore();
    const told: string[] = [];
    const first = await take(source, to, { announce: (change) => void told.push(change.id) });
    expect(first).toMatchObject({ added: 1000, profile: 'taken', leftOut: [], stopped: undefined });
    expect(told.length).toBe(1000);
    deepStrictEqual(await contents(to), drawings);
    expect(await to.read((tx) => tx.value('profile'))).toBe(profile);

    const before = await state(to);
    const again = await take(source, to, { announce: () => expect.fail('nothing changed') });
    expect(again).toMatchObject({ added: 0, same: 1000, copied: 0, profile: 'same', leftOut: [] });
    deepStrictEqual(await state(to), before);
  });

  it('stores a drawing beside one that differs only in its paper, once', async () => {
    const here = drawing(1);
    const other = drawing(1, { paper: { color: '#d9c2a0' } });
    const store = await filled([here]);
    for (const [copied, same] of [
      [1, 0],
      [0, 0],
    ]) {
      expect(await take(await fileOf([other]), store)).toMatchObject({ added: 0, copied, same });
    }
    const papers = (await contents(store)).map(({ paper }) => paper?.color);
    expect(new Set(papers)).toEqual(new Set([undefined, '#d9c2a0']));
    // White is the same, named or not.
    const white = drawing(1, { paper: { color: '#fffdf8' } });
    expect(await take(await fileOf([white]), store)).toMatchObject({ copied: 0, same: 1 });
  });

  it('replaces a date in the future by now', async () => {
    const now = new Date(NOW).toISOString();
    const [createdAt, updatedAt] = ['2026-11-21T03:00:00.000Z', '2031-01-01T00:00:00.000Z'];
    const ahead = drawing(1, { createdAt: updatedAt, updatedAt });
    // No two clocks agree, so a minute ahead is allowed.
    const nearly = new Date(NOW + 59_000).toISOString();
    const store = await filled([
      ahead,
      drawing(2, { createdAt, updatedAt }),
      drawing(3, { createdAt, updatedAt: nearly }),
    ]);
    const dates = (await contents(store)).map((one) => [one.createdAt, one.updatedAt]);
    expect(dates).toEqual([
      [now, now],
      [createdAt, now],
      [createdAt, nearly],
    ]);
    // Both dates lie ahead, one of them too far. The change still comes after the creation.
    const beyond = new Date(NOW + 61_000).toISOString();
    const both = await filled([drawing(4, { createdAt: nearly, updatedAt: beyond })]);
    expect(await contents(both)).toMatchObject([{ createdAt: now, updatedAt: now }]);
    // So is the copy of a drawing that differs.
    await take(await fileOf([{ ...ahead, title: 'Another' }]), store);
    expect((await contents(store)).at(-1)).toMatchObject({ createdAt: now, updatedAt: now });
  });

  it('numbers imported drawings after existing ones, for the change feed', async () => {
    const store = await filled([drawing(1), drawing(2)]);
    await take(await fileOf([drawing(3)]), store);
    const rows = await store.read((tx) => tx.changes(2, 10));
    expect(rows.map(({ id, seq }) => [id, seq])).toEqual([[id(3), 3]]);
    expect((await store.read((tx) => tx.meta())).counter).toBe(3);
  });

  it('stores a different drawing with the same id as a copy, once', async () => {
    const here = drawing(1, { title: 'Tree' });
    const store = await filled([here]);
    const other = drawing(1, { title: 'Tree', strokes: strokes.slice(100, 104), trashed: true, rev: 9 });
    const source = await fileOf([other]);
    expect(await take(source, store)).toMatchObject({ added: 0, copied: 1 });
    const [first, copy] = await contents(store);
    deepStrictEqual(first, here);
    deepStrictEqual(copy, { ...other, id: copy?.id, rev: 1, title: 'Tree (imported copy)' });
    expect(copy?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8/);
    const before = await state(store);
    expect(await take(source, store)).toMatchObject({ copied: 0, copied_before: 1 });
    deepStrictEqual(await state(store), before);
  });

  it('keeps the title of a copy within the limit', async () => {
    const titles = ['', '🎨'.repeat(200)];
    const store = await filled(titles.map((_, n) => drawing(n, { title: 'x' })));
    await take(await fileOf(titles.map((title, n) => drawing(n, { title }))), store);
    const copies = (await contents(store)).slice(2).map(({ title }) => title);
    expect(copies).toEqual(['Untitled (imported copy)', `${'🎨'.repeat(184)} (imported copy)`]);
  });

  it('leaves trash state, dates and thumbnail of an equal drawing unchanged', async () => {
    const here = drawing(1);
    const store = await filled([here]);
    const other = drawing(1, { trashed: true, rev: 30, thumb: PNG, updatedAt: new Date(NOW).toISOString() });
    expect(await take(await fileOf([other]), store)).toMatchObject({ same: 1, copied: 0 });
    deepStrictEqual(await contents(store), [here]);
  });

  it('keeps the existing profile', async () => {
    const store = memoryStore();
    const mine = '{"displayName":"Me","avatarSeed":""}';
    await store.write((tx) => tx.putValue('profile', mine));
    const other = ['profile.json', '{"displayName":"You","avatarSeed":""}'] as const;
    expect(await take(await zipOf([other, manifest(0)]), store)).toMatchObject({ profile: 'kept' });
    expect(await store.read((tx) => tx.value('profile'))).toBe(mine);
  });

  it('keeps numbers exact, negative zero included', async () => {
    const exact: Stroke = {
      tool: 'pen',
      color: '#1b1b1f',
      size: 0.1,
      points: [
        [-0, 1e-7],
        [0.1 + 0.2, -1e6],
      ],
    };
    const json = JSON.stringify(drawing(1, { strokes: [exact] })).replace('[[0,', '[[-0,');
    const store = memoryStore();
    await take(await zipOf([[`drawings/${id(1)}.json`, json], manifest(1)]), store);
    const { source } = await exported(store);
    const to = memoryStore();
    await take(source, to);
    expect((await contents(to))[0]?.strokes).toEqual([exact]);
    expect(Object.is((await contents(to))[0]?.strokes[0]?.points[0]?.[0], -0)).toBe(true);
  });

  it('stops between two drawings when aborted, and the next import continues', async () => {
    const source = await fileOf([drawing(1), drawing(2), drawing(3)]);
    const store = memoryStore();
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => void (done === 2 && stop.abort());
    const result = await take(source, store, { signal: stop.signal, onProgress });
    expect(result).toMatchObject({
      added: 2,
      total: 3,
      stopped: 'aborted',
    });
    expect(await take(source, store)).toMatchObject({ added: 1, same: 2 });
    const out = exportArchive(storeLibrary(store), {
      write: async () => {},
      product: '',
      now: () => NOW,
      signal: stop.signal,
    });
    await expect(out).rejects.toThrow('aborted');
  });

  it('exports the others if one is damaged, and lists it', async () => {
    const store = await filled([drawing(1), drawing(2)]);
    const row = await store.read((tx) => tx.drawing(id(1)));
    await store.write((tx) => tx.deleteChunks(row?.chunks.map(([chunk]) => chunk) ?? []));
    const { result, source } = await exported(store);
    expect(result).toMatchObject({ drawings: 1, leftOut: [{ name: `drawings/${id(1)}.json` }] });
    expect(leftOutWords(result.leftOut)[0]).toMatch(/ cannot be read: chunk .* is missing\.$/);
    expect(exportWords(result)).toBe(
      '1 drawing and the profile are in the file. 1 drawing could not be read.',
    );
    const to = memoryStore();
    expect(await take(source, to)).toMatchObject({ added: 1, leftOut: [] });
    // The reverse: a damaged drawing here does not keep the others out.
    const back = await take(await fileOf([drawing(1), drawing(3)]), store);
    expect(back).toMatchObject({ added: 1 });
    expect(leftOutWords(back.leftOut)).toEqual([
      `drawings/${id(1)}.json was not taken: the drawing that is here under its id is damaged.`,
    ]);
  });
});

it('leaves out a drawing from before the limit that is too large for a file', async () => {
  const store = await filled([drawing(1), drawing(2)]);
  await store.write(async (tx) => {
    const row = await tx.drawing(id(1));
    if (row !== undefined) await tx.putDrawing({ ...row, size: 600 * 1024 * 1024 });
  });
  const { result } = await exported(store);
  expect(result).toMatchObject({ drawings: 1, leftOut: [{ name: `drawings/${id(1)}.json` }] });
  expect(leftOutWords(result.leftOut)[0]).toMatch(/cannot be read: it is larger than a drawing may be\.$/);
});
