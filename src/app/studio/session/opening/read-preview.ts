/** The picture that is shown while a drawing opens. */
import { readPicture } from '../../document/drawing-memory.ts';
import type { Preview } from './phase.ts';

/** Most ms to wait for the preview before the strokes are requested. */
const PREVIEW_MS = 60;

/**
 * Reads the picture from the last time; undefined without one.
 * @param thumb the one that the gallery knows; empty without one
 */
export async function readPreview(id: string, thumb = ''): Promise<Preview | undefined> {
  const kept = await readPicture(id);
  const shown = thumb || kept?.thumb;
  return shown ? { thumb: shown, bounds: kept?.bounds } : undefined;
}

/** Waits for the preview, but not long. */
export async function briefly(preview: Promise<void>): Promise<void> {
  await Promise.race([preview, new Promise((resolve) => setTimeout(resolve, PREVIEW_MS))]);
}
