import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { zipWriter } from '../../core/archive/zip-write.ts';
import type { Drawing, Stroke } from '../../core/drawing/types.ts';
import { memoryStore } from '../../store/memory.ts';
import { readArchivedDrawing } from '../drawings/import.ts';
import type { Store } from '../ports.ts';
import { exportArchive, type Fault } from './export.ts';
import { type ImportOptions, ImportRefused, importArchive } from './import.ts';
import { storeLibrary } from './library.ts';
import { exportWords, importWords, leftOutWords } from './words.ts';

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const NOW = Date.UTC(2026, 10, 21, 4);
const strokes = realStrokes(300);

function id(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

function drawing(n: number, changes: Partial<Drawing> = {}): Drawing {
  return {
    id: id(n),
    rev: 1 + (n % 7),
    title: ['Plain', 'Ñandú 🎨', '雨の木', 'ما'][n % 4] ?? '',
    strokes: strokes.slice(n % 50, (n % 50) + (n % 9)),
    thumb: n % 2 === 0 ? PNG : '',
    trashed: n % 3 === 0,
    createdAt: new Date(NOW - 1e9 - n * 1000).toISOString(),
    updatedAt: new Date(NOW - 1e8 - n * 1000).toISOString(),
    ...changes,
  };
}

function sourceOf(bytes: Uint8Array<ArrayBuffer>) {
  return { size: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) };
}

async function zipOf(entries: readonly (readonly [name: string, text: string])[]) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = zipWriter(async (bytes) => void parts.push(bytes));
  for (const [name, text] of entries) {
    await zip.add(name, new TextEncoder().encode(text), { pack: true, modified: NOW });
  }
  await zip.end();
  return sourceOf(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

const manifest = (drawings: number, more: object = {}) =>
  ['manifest.json', JSON.stringify({ format: 'pleinair-export', version: 1, drawings, ...more })] as const;
const entryOf = (one: Drawing) => [`drawings/${one.id}.json`, JSON.stringify(one)] as const;
const fileOf = (drawings: readonly Drawing[]) => zipOf([...drawings.map(entryOf), manifest(drawings.length)]);

const take = (
  source: Parameters<typeof importArchive>[0],
  store: Store,
  options: Partial<ImportOptions> = {},
) => importArchive(source, store, { now: () => NOW, ...options });

async function filled(drawings: readonly Drawing[]): Promise<Store> {
  const store = memoryStore();
  const result = await take(await fileOf(drawings), store);
  expect(result).toMatchObject({ added: drawings.length, leftOut: [], stopped: undefined });
  return store;
}

async function contents(store: Store): Promise<Drawing[]> {
  const library = storeLibrary(store);
  const all: Drawing[] = [];
  for await (const one of library.ids()) all.push(JSON.parse(await library.document(one)));
  return all;
}

async function exported(store: Store, onProgress = () => {}) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const result = await exportArchive(storeLibrary(store), {
    write: async (bytes) => void parts.push(bytes),
    product: 'Pleinair test',
    now: () => NOW,
    onProgress,
  });
  return { result, source: sourceOf(new Uint8Array(await new Blob(parts).arrayBuffer())) };
}

const state = async (store: Store) => ({
  drawings: await contents(store),
  meta: await store.read((tx) => tx.meta()),
});

