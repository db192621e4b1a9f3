/**
 * Shows the kept view of the drawing that the address names, before the app has loaded, and collects what is drawn on it. A classic script, so that it
 * waits for no other module.
 */
import { watchPen } from './early-pen.ts';
import { INK_LOOK, KEPT_VIEWS, type KeptView, screenOf, VIEWS } from './kept-view.ts';

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

function read(id: string): void {
  const opening = indexedDB.open(KEPT_VIEWS);
  // There is none: it must not be created here, without its store.
  opening.onupgradeneeded = () => opening.transaction?.abort();
  opening.onerror = (event) => event.preventDefault();
  opening.onsuccess = () => {
    const db = opening.result;
    if (!db.objectStoreNames.contains(VIEWS)) {
      db.close();
      return;
    }
    const reading = db.transaction(VIEWS).objectStore(VIEWS).get(id);
    reading.onsuccess = () => {
      const view: KeptView | undefined = reading.result;
      if (view !== undefined) show(id, view);
      db.close();
    };
  };
}

function show(id: string, view: KeptView): void {
  const isFit =
    view.look === INK_LOOK &&
    view.screen === screenOf(window) &&
    view.pixels.byteLength === 4 * view.width * view.height;
  // The app was faster.
  if (!isFit || document.querySelector('.studio, .page:not(.page-waiting)') !== null) return;
  const canvas = document.createElement('canvas');
  canvas.className = 'kept-view';
  canvas.width = view.width;
  canvas.height = view.height;
  const { x, y, width, height } = view.at;
  Object.assign(canvas.style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
  if (view.paper !== undefined) canvas.style.background = view.paper;
  canvas
    .getContext('2d')
    ?.putImageData(new ImageData(new Uint8ClampedArray(view.pixels), view.width, view.height), 0, 0);
  document.body.prepend(canvas);
  const pen = watchPen(canvas);
  globalThis.shownView = { drawing: id, view, canvas, pen };
  setTimeout(() => {
    pen.stop();
    canvas.remove();
  }, PATIENCE);
}
