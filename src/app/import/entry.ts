/**
 * The ways that a file comes in, and the little of it that every page load carries. What reads a file is fetched when
 * there is one.
 */
import { type Signal, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { toast } from '../ui/toasts.ts';
import { shell } from '../words/en/shell.ts';
import type { Intake } from './intake.ts';

/** What the picker offers. */
export const ACCEPT = '.json,.excalidraw,.excalidrawlib,.svg,application/json,image/svg+xml';

/** What is seen of an import, once its code is there. */
export const layer: Signal<ComponentType | undefined> = signal(undefined);

/** Is a file being dragged over the page? */
export const dragging = signal(false);

/** Fetches the code of the import, once; a fetch that failed is tried again. */
export async function loadImport(): Promise<typeof import('./intake.ts')> {
  const [view, work] = await Promise.all([import('./ImportLayer.tsx'), import('./intake.ts')]);
  layer.value = view.default;
  return work;
}

/** Takes files in. Nothing happens for none. */
export async function takeIn(intake: Intake): Promise<void> {
  if (intake.files.length === 0) return;
  try {
    const { importFiles } = await loadImport();
    await importFiles(intake);
  } catch {
    toast(shell.importMissing);
  }
}
