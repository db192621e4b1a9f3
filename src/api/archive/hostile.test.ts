import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import {
  contents,
  drawing,
  entryOf,
  fileOf,
  id,
  manifest,
  sourceOf,
  strokes,
  take,
  zipOf,
} from '../../../tests/support/drawing/archives.ts';
import { memoryStore } from '../../store/memory.ts';
import { readArchivedDrawing } from '../drawings/import.ts';
import type { Fault } from './export.ts';
import { ImportRefused } from './import.ts';
import { importWords, leftOutWords } from './words.ts';

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
      `drawings/${id(1)}.json is in the file 2 times; none was imported.`,
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

  it('a truncated file is refused as a whole', async () => {
    const { size, read } = await fileOf([good]);
    const cut = sourceOf(await read(0, size - 30));
    await expect(take(cut, memoryStore())).rejects.toThrow(
      'The file is cut off: the list of its entries, which stands at the end, is missing. Nothing was imported.',
    );
  });

  it('lists at most twenty entries', () => {
    const leftOut = Array.from({ length: 25 }, (_, n) => ({
      name: String(n),
      fault: 'foreign' as const,
      why: 'is odd',
    }));
    expect(leftOutWords(leftOut)).toHaveLength(21);
    expect(leftOutWords(leftOut).at(-1)).toBe('And 5 more.');
  });

  it('accepts what the guards of a PUT accept, canonical or not', () => {
    const pretty = JSON.stringify(drawing(8), null, 2);
    const plain = readArchivedDrawing(JSON.stringify(drawing(8)), id(8));
    deepStrictEqual(readArchivedDrawing(pretty, id(8)), plain);
  });
});
