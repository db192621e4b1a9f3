/** Draws with real pointers, and reads back what is stored. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Drawing, DrawingEntry, Stroke } from '../../src/core/drawing/types.ts';
import { assertDrawn, realSamples, type Samples } from '../e2e/support/ink/samples.ts';
import { ask } from './api.ts';
import type { Device, Engine } from './engine.ts';
import { click, drawn, reads, until, visible } from './page.ts';

const CANVAS = 'Drawing canvas';
export const SAVED = /Saved on this device/;

/** Makes a new drawing from the gallery. */
export async function newDrawing(engine: Engine): Promise<void> {
  // The button moves when the gallery has read its list.
  await reads(engine, 'status', SAVED);
  await click(engine, 'button', 'New drawing');
  await visible(engine, 'application', CANVAS);
}

/** Opens a drawing by its URL. */
export async function openDrawing(engine: Engine, url: string, id: string): Promise<void> {
  await engine.goto(`${url}/drawings/${id}`);
  await visible(engine, 'application', CANVAS);
}

/** The id in the URL, once the drawing has one. */
export function drawingId(engine: Engine): Promise<string> {
  return until('the address names a drawing', async () => {
    const path = await engine.run(() => location.pathname);
    return /^\/drawings\/([0-9a-f-]{36})$/.exec(path)?.[1];
  });
}

/**
 * Draws `n` recorded strokes on top, waits until the page says that they are saved, and at once reads all
 * stored strokes.
 */
export async function drawAndSave(
  engine: Engine,
  n: number,
  device: Device = 'mouse',
): Promise<readonly Stroke[]> {
  const onPaper = /[0-9a-f-]{36}$/.test(await engine.run(() => location.pathname));
  const before = onPaper ? await storedStrokes(engine, await drawingId(engine)) : [];
  const samples = await draw(engine, n, device);
  const id = await drawingId(engine);
  await drawn(engine);
  await reads(engine, 'status', SAVED);
  const strokes = await storedStrokes(engine, id);
  assert.deepStrictEqual(strokes.slice(0, before.length), before);
  assertDrawn(strokes, samples, before.length);
  return strokes;
}

/** Waits until so many strokes are stored, and returns them. */
export function storesStrokes(engine: Engine, id: string, count: number): Promise<readonly Stroke[]> {
  return until(`${count} strokes are stored`, async () => {
    const strokes = await storedStrokes(engine, id);
    return strokes.length === count && strokes;
  });
}

/** Waits until exactly these strokes are stored. */
export async function stores(engine: Engine, id: string, strokes: readonly Stroke[]): Promise<void> {
  await until('these strokes are stored', async () =>
    isDeepStrictEqual(await storedStrokes(engine, id), strokes),
  );
}

/** Draws, and returns the pointer's places in the canvas. */
export async function draw(engine: Engine, n: number, device: Device): Promise<Samples[]> {
  const { x, y, width, height } = await visible(engine, 'application', CANVAS);
  // Avoids what floats over the edges of the canvas.
  const [side, top, foot] = [Math.min(160, width * 0.2), height * 0.3, height * 0.2];
  const area = { x: side, y: top, width: width - 2 * side, height: height - top - foot };
  const all = realSamples(n, area).map((samples) => whole(samples, x, y));
  for (const { points } of all)
    await engine.stroke(
      device,
      points.map(([px, py]) => [px + x, py + y] as const),
    );
  return all;
}

/** The same path in whole pixels of the window, without repeats. */
function whole({ points }: Samples, left: number, top: number): Samples {
  const places = points.map(([x, y]) => [Math.round(x + left) - left, Math.round(y + top) - top] as const);
  const moved = places.filter(([x, y], i) => i === 0 || x !== places[i - 1]?.[0] || y !== places[i - 1]?.[1]);
  return { points: moved, pressure: undefined };
}

/**
 * A drawing's strokes, read through the API and straight from IndexedDB without any code of the product. Both
 * must be equal.
 */
export async function storedStrokes(engine: Engine, id: string): Promise<readonly Stroke[]> {
  const { status, text } = await ask(engine, 'GET', `/drawings/${id}`);
  assert.equal(status, 200, text);
  const drawing: Drawing = JSON.parse(text);
  const { row, texts } = await engine.run(readDatabase, id);
  const raw: { rev: number } = JSON.parse(row);
  // Somebody, such as the thumbnail, wrote in between: both are read again.
  if (raw.rev !== drawing.rev) return storedStrokes(engine, id);
  const strokes = texts.flatMap((chunk): Stroke[] => JSON.parse(`[${chunk}]`));
  assert.deepStrictEqual(strokes, drawing.strokes, 'the API and the database hold the same strokes');
  return strokes;
}

/**
 * Waits until each stroke shows ink, at its ends and in the middle. The view must be at 100 %, with the paper's
 * origin at its corner.
 */
export async function inked(engine: Engine, strokes: readonly Stroke[]): Promise<void> {
  const places = strokes.flatMap(({ points }) =>
    [0, points.length >> 1, points.length - 1].map((i) => points[i]!),
  );
  await until('ink wherever there are strokes', async () => (await engine.run(bare, CANVAS, places)) === 0);
}

/** Runs in the page: counts the places of the canvas where no layer has ink. */
function bare(name: string, places: readonly (readonly [number, number])[]): number {
  const layers = document.querySelectorAll<HTMLCanvasElement>(`[aria-label='${name}'] canvas`);
  const hasInk = (layer: HTMLCanvasElement, x: number, y: number) => {
    const ratio = layer.width / layer.clientWidth;
    const seen = layer
      .getContext('2d')
      ?.getImageData(Math.round(x * ratio) - 1, Math.round(y * ratio) - 1, 3, 3);
    return seen?.data.some((value, i) => i % 4 === 3 && value > 0) ?? false;
  };
  return places.filter(([x, y]) => ![...layers].some((layer) => hasInk(layer, x, y))).length;
}

/** The ids of the drawings in the gallery, or in the trash. */
export async function storedIds(engine: Engine, trashed = false): Promise<string[]> {
  const { text } = await ask(engine, 'GET', `/drawings${trashed ? '?trashed=true' : ''}`);
  const { drawings }: { drawings: DrawingEntry[] } = JSON.parse(text);
  return drawings.map(({ id }) => id);
}

/** Runs in the page: a drawing's row and chunks, straight from IndexedDB. */
async function readDatabase(id: string): Promise<{ row: string; texts: string[] }> {
  const settled = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await settled(indexedDB.open('pleinair'));
  try {
    const transaction = database.transaction(['drawings', 'chunks']);
    const { row }: { row: string } = await settled(transaction.objectStore('drawings').get(id));
    const chunks: [string, number][] = JSON.parse(row).chunks;
    const texts: string[] = [];
    for (const [chunk] of chunks) texts.push(await settled(transaction.objectStore('chunks').get(chunk)));
    return { row, texts };
  } finally {
    database.close();
  }
}
