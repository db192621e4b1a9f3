/**
 * Shows the kept view of the drawing that the address names, before the app has loaded, and collects what is drawn on
 * it. A classic script, so that it waits for no other module.
 */
import { showSun } from '../theme/sun-look.ts';
import { watchPen } from './early-pen.ts';
import { INK_LOOK, isSound, KEPT_VIEWS, type KeptView, PIXELS, screenOf, VIEWS } from './kept-view.ts';

/** ms after which the picture goes, because the app has not come. */
const PATIENCE = 20_000;

const drawing = /^\/drawings\/([0-9a-f-]{36})$/.exec(location.pathname)?.[1];
if (drawing !== undefined) {
  try {
    read(drawing);
  } catch {
    // Without IndexedDB there is no kept view.
  }
}
// Second: it reads the local storage, which takes some ms, and the database opens meanwhile.
showSun();

function read(id: string): void {
  const opening = indexedDB.open(KEPT_VIEWS);
  // There is none: it must not be created here, without its stores.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onerror = (event) => event.preventDefault();
  opening.onsuccess = () => {
    const db = opening.result;
    // One of an older app.
    if (!db.objectStoreNames.contains(PIXELS)) {
      db.close();
      return;
    }
    const reading = db.transaction([VIEWS, PIXELS]);
    const view = reading.objectStore(VIEWS).get(id);
    const pixels = reading.objectStore(PIXELS).get(id);
    // The second of both.
    pixels.onsuccess = () => {
      db.close();
      if (isSound(view.result)) void show(id, view.result, pixels.result);
      else if (view.result !== undefined) forgetAll();
    };
  };
}

async function show(id: string, view: KeptView, pixels: ArrayBuffer | undefined): Promise<void> {
  if (view.paper !== undefined) {
    globalThis.knownPaper = { drawing: id, color: view.paper };
    globalThis.onEarlyNews?.();
  }
  if (!pixels || view.look !== INK_LOOK || view.screen !== screenOf(window) || hasCome()) return;
  const canvas = document.createElement('canvas');
  try {
    await paint(canvas, view, pixels);
  } catch {
    forgetAll();
    return;
  }
  if (hasCome()) {
    globalThis.shownView = { drawing: id, view, canvas };
    globalThis.onEarlyNews?.();
    return;
  }
  canvas.className = 'kept-view';
  const { x, y, width, height } = view.at;
  Object.assign(canvas.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  if (view.paper !== undefined) canvas.style.background = view.paper;
  // This script may run before the body is there.
  (document.body ?? document.documentElement).append(canvas);
  const pen = watchPen(canvas, id, view);
  globalThis.shownView = { drawing: id, view, canvas, pen };
  const giveUp = () => {
    // Not under a hand: the end of its stroke would be missed.
    if (pen.isDown) return void setTimeout(giveUp, 1000);
    pen.stop();
    canvas.remove();
  };
  setTimeout(giveUp, PATIENCE);
}

/** One is damaged: it is as if there were none. All of them come again. */
function forgetAll(): void {
  indexedDB.deleteDatabase(KEPT_VIEWS);
}

/** @throws if the pixels are damaged */
async function paint(
  canvas: HTMLCanvasElement,
  { width, height, box, packed }: KeptView,
  pixels: ArrayBuffer,
): Promise<void> {
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!packed) {
    // Throws unless there are as many as the size says.
    context?.putImageData(new ImageData(new Uint8ClampedArray(pixels), box.width, box.height), box.x, box.y);
    return;
  }
  const image = await createImageBitmap(new Blob([pixels]));
  if (image.width !== box.width || image.height !== box.height) throw new Error('It is of another size.');
  context?.drawImage(image, box.x, box.y);
}

/** True if the app was faster. */
function hasCome(): boolean {
  return document.querySelector('.studio, .page:not(.page-waiting)') !== null;
}
