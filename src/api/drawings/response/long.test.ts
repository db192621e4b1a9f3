// Vitest takes seconds to compare thousands of strokes.
import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, test } from 'vitest';
import { application, ORIGIN_AUTH } from '../../../../tests/sim/parts/application.ts';
import { realLikeStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { STROKES_SIZE_MAX } from '../../../core/drawing/limits.ts';
import { chunkStrokes, sizeOfTexts } from '../../../core/drawing/strokes/chunks.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { memoryStore } from '../../../store/memory.ts';
import { type DrawingRow, type Handle, type Store, StoreBusy } from '../../ports.ts';

const strokes = realLikeStrokes(4_000);
const chunks = chunkStrokes(strokes);
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const time = (n: number) => new Date(Date.UTC(2026, 10, 21) + n * 1000).toISOString();

function rowOf(n: number, changes: Partial<DrawingRow> = {}): DrawingRow {
  return {
    id: id(n),
    rev: 1,
    seq: n,
    title: `Drawing ${n} 🐦`,
    strokeCount: 0,
    size: 0,
    chunks: [],
    trashed: false,
    createdAt: time(n),
    updatedAt: time(n),
    keyCount: 0,
    ...changes,
  };
}

async function withDrawing(store: Store): Promise<void> {
  const texts = chunks.map(({ text }) => text);
  await store.write(async (tx) => {
    await tx.setCounter(1);
    await tx.putChunks(texts.map((text, i) => ({ id: `c${i}`, text })));
    const refs = chunks.map(({ strokes: count }, i) => [`c${i}`, count] as const);
    const size = sizeOfTexts(texts);
    await tx.putDrawing(rowOf(1, { chunks: refs, strokeCount: strokes.length, size }));
    await tx.putThumb(id(1), 'data:image/png;base64,AAAA');
  });
}

async function withLibrary(store: Store, count: number, thumb: string): Promise<void> {
  await store.write(async (tx) => {
    await tx.setCounter(count);
    for (let n = 1; n <= count; n++) {
      await tx.putDrawing(rowOf(n));
      await tx.putThumb(id(n), thumb);
    }
  });
}

/** A store without snapshots. */
function forgetful({ snapshot: _, ...store }: Store): Store {
  return store;
}

const KINDS: readonly [string, () => Store][] = [
  ['a store that keeps its state', memoryStore],
  ['a store that does not', () => forgetful(memoryStore())],
];

function app(store: Store, onDefect = (error: unknown): void => expect.fail(String(error))): Handle {
  return application({ store, auth: ORIGIN_AUTH, now: Date.now, onDefect });
}

const ask = (handle: Handle, path: string, init: RequestInit = {}) =>
  handle(new Request(`http://host/api/v1/drawings${path}`, init));

interface Written {
  readonly strokes: readonly Stroke[];
  readonly drawings: readonly { readonly id: string; readonly rev: number }[];
}

/** The rest of a response, read after its first piece and after `change`. */
async function meanwhile(response: Response, change: () => Promise<unknown>): Promise<Written> {
  const reader = response.body?.getReader();
  const parts: Uint8Array[] = [];
  const take = async () => {
    const read = await reader?.read();
    if (read?.value !== undefined) parts.push(read.value);
    return read?.done !== true;
  };
  await take();
  await change();
  while (await take());
  return JSON.parse(Buffer.concat(parts).toString());
}

async function patch(handle: Handle, operations: readonly object[], n = 1): Promise<Response> {
  const headers = {
    'Content-Type': 'application/json-patch+json',
    'If-Match': '"1"',
    'Idempotency-Key': 'k',
  };
  return ask(handle, `/${id(n)}`, { method: 'PATCH', headers, body: JSON.stringify(operations) });
}

describe.each(KINDS)('a large drawing, of %s', (_, make) => {
  test('GET, HEAD and 304 have the same tag as a short response', async () => {
    const store = make();
    await withDrawing(store);
    const handle = app(store);
    const got = await ask(handle, `/${id(1)}`);
    expect(got.headers.get('ETag')).toBe('"1"');
    const { strokes: there, ...rest } = await got.json();
    deepStrictEqual(there, strokes);
    expect(rest).toMatchObject({ title: 'Drawing 1 🐦', thumb: 'data:image/png;base64,AAAA', rev: 1 });

    const head = await ask(handle, `/${id(1)}`, { method: 'HEAD' });
    expect([...head.headers]).toEqual([...got.headers]);
    expect(await head.text()).toBe('');
    const held = await ask(handle, `/${id(1)}`, { headers: { 'If-None-Match': '"1"' } });
    expect([held.status, held.headers.get('ETag')]).toEqual([304, '"1"']);
    expect((await ask(handle, `/${id(2)}`)).status).toBe(404);
  });

  test('shows its state at the start while strokes are added', async () => {
    const store = make();
    await withDrawing(store);
    const handle = app(store);
    const one = { op: 'add', path: '/strokes/-', value: strokes[0] };
    const { strokes: there } = await meanwhile(await ask(handle, `/${id(1)}`), () => patch(handle, [one]));
    deepStrictEqual(there, strokes);
  });

  test('is complete in the response to a restore', async () => {
    const store = make();
    await withDrawing(store);
    const handle = app(store);
    await ask(handle, `/${id(1)}`, { method: 'DELETE' });
    const back = await ask(handle, `/${id(1)}/restore`, { method: 'PUT' });
    expect(back.headers.get('ETag')).toBe('"3"');
    deepStrictEqual((await back.json()).strokes, strokes);
  });
});

test('a large drawing that is erased while it is read arrives in its old state, or ends with an error', async () => {
  const erase = (handle: Handle) => async () => {
    const body = JSON.stringify({ title: '', strokes: [], thumb: '' });
    const headers = { 'Content-Type': 'application/json', 'If-Match': '*' };
    expect((await ask(handle, `/${id(1)}`, { method: 'PUT', headers, body })).status).toBe(200);
  };
  const keeps = memoryStore();
  await withDrawing(keeps);
  const kept = await meanwhile(await ask(app(keeps), `/${id(1)}`), erase(app(keeps)));
  deepStrictEqual(kept.strokes, strokes);

  // The version that is kept of it has the rest.
  const forgets = forgetful(memoryStore());
  await withDrawing(forgets);
  const rest = await meanwhile(await ask(app(forgets), `/${id(1)}`), erase(app(forgets)));
  deepStrictEqual(rest.strokes, strokes);

  const without = forgetful(memoryStore());
  await withDrawing(without);
  const unkept = app({
    ...without,
    write: (work) => without.write((tx) => work({ ...tx, versions: async () => undefined })),
  });
  await expect(meanwhile(await ask(unkept, `/${id(1)}`), erase(unkept))).rejects.toThrow('changed meanwhile');
});

test('a large drawing gets 503 that says why when too many others are read', async () => {
  const store = memoryStore();
  await withDrawing(store);
  const full = { ...store, snapshot: () => Promise.reject(new StoreBusy('too many')) };
  const handle = app(full);
  const response = await ask(handle, `/${id(1)}`);
  expect([response.status, await response.json()]).toEqual([
    503,
    {
      error: { code: 'unavailable', message: 'the server is busy with large drawings; nothing was changed' },
    },
  ]);
});

test('a damaged large drawing ends with an error, and is logged', async () => {
  const store = memoryStore();
  await withDrawing(store);
  await store.write((tx) => tx.deleteChunks([`c${chunks.length - 1}`]));
  const defects: unknown[] = [];
  const got = await ask(
    app(store, (error) => defects.push(error)),
    `/${id(1)}`,
  );
  await expect(got.text()).rejects.toThrow('missing');
  expect(defects).toHaveLength(1);
});

test('a drawing without a stored size can be read', async () => {
  const store = memoryStore();
  await withDrawing(store);
  await store.write(async (tx) => {
    const { size: _, ...row } = (await tx.drawing(id(1)))!;
    await tx.putDrawing(row);
  });
  deepStrictEqual((await (await ask(app(store), `/${id(1)}`)).json()).strokes, strokes);
});

describe.each(KINDS)('a list that is long, of %s', (_, make) => {
  const thumb = `data:image/png;base64,${'A'.repeat(100_000)}`;

  test('GET, HEAD and 304 have the same tag as a short response', async () => {
    const store = make();
    await withLibrary(store, 120, thumb);
    const handle = app(store);
    const got = await ask(handle, '');
    const { drawings, ...rest } = await got.json();
    expect(rest).toEqual({});
    const entry = (n: number) => {
      const { chunks: _, size: __, seq: ___, keyCount: ____, ...row } = rowOf(n);
      return { ...row, thumb };
    };
    expect(drawings).toEqual(Array.from({ length: 120 }, (_, i) => entry(120 - i)));

    const head = await ask(handle, '', { method: 'HEAD' });
    expect([...head.headers]).toEqual([...got.headers]);
    const tag = got.headers.get('ETag') ?? '';
    const held = (path: string) => ask(handle, path, { headers: { 'If-None-Match': tag } });
    expect([(await held('')).status, (await held('?trashed=true')).status]).toEqual([304, 200]);
    await patch(handle, [{ op: 'replace', path: '/thumb', value: '' }], 3);
    expect((await held('')).status).toBe(200);

    const page = await (await ask(handle, '?limit=100')).json();
    const next = await (await ask(handle, `?limit=100&cursor=${page.next}`)).json();
    const all = await (await ask(handle, '')).json();
    expect([...page.drawings, ...next.drawings]).toEqual(all.drawings);
    expect(next.next).toBeNull();
  });

  test('shows its state at the start while entries already sent change', async () => {
    const store = make();
    await withLibrary(store, 120, thumb);
    const handle = app(store);
    const { drawings } = await meanwhile(await ask(handle, ''), () =>
      patch(handle, [{ op: 'replace', path: '/title', value: 'new' }], 120),
    );
    expect(drawings.map(({ rev }) => rev)).toEqual(Array(120).fill(1));
  });
});

test('a list that changes before it is sent arrives in its old state, or ends with an error', async () => {
  const thumb = `data:image/png;base64,${'A'.repeat(100_000)}`;
  const change = (handle: Handle) => () => patch(handle, [{ op: 'replace', path: '/thumb', value: '' }], 1);
  const [keeps, forgets] = [memoryStore(), forgetful(memoryStore())];
  for (const store of [keeps, forgets]) await withLibrary(store, 120, thumb);
  const { drawings } = await meanwhile(await ask(app(keeps), ''), change(app(keeps)));
  expect(drawings.at(-1)).toMatchObject({ id: id(1), rev: 1, thumb });
  const broken = meanwhile(await ask(app(forgets), ''), change(app(forgets)));
  await expect(broken).rejects.toThrow('changed meanwhile');
});

/**
 * Reads to the end.
 * @returns the number of bytes
 */
async function lengthOf(response: Response): Promise<number> {
  expect(response.status).toBe(200);
  let bytes = 0;
  for await (const part of response.body ?? []) bytes += part.length;
  return bytes;
}

test('a drawing from before the limit may be longer than any JavaScript string', async () => {
  const large = memoryStore();
  const text = chunks[0]?.text ?? '';
  const refs = Array.from(
    { length: Math.ceil((9 * STROKES_SIZE_MAX) / text.length) },
    () => ['c', 64] as const,
  );
  await large.write(async (tx) => {
    await tx.putChunks([{ id: 'c', text }]);
    await tx.putDrawing(rowOf(1, { chunks: refs, size: refs.length * (text.length + 1) }));
  });
  const bytes = await lengthOf(await ask(app(large), `/${id(1)}`));
  expect(bytes).toBeGreaterThan(9 * STROKES_SIZE_MAX);
});
