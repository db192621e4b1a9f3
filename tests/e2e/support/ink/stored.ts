/** The content of the device's storage, as the API returns it and as it lies in IndexedDB. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Page } from 'playwright/test';
import type { Drawing, DrawingEntry, Stroke } from '../../../../src/core/drawing/types.ts';

/**
 * A stored drawing, read through the API in the page and straight from IndexedDB without any code of the
 * product. Both must be equal.
 */
export async function stored(page: Page, id: string): Promise<Drawing> {
  const { answer, row, texts } = await page.evaluate(read, { id, api: true, whole: true });
  assert.equal(answer?.status, 200, answer?.text);
  const drawing: Drawing = JSON.parse(answer.text);
  const raw = rawOf(row, texts ?? []);
  // Somebody may have written in between: then both are read again.
  if (raw.rev !== drawing.rev) return stored(page, id);
  if (texts) {
    assert.deepStrictEqual(raw.strokes, drawing.strokes, 'the API and the database hold the same strokes');
  }
  assert.equal(raw.title, drawing.title);
  return drawing;
}

export async function storedStrokes(page: Page, id: string): Promise<readonly Stroke[]> {
  return (await stored(page, id)).strokes;
}

/**
 * Like `assert.deepStrictEqual(await storedStrokes(page, id), strokes)`, for megabytes of strokes. API and
 * database are compared in the page by digest, and their content is passed to the test only to show a
 * difference.
 */
export async function assertStored(page: Page, id: string, strokes: readonly Stroke[]): Promise<void> {
  const wanted = createHash('sha256').update(JSON.stringify(strokes)).digest('hex');
  const { digest } = await page.evaluate(read, { id, api: true, whole: false });
  if (digest !== wanted) assert.deepStrictEqual(await storedStrokes(page, id), strokes);
}

/** The revision in the database, without reading the strokes. */
export async function storedRev(page: Page, id: string): Promise<number> {
  const { row } = await page.evaluate(read, { id, api: false, whole: false });
  return rawOf(row, []).rev;
}

/**
 * The list that the gallery shows, or the trash, read in pages as the gallery does: a change could cut one long
 * list off.
 */
export function storedList(page: Page, trashed = false): Promise<DrawingEntry[]> {
  return page.evaluate(async (isTrash) => {
    const drawings: DrawingEntry[] = [];
    let next = '';
    do {
      const cursor = next && `&cursor=${encodeURIComponent(next)}`;
      const part = await (await fetch(`/api/v1/drawings?limit=200&trashed=${isTrash}${cursor}`)).json();
      drawings.push(...part.drawings);
      next = part.next ?? '';
    } while (next !== '');
    return drawings;
  }, trashed);
}

interface RawDrawing {
  readonly rev: number;
  readonly title: string;
  readonly strokes: Stroke[];
}

/** Read with the browser's own IndexedDB and without the worker, which may not be running. */
export async function rawDrawing(page: Page, id: string): Promise<RawDrawing> {
  const { row, texts } = await page.evaluate(read, { id, api: false, whole: true });
  return rawOf(row, texts ?? []);
}

function rawOf(row: string, texts: readonly string[]): RawDrawing {
  const { rev, title }: { rev: number; title: string } = JSON.parse(row);
  return { rev, title, strokes: texts.flatMap((text): Stroke[] => JSON.parse(`[${text}]`)) };
}

interface ReadOptions {
  readonly id: string;
  /** True to read from the API, too. */
  readonly api: boolean;
  /** True to return everything; else a digest of the strokes if API and database agree. */
  readonly whole: boolean;
}

/**
 * Runs in the page: reads from the API if that is wanted, then from the database. The database's strokes are
 * left out if they equal the API's text, because there may be megabytes of them.
 */
async function read({ id, api, whole }: ReadOptions) {
  const response = api ? await fetch(`/api/v1/drawings/${id}`) : undefined;
  const answer = response && { status: response.status, text: await response.text() };
  if (answer && answer.status !== 200) return { answer, row: '' };
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open('pleinair'));
  try {
    const transaction = database.transaction(['drawings', 'chunks']);
    const { row }: { row: string } = await settled(transaction.objectStore('drawings').get(id));
    if (!api && !whole) return { row };
    const chunks: [string, number][] = JSON.parse(row).chunks;
    const store = transaction.objectStore('chunks');
    const texts = await Promise.all(chunks.map(([chunk]) => settled<string>(store.get(chunk))));
    const strokes = `[${texts.join(',')}]`;
    const same = answer?.text.includes(`"strokes":${strokes}`);
    if (whole) return same ? { answer, row } : { answer, row, texts };
    if (!same) return { row };
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(strokes)));
    return { row, digest: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('') };
  } finally {
    database.close();
  }
}
