/**
 * The export: a zip file of all drawings, the trash included, and the profile. Only one drawing is in memory
 * at a time. Format: docs/export.md.
 */
import {
  drawingName,
  MANIFEST_NAME,
  manifestText,
  PROFILE_NAME,
  pictureBytes,
  pictureName,
} from '../../core/archive/format.ts';
import type { ZipFault } from '../../core/archive/zip-error.ts';
import { zipWriter } from '../../core/archive/zip-write.ts';
import { isObject } from '../../core/drawing/problems.ts';
import { liftStrokes } from '../../core/drawing/strokes/lift-strokes.ts';
import { type Library, Unreadable } from './library.ts';
import { photoEntry } from './photos.ts';

export interface ExportOptions {
  /** Receives the file's bytes in order. */
  readonly write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
  /** Name and version of the product, for the manifest. */
  readonly product: string;
  /** Returns ms since the epoch. */
  readonly now: () => number;
  /** Stops the export between two drawings; the file is then incomplete. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
}

export interface Progress {
  readonly done: number;
  /** Number of drawings at the start, or more if some were added since. */
  readonly total: number;
}

/** An entry that an export or import left out. */
export interface LeftOut {
  /** Name of the entry, safe to show. */
  readonly name: string;
  readonly fault: Fault;
  /** The fault for the command line, as the rest of a sentence that starts with the name. */
  readonly why: string;
}

/**
 * Why an entry was left out. `unreadable`: an export could not read it. The others are of an import: `foreign`:
 * no export has it; `twice`: several have its name; `miscounted`: the manifest counts other drawings; `refused`:
 * its content breaks the contract; `damaged_here`: the drawing with its id here cannot be read; `full`,
 * `unavailable`: the store took no more.
 */
export type Fault =
  | ZipFault
  | 'unreadable'
  | 'foreign'
  | 'twice'
  | 'miscounted'
  | 'refused'
  | 'damaged_here'
  | 'full'
  | 'unavailable';

export interface ExportResult {
  readonly drawings: number;
  readonly leftOut: readonly LeftOut[];
}

const ENCODE = new TextEncoder();

/**
 * Writes the export of a library.
 * @throws the signal's reason, and any error of reading or writing
 */
export async function exportArchive(library: Library, options: ExportOptions): Promise<ExportResult> {
  const { write, product, now, signal, onProgress } = options;
  const zip = zipWriter(write);
  const startedAt = now();
  const total = await library.count();
  const done = new Set<string>();
  let drawings = 0;
  const leftOut: LeftOut[] = [];
  /** A drawing without its photo is whole all the same. */
  async function addPhoto(id: string, modified: number): Promise<void> {
    try {
      const photo = await library.photo(id);
      if (photo !== undefined) await zip.add(photoEntry(id, photo), photo.bytes, { pack: false, modified });
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      const why = `cannot be read: ${error.message}`;
      leftOut.push({ name: photoEntry(id, { type: 'image/jpeg' }), fault: 'unreadable', why });
    }
  }

  for await (const id of library.ids()) {
    signal?.throwIfAborted();
    if (done.has(id)) continue;
    done.add(id);
    try {
      const json = await library.document(id);
      if (json === undefined) continue;
      const { thumb, modified, hasPhoto } = shownOf(json);
      await zip.add(drawingName(id), ENCODE.encode(json), { pack: true, modified });
      const picture = pictureBytes(thumb);
      if (picture !== undefined) await zip.add(pictureName(id), picture, { pack: false, modified });
      drawings += 1;
      if (hasPhoto) await addPhoto(id, modified);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      leftOut.push({ name: drawingName(id), fault: 'unreadable', why: `cannot be read: ${error.message}` });
    }
    onProgress?.({ done: done.size, total: Math.max(total, done.size) });
  }
  signal?.throwIfAborted();
  const small = { pack: true, modified: startedAt };
  await zip.add(PROFILE_NAME, ENCODE.encode(await library.profile()), small);
  await zip.add(MANIFEST_NAME, ENCODE.encode(manifestText(product, startedAt, { drawings })), small);
  await zip.end();
  return { drawings, leftOut };
}

/**
 * The thumbnail and the date for the zip file, and whether there may be a photo.
 * @throws Unreadable if the stored text is no drawing
 */
function shownOf(json: string): { thumb: string; modified: number; hasPhoto: boolean } {
  try {
    const value: unknown = liftStrokes(json)?.members ?? JSON.parse(json);
    if (isObject(value) && typeof value.thumb === 'string') {
      const modified = Date.parse(String(value.updatedAt));
      return { thumb: value.thumb, modified, hasPhoto: isObject(value.underlay) };
    }
  } catch {
    // Reported below.
  }
  throw new Unreadable('what is stored of it is damaged');
}
