/** Where an export is written: to a file on the disk if the browser allows that, else to a download. */
import { download } from '../../platform/download.ts';
import { shell } from '../../words/en/shell.ts';

export interface SaveTarget {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Completes the file. Nothing is saved before. */
  finish(): Promise<void>;
  /** Deletes everything written so far. */
  discard(): Promise<void>;
}

declare global {
  /** In Chromium only (File System Access, section 3.3). Missing in TypeScript's types. */
  var showSaveFilePicker:
    | ((options: {
        suggestedName: string;
        types: { description: string; accept: Record<string, string[]> }[];
      }) => Promise<FileSystemFileHandle>)
    | undefined;
}

const TYPE = 'application/zip';

/**
 * Asks the person where to save.
 * @param what beginning of the file's name
 * @returns undefined if the person cancels
 */
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

/** A download made of blobs. Browsers keep blobs on the disk, so memory need not hold all drawings. */
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
