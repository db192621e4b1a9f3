/** Where an export goes: straight to the disk where the browser can, else into a download. */

import { download } from '../../platform/download.ts';
import { shell } from '../../words/en/shell.ts';

export interface SaveTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Only now is there a file. */
  finish(): Promise<void>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

declare global {
  /** Chromium's (File System Access, 3.3); TypeScript does not know it. */
  var showSaveFilePicker:
    | ((options: {
        suggestedName: string;
        types: { description: string; accept: Record<string, string[]> }[];
      }) => Promise<FileSystemFileHandle>)
    | undefined;
}

const TYPE = 'application/zip';

/** Asks the person where to save. @returns undefined when they would rather not */
export async function pickTarget(what = 'pleinair'): Promise<SaveTarget | undefined> {
  const name = `${what}-${new Date().toISOString().slice(0, 10)}.zip`;
  const { showSaveFilePicker } = globalThis;
  if (showSaveFilePicker === undefined) return downloadTarget(name);
  try {
    const types = [{ description: shell.zipFile, accept: { [TYPE]: ['.zip'] } }];
    const handle = await showSaveFilePicker.call(globalThis, { suggestedName: name, types });
    const file = await handle.createWritable();
    return { write: (bytes) => file.write(bytes), finish: () => file.close(), discard: () => file.abort() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

/** Of blobs, which browsers move to the disk: the memory holds one drawing, not all of them. */
function downloadTarget(name: string): SaveTarget {
  let parts: Blob[] = [];
  return {
    async write(bytes) {
      parts.push(new Blob([bytes]));
    },
    async finish() {
      download(new Blob(parts, { type: TYPE }), name);
    },
    async discard() {
      parts = [];
    },
  };
}
