/** Files that are dragged onto the page, wherever on it: they never replace the app, as browsers would have it. */
import { route } from '../router.ts';
import { dragging, loadImport, takeIn } from './entry.ts';

/** ms without a sign of it until a drag counts as over: browsers give one at least every 350 ms. */
const GONE = 600;

let timer: ReturnType<typeof setTimeout> | undefined;

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function end(): void {
  clearTimeout(timer);
  dragging.value = false;
}

export function listenForDrops(): void {
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    // Code that cannot be had is asked for again by the drop, which says so.
    if (!dragging.value) void loadImport().catch(() => undefined);
    dragging.value = true;
    clearTimeout(timer);
    timer = setTimeout(end, GONE);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) end();
  });
  addEventListener('drop', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    end();
    const files = [...(event.dataTransfer?.files ?? [])];
    const onDrawing = route.value.view === 'studio';
    void takeIn({ files, ...(onDrawing ? { onto: { x: event.clientX, y: event.clientY } } : {}) });
  });
}
