/** Runs in the page: the views of many drawings, in the real database of kept views. */
import { PIXELS } from '../../src/app/early/kept-view.ts';
import {
  forgetKeptViews,
  keptAsSeen,
  makeRoomOfViews,
  readKeptView,
  touchKeptView,
  writeKeptView,
} from '../../src/app/early/kept-views.ts';
import { packPixels } from '../../src/app/early/pack-pixels.ts';

const WIDTH = 1_000;

export type Look = 'ink' | 'noise';

function pixelsOf(megabytes: number, look: Look): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(megabytes * 1_000_000);
  const words = new Uint32Array(pixels.buffer);
  let seed = 1;
  for (let i = 0; i < words.length; i++) {
    if (look === 'ink') {
      // A line with soft edges, of ink that is half seen.
      const x = i % WIDTH;
      if (x > 300 && x < 310) words[i] = x === 301 || x === 309 ? 0x80_16_1b_1f : 0xff_16_1b_1f;
      continue;
    }
    // Every colour.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) | 0;
    words[i] = (seed >>> 1) | 0xff_00_00_00;
  }
  return pixels;
}

/** Keeps the view of a drawing of so many megabytes: 1,000 px wide, on night paper. */
export async function keep(drawing: string, megabytes: number): Promise<void> {
  const pixels = pixelsOf(megabytes, 'ink');
  const seen = {
    width: WIDTH,
    height: pixels.byteLength / 4 / WIDTH,
    scale: 1,
    left: 0,
    top: 0,
    camera: { x: 0, y: 0, zoom: 1 },
    paper: '#1d232f',
    at: { x: 0, y: 0, width: WIDTH, height: 800 },
    screen: '1000 800 1',
    ink: '0.0',
  };
  const box = { x: 0, y: 0, width: seen.width, height: seen.height };
  await writeKeptView(drawing, keptAsSeen(seen, box, pixels.buffer), pixels.buffer);
}

export { forgetKeptViews, makeRoomOfViews, touchKeptView };

export function forget(drawing: string): Promise<void> {
  return forgetKeptViews(new Set([drawing]));
}

/** What is kept of these drawings: `plain`, `packed`, `paper` alone, or nothing. */
export async function kept(drawings: readonly string[]): Promise<(string | undefined)[]> {
  const views = await Promise.all(drawings.map(readKeptView));
  return views.map((view) => view && (view.bytes === 0 ? 'paper' : view.packed ? 'packed' : 'plain'));
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** As a newer app leaves it that was rolled back: of a higher version. */
export async function leaveNewer(): Promise<void> {
  const opening = indexedDB.open('pleinair-views', 9);
  opening.onupgradeneeded = () => opening.result.createObjectStore('layers of views');
  (await settled(opening)).close();
}

/** Bytes of all pixels that are stored. */
export async function bytes(): Promise<number> {
  const db = await settled(indexedDB.open('pleinair-views'));
  const all: ArrayBuffer[] = await settled(db.transaction(PIXELS).objectStore(PIXELS).getAll());
  db.close();
  return all.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** How many pixels differ between a view and its file. */
export async function differences(megabytes: number, look: Look): Promise<number> {
  const pixels = pixelsOf(megabytes, look);
  const height = pixels.byteLength / 4 / WIDTH;
  const file = await packPixels(pixels.buffer, WIDTH, height);
  if (!file) return Number.NaN;
  const canvas = new OffscreenCanvas(WIDTH, height).getContext('2d');
  canvas?.drawImage(await createImageBitmap(new Blob([file])), 0, 0);
  const back = new Uint32Array(canvas?.getImageData(0, 0, WIDTH, height).data.buffer ?? []);
  // As a canvas holds them: half opaque ones are rounded there.
  const plain = new OffscreenCanvas(WIDTH, height).getContext('2d');
  plain?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), WIDTH, height), 0, 0);
  const words = new Uint32Array(plain?.getImageData(0, 0, WIDTH, height).data.buffer ?? []);
  return words.reduce((count, word, i) => count + (word === back[i] ? 0 : 1), 0);
}

/** How often pixels are read while a view is kept. */
export async function pixelReads(drawing: string): Promise<number> {
  let reads = 0;
  const undo = (['get', 'getAll', 'openCursor'] as const).map((name) => {
    const before = IDBObjectStore.prototype[name];
    const counted = function (this: IDBObjectStore, ...args: never[]) {
      if (this.name === PIXELS) reads++;
      return Reflect.apply(before, this, args);
    };
    Reflect.set(IDBObjectStore.prototype, name, counted);
    return () => Reflect.set(IDBObjectStore.prototype, name, before);
  });
  await keep(drawing, 4);
  for (const back of undo) back();
  return reads;
}

/** From now on the page writes picture files of so many megabytes, or none. */
export function changeEncoder(megabytes: number | undefined): void {
  HTMLCanvasElement.prototype.toBlob = (done) => {
    done(megabytes === undefined ? null : new Blob([new Uint8Array(megabytes * 1_000_000)]));
  };
}