describe('archive: everything out and in', () => {
  it('brings 1,000 drawings into an empty store as they were, and once more changes nothing', async () => {
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

  it('takes a date in the future for now, or the drawing would stand before all others for years', async () => {
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

  it('numbers what comes in after what is there, for the feed of changes', async () => {
    const store = await filled([drawing(1), drawing(2)]);
    await take(await fileOf([drawing(3)]), store);
    const rows = await store.read((tx) => tx.changes(2, 10));
    expect(rows.map(({ id, seq }) => [id, seq])).toEqual([[id(3), 3]]);
    expect((await store.read((tx) => tx.meta())).counter).toBe(3);
  });

  it('keeps one that differs beside the one that is there, once', async () => {
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

  it('names a copy within the limit of titles, whatever it is called', async () => {
    const titles = ['', '🎨'.repeat(200)];
    const store = await filled(titles.map((_, n) => drawing(n, { title: 'x' })));
    await take(await fileOf(titles.map((title, n) => drawing(n, { title }))), store);
    const copies = (await contents(store)).slice(2).map(({ title }) => title);
    expect(copies).toEqual(['Untitled (imported copy)', `${'🎨'.repeat(184)} (imported copy)`]);
  });

  it('leaves trash, times and picture of an equal drawing as they are here', async () => {
    const here = drawing(1);
    const store = await filled([here]);
    const other = drawing(1, { trashed: true, rev: 30, thumb: PNG, updatedAt: new Date(NOW).toISOString() });
    expect(await take(await fileOf([other]), store)).toMatchObject({ same: 1, copied: 0 });
    deepStrictEqual(await contents(store), [here]);
  });

  it('keeps the profile that is here', async () => {
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

  it('stops between two drawings when asked, keeps what was imported, and the next import goes on', async () => {
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

  it('exports the others when one is damaged, and names it', async () => {
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

it('leaves out a drawing from before there was a limit that no file holds, and exports the others', async () => {
  const store = await filled([drawing(1), drawing(2)]);
  await store.write(async (tx) => {
    const row = await tx.drawing(id(1));
    if (row !== undefined) await tx.putDrawing({ ...row, size: 600 * 1024 * 1024 });
  });
  const { result } = await exported(store);
  expect(result).toMatchObject({ drawings: 1, leftOut: [{ name: `drawings/${id(1)}.json` }] });
  expect(leftOutWords(result.leftOut)[0]).toMatch(/cannot be read: it is larger than a drawing may be\.$/);
});

const good = drawing(5);
const json = (changes: object) => JSON.stringify({ ...drawing(1), ...changes });
const named = (text: string) => [`drawings/${id(1)}.json`, text] as const;

describe('archive: hostile files', () => {
  it.for<[string, readonly (readonly [string, string])[], string, Fault?]>([
    ['a path', [['../../etc/passwd', 'x']], '../../etc/passwd is not part of an export.', 'foreign'],
    [
      'a path in disguise',
      [[`drawings/../${id(1)}.json`, 'x']],
      `drawings/../${id(1)}.json is not part of an export.`,
      'foreign',
    ],
    ['an absolute path', [['/tmp/x', 'x']], '/tmp/x is not part of an export.', 'foreign'],
    [
      'names that act on a terminal',
      [['\x1b[2J\u202ex', 'x']],
      '�[2J�x is not part of an export.',
      'foreign',
    ],
    [
      'a very long name',
      [['n'.repeat(9000), 'x']],
      `${'n'.repeat(79)}… is not part of an export.`,
      'foreign',
    ],
    ['no JSON', [named('{')], 'is not accepted: it is not valid JSON.'],
    ['a list', [named('[]')], 'is not accepted: the body: Invalid input.'],
    [
      'an id of another drawing',
      [named(json({ id: id(2) }))],
      'is not accepted: /id: differs from the id in the address.',
    ],
    [
      'no id',
      [named(json({ id: undefined }))],
      'is not accepted: /id: must be the id that the entry is named after.',
    ],
    ['rev 0', [named(json({ rev: 0 }))], 'is not accepted: /rev: must be a whole number from 1.'],
    [
      'a rev without end',
      [named(json({ rev: 2 ** 53 }))],
      'is not accepted: /rev: must be a whole number from 1.',
    ],
    ['trashed: 1', [named(json({ trashed: 1 }))], 'is not accepted: /trashed: must be true or false.'],
    [
      'no time',
      [named(json({ createdAt: 'yesterday' }))],
      'is not accepted: /createdAt: must be a time like 2026-09-28T09:00:00.000Z.',
    ],
    [
      'year 10000',
      [named(json({ updatedAt: '+010000-01-01T00:00:00.000Z' }))],
      'is not accepted: /updatedAt: must be a time like',
    ],
    [
      'times the wrong way round',
      [named(json({ updatedAt: '2001-01-01T00:00:00.000Z' }))],
      'is not accepted: /updatedAt: must not be before createdAt.',
    ],
    [
      'a title over the limit',
      [named(json({ title: 'x'.repeat(201) }))],
      'is not accepted: /title: must not be longer than 200 characters.',
    ],
    [
      'too many strokes',
      [named(json({ strokes: Array(20_001).fill(strokes[0]) }))],
      'is not accepted: /strokes: must not hold more than 20000 strokes.',
    ],
    [
      'a stroke that fails the guard',
      [named(json({ strokes: [{ ...strokes[0], size: 600 }] }))],
      'is not accepted: /strokes/0/size: must be a number above 0 and at most 512.',
    ],
    ['an unknown member', [named(json({ admin: true }))], 'is not accepted: /admin: is not a known member.'],
    [
      'a picture of another kind',
      [named(json({ thumb: 'data:image/svg+xml,x' }))],
      'is not accepted: /thumb: must be "" or begin with data:image/png;base64,.',
    ],
    [
      'duplicate entries',
      [named(json({})), named(json({ title: 'b' }))],
      `drawings/${id(1)}.json stands in the file 2 times; none was taken.`,
      'twice',
    ],
    [
      'a profile over its limit',
      [['profile.json', JSON.stringify({ displayName: 'x'.repeat(81), avatarSeed: '' })]],
      'profile.json is not accepted: /displayName: is longer than 80 characters.',
    ],
    [
      'a drawing fewer than it says',
      [],
      'manifest.json says that there are 9 drawings; the file has 1.',
      'miscounted',
    ],
  ])('%s: left out by name, and the rest comes in', async ([, entries, words, fault = 'refused']) => {
    const store = memoryStore();
    const bad = new Set(entries.map(([name]) => name).filter((name) => /^drawings\/[^.]+\.json$/.test(name)));
    const source = await zipOf([
      ...entries,
      entryOf(good),
      manifest(entries.length === 0 ? 9 : 1 + bad.size),
    ]);
    const result = await take(source, store);
    expect(leftOutWords(result.leftOut)).toEqual([expect.stringContaining(words)]);
    expect(result.leftOut).toMatchObject([{ fault }]);
    expect(result.added).toBe(1);
    expect(importWords(result).join(' ')).toBe('1 drawing imported. 1 thing was left out:');
    deepStrictEqual(await contents(store), [good]);
  });

  it.for<[string, readonly (readonly [string, string])[], string, Fault]>([
    [
      'an empty zip',
      [],
      'The file is no export of Pleinair: it has no single manifest.json. Nothing was imported.',
      'no_export',
    ],
    ['two manifests', [manifest(1), manifest(1)], 'it has no single manifest.json', 'no_export'],
    [
      'a manifest of something else',
      [['manifest.json', '{}']],
      "The file's manifest.json is not that of an export of Pleinair. Nothing was imported.",
      'no_export',
    ],
    [
      'a manifest that is no JSON',
      [['manifest.json', '{']],
      "The file's manifest.json is not JSON. Nothing was imported.",
      'damaged',
    ],
    [
      'a newer format',
      [manifest(1, { version: 2 })],
      "The file's manifest.json says that the file is of format version 2, and this Pleinair reads version 1; update Pleinair to read it. Nothing was imported.",
      'newer_version',
    ],
    [
      'an older format',
      [manifest(1, { version: 0 })],
      'is of format version 0, and this Pleinair reads version 1. Nothing',
      'other_version',
    ],
    [
      'a manifest that is too long',
      [manifest(1, { x: 'x'.repeat(70_000) })],
      "The file's manifest.json has 70060 bytes; at most 65536 are read.",
      'too_large',
    ],
  ])('%s: refused as a whole', async ([, entries, words, fault]) => {
    const store = memoryStore();
    const refused = take(await zipOf([entryOf(good), ...entries]), store);
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toBeInstanceOf(ImportRefused);
    await expect(refused).rejects.toMatchObject({ fault });
    expect(await contents(store)).toEqual([]);
  });

  it('a file that is cut off is refused as a whole', async () => {
    const { size, read } = await fileOf([good]);
    const cut = sourceOf(await read(0, size - 30));
    await expect(take(cut, memoryStore())).rejects.toThrow(
      'The file is cut off: the list of its entries, which stands at the end, is missing. Nothing was imported.',
    );
  });

  it('tells of many in twenty lines', () => {
    const leftOut = Array.from({ length: 25 }, (_, n) => ({
      name: String(n),
      fault: 'foreign' as const,
      why: 'is odd',
    }));
    expect(leftOutWords(leftOut)).toHaveLength(21);
    expect(leftOutWords(leftOut).at(-1)).toBe('And 5 more.');
  });

  it('reads what the guards of a PUT read, canonical or not', () => {
    const pretty = JSON.stringify(drawing(8), null, 2);
    const plain = readArchivedDrawing(JSON.stringify(drawing(8)), id(8));
    deepStrictEqual(readArchivedDrawing(pretty, id(8)), plain);
  });
});
