/** What is in the device's storage: as the API reads it, and as it lies in IndexedDB. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright/test';
import type { Drawing, DrawingEntry, Stroke } from '../../../src/core/drawing/types.ts';

/**
 * A drawing as it is stored, read through the API in the page and out of IndexedDB past all of the product's own
 * code: both must be equal.
 */
export async function stored(page: Page, id: string): Promise<Drawing> {
  const { status, text } = await page.evaluate(async (path) => {
    const response = await fetch(path);
    return { status: response.status, text: await response.text() };
  }, `/api/v1/drawings/${id}`);
  assert.equal(status, 200, text);
  const drawing: Drawing = JSON.parse(text);
  const raw = await rawDrawing(page, id);
  // Someone may have written in between; the newer of the two is then asked again.
  if (raw.rev !== drawing.rev) return stored(page, id);
  assert.deepStrictEqual(raw.strokes, drawing.strokes, 'the API and the database hold the same strokes');
  assert.equal(raw.title, drawing.title);
  return drawing;
}

export async function storedStrokes(page: Page, id: string): Promise<readonly Stroke[]> {
  return (await stored(page, id)).strokes;
}

/** The list that the gallery shows, or the trash. */
export async function storedList(page: Page, trashed = false): Promise<DrawingEntry[]> {
  const text = await page.evaluate(
    async (path) => (await fetch(path)).text(),
    `/api/v1/drawings${trashed ? '?trashed=true' : ''}`,
  );
  return JSON.parse(text).drawings;
}

interface RawDrawing {
  readonly rev: number;
  readonly title: string;
  readonly strokes: Stroke[];
}

/** Read with the browser's own IndexedDB, without the worker: also where that one cannot be asked. */
export async function rawDrawing(page: Page, id: string): Promise<RawDrawing> {
  const { row, texts } = await page.evaluate(async (id) => {
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await settled(indexedDB.open('pleinair'));
    try {
      const transaction = database.transaction(['drawings', 'chunks']);
      const record: { row: string } = await settled(transaction.objectStore('drawings').get(id));
      const chunks: [string, number][] = JSON.parse(record.row).chunks;
      const texts: string[] = [];
      for (const [chunk] of chunks) texts.push(await settled(transaction.objectStore('chunks').get(chunk)));
      return { row: record.row, texts };
    } finally {
      database.close();
    }
  }, id);
  const { rev, title }: { rev: number; title: string } = JSON.parse(row);
  return { rev, title, strokes: texts.flatMap((text): Stroke[] => JSON.parse(`[${text}]`)) };
}
