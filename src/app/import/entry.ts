/**
 * The entry of all imports, and their only part in the first load. The rest loads with the first file.
 */
import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { toast } from '../ui/toasts.ts';
import { shell } from '../words/en/shell.ts';
import type { ImportRequest } from './run-import.ts';

/** File types for the picker. */
export const ACCEPT = '.json,.excalidraw,.excalidrawlib,.svg,application/json,image/svg+xml';

/** The component of the import; undefined until its code is loaded. */
export const importLayer: Signal<ComponentType | undefined> = signal(undefined);

/** True while a file is dragged over the page. */
export const dragging = signal(false);

/** Loads the code of the import, once. After a failure the next call tries again. */
export async function loadImport(): Promise<typeof import('./run-import.ts')> {
  const [view, work] = await Promise.all([import('./ImportLayer.tsx'), import('./run-import.ts')]);
  importLayer.value = view.default;
  return work;
}

/** Imports files. Does nothing without files. Never throws. */
export async function importFiles(request: ImportRequest): Promise<void> {
  if (request.files.length === 0) return;
  try {
    const { runImport } = await loadImport();
    await runImport(request);
  } catch {
    toast(shell.importMissing);
  }
}
