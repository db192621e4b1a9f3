/** Removes the pictures of an earlier run. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the pictures of a folder, but for those in the folders inside: these are of the other languages. */
export function clearPictures(folder: string): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.png')) rmSync(join(folder, name));
}
