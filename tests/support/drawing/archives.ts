/** Export files, whole and hostile, and what an import makes of them. */
import { expect } from 'vitest';
import { exportArchive } from '../../../src/api/archive/export.ts';
import { type ImportOptions, importArchive } from '../../../src/api/archive/import.ts';
import { storeLibrary } from '../../../src/api/archive/library.ts';
import type { Store } from '../../../src/api/ports.ts';
import { zipWriter } from '../../../src/core/archive/zip-write.ts';
import type { Drawing } from '../../../src/core/drawing/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { realStrokes } from './strokes.ts';

export const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
export const NOW = Date.UTC(2026, 10, 21, 4);
export const strokes = realStrokes(300);

export function id(n: number): string {
  return `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
}

export function drawing(n: number, changes: Partial<Drawing> = {}): Drawing {
  return {
    id: id(n),
    rev: 1 + (n % 7),
    title: ['Plain', 'Ñandú 🎨', '雨の木', 'ما'][n % 4] ?? '',
    strokes: strokes.slice(n % 50, (n % 50) + (n % 9)),
    thumb: n % 2 === 0 ? PNG : '',
    ...(n % 5 === 0 && { paper: { color: '#25211c' } }),
    trashed: n % 3 === 0,
    createdAt: new Date(NOW - 1e9 - n * 1000).toISOString(),
    updatedAt: new Date(NOW - 1e8 - n * 1000).toISOString(),
    ...changes,
  };
}

export function sourceOf(bytes: Uint8Array<ArrayBuffer>) {
  return { size: bytes.length, read: async (at: number, length: number) => bytes.slice(at, at + length) };
}

export async function zipOf(entries: readonly (readonly [name: string, text: string])[]) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const zip = zipWriter(async (bytes) => void parts.push(bytes));
  for (const [name, text] of entries) {
    await zip.add(name, new TextEncoder().encode(text), { pack: true, modified: NOW });
  }
  await zip.end();
  return sourceOf(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

export const manifest = (drawings: number, more: object = {}) =>
  ['manifest.json', JSON.stringify({ format: 'pleinair-export', version: 1, drawings, ...more })] as const;
export const entryOf = (one: Drawing) => [`drawings/${one.id}.json`, JSON.stringify(one)] as const;
export const fileOf = (drawings: readonly Drawing[]) =>
  zipOf([...drawings.map(entryOf), manifest(drawings.length)]);

export const take = (
  source: Parameters<typeof importArchive>[0],
  store: Store,
  options: Partial<ImportOptions> = {},
) => importArchive(source, store, { now: () => NOW, ...options });

export async function filled(drawings: readonly Drawing[]): Promise<Store> {
  const store = memoryStore();
  const result = await take(await fileOf(drawings), store);
  expect(result).toMatchObject({ added: drawings.length, leftOut: [], stopped: undefined });
  return store;
}

export async function contents(store: Store): Promise<Drawing[]> {
  const library = storeLibrary(store);
  const all: Drawing[] = [];
  for await (const one of library.ids()) all.push(JSON.parse((await library.document(one)) ?? ''));
  return all;
}

export async function exported(store: Store, onProgress = () => {}) {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const result = await exportArchive(storeLibrary(store), {
    write: async (bytes) => void parts.push(bytes),
    product: 'Pleinair test',
    now: () => NOW,
    onProgress,
  });
  return { result, source: sourceOf(new Uint8Array(await new Blob(parts).arrayBuffer())) };
}

export const state = async (store: Store) => ({
  drawings: await contents(store),
  meta: await store.read((tx) => tx.meta()),
});
