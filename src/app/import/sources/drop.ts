/** Files dropped anywhere on the page. Without this the browser would open them in place of the app. */
import { route } from '../../router.ts';
import { dragging, importFiles, loadImport } from '../entry.ts';

/** ms without a dragover event after which a drag has ended. Browsers send one at least every 350 ms. */
const DRAG_TIMEOUT = 600;

let timer: ReturnType<typeof setTimeout> | undefined;

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

function end(): void {
  clearTimeout(timer);
  dragging.value = false;
}

/** Imports dropped files: into the open drawing, or as new drawings. Called once. */
export function listenForDrops(): void {
  addEventListener('dragover', (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    // If the code does not load, the drop tries again and reports it.
    if (!dragging.value) void loadImport().catch(() => undefined);
    dragging.value = true;
    clearTimeout(timer);
    timer = setTimeout(end, DRAG_TIMEOUT);
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
    void importFiles({ files, ...(onDrawing ? { onto: { x: event.clientX, y: event.clientY } } : {}) });
  });
}
