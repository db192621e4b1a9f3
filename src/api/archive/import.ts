/**
 * The import: reads an export entry by entry, and imports each drawing by the rules in drawings/import.ts.
 */
import {
  drawingName,
  ENTRY_MAX,
  type EntryKind,
  entryKind,
  MANIFEST_NAME,
  PROFILE_NAME,
  readManifest,
  SMALL_MAX,
} from '../../core/archive/format.ts';
import { ZipError, type ZipFault } from '../../core/archive/zip-error.ts';
import { readEntry, readZip, type ZipEntry, type ZipSource } from '../../core/archive/zip-read.ts';
import { UNDERLAY_MAX } from '../../core/drawing/limits.ts';
import { groupBy } from '../../core/group-by.ts';
import { type ImportOutcome, importDrawing, readArchivedDrawing } from '../drawings/import.ts';
import { ApiError } from '../errors.ts';
import { type Store, StoreCorrupt, StoreFull, StoreUnavailable } from '../ports.ts';
import { importProfile, type ProfileOutcome } from '../profile-changes.ts';
import type { LeftOut, Progress } from './export.ts';
import { importPhoto } from './photos.ts';

export interface ImportOptions {
  /** ms since the epoch. */
  readonly now: () => number;
  /** Stops the import between two drawings; imported drawings stay. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: Progress) => void;
  /** Announces a commit to the pages. */
  readonly announce?: (change: { readonly id: string; readonly rev: number }) => void;
}

export interface ImportResult extends Readonly<Record<ImportOutcome, number>> {
  /** Number of drawings in the file. */
  readonly total: number;
  readonly profile: ProfileOutcome | 'none';
  readonly leftOut: readonly LeftOut[];
  /** Why the import stopped early; undefined if it did not. */
  readonly stopped: Stop | undefined;
}

/** Why an import ends before the end of the file: it was asked to, the storage is full, or it does not answer. */
export type Stop = 'aborted' | 'full' | 'unavailable';

/** The whole file is refused, and nothing was imported. The message is a sentence for the command line. */
export class ImportRefused extends Error {
  override name = 'ImportRefused';
  readonly fault: ZipFault;

  constructor(message: string, fault: ZipFault) {
    super(message);
    this.fault = fault;
  }
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Imports the drawings and the profile of a file.
 * @throws ImportRefused
 */
export async function importArchive(
  source: ZipSource,
  store: Store,
  { now, signal, onProgress, announce }: ImportOptions,
): Promise<ImportResult> {
  const leftOut: LeftOut[] = [];
  const { drawings, photos, profile } = await openArchive(source, leftOut);
  const counts: Record<ImportOutcome, number> = { added: 0, same: 0, copied: 0, copied_before: 0 };
  let done = 0;
  let stopped: Stop | undefined;
  for (const [id, entry] of drawings) {
    if (signal?.aborted) {
      stopped = 'aborted';
      break;
    }
    try {
      const json = await textOf(source, entry, ENTRY_MAX);
      const { outcome, row } = await importDrawing(store, readArchivedDrawing(json, id), now());
      counts[outcome] += 1;
      // Where the drawing was here, its photo may not have been. A copy of an earlier import is the person's own.
      const to = row?.id ?? (outcome === 'same' ? id : undefined);
      if (to !== undefined) {
        // Of several, which differ in type, it is the one that the drawing names.
        for (const photo of photos.get(id) ?? []) await takePhoto(source, photo, store, to, leftOut);
      }
      if (row !== undefined) announce?.({ id: row.id, rev: row.rev });
    } catch (error) {
      const fault = faultOf(error);
      if (fault === undefined) {
        stopped = stopOf(error);
        break;
      }
      leftOut.push({ name: drawingName(id), ...fault });
    }
    done += 1;
    onProgress?.({ done, total: drawings.size });
  }
  const takesProfile = stopped === undefined && profile !== undefined;
  const outcome = takesProfile ? await takeProfile(source, profile, store, leftOut) : 'none';
  return { ...counts, total: drawings.size, profile: outcome, leftOut, stopped };
}

interface Archive {
  /** Entries by drawing id, in the order of the file. */
  readonly drawings: ReadonlyMap<string, ZipEntry>;
  /** Entries of photos by drawing id. */
  readonly photos: ReadonlyMap<string, readonly ZipEntry[]>;
  readonly profile: ZipEntry | undefined;
}

/** Sorts the entries by kind, and notes those that do not belong to an export. */
async function openArchive(source: ZipSource, leftOut: LeftOut[]): Promise<Archive> {
  const entries = await readZip(source).catch(refuse('The file'));
  const byName = groupBy(entries, ({ name }) => name);
  const drawings = new Map<string, ZipEntry>();
  const photos = new Map<string, ZipEntry[]>();
  const single: Partial<Record<EntryKind['kind'], ZipEntry>> = {};
  let twice = 0;
  for (const [name, [entry, ...more]] of byName) {
    const kind = entryKind(name);
    if (entry === undefined || name === 'drawings/' || name === 'underlays/') continue;
    if (kind === undefined) {
      leftOut.push({ name: shown(name), fault: 'foreign', why: 'is not part of an export' });
    } else if (more.length > 0) {
      // Programs differ on which of several equal names counts, so none is imported.
      const why = `is in the file ${more.length + 1} times; none was imported`;
      leftOut.push({ name: shown(name), fault: 'twice', why });
      if (kind.kind === 'drawing') twice += 1;
    } else if (kind.kind === 'drawing') drawings.set(kind.id, entry);
    else if (kind.kind === 'photo') photos.set(kind.id, [...(photos.get(kind.id) ?? []), entry]);
    else single[kind.kind] = entry;
  }
  for (const [id, ofOne] of photos) {
    // That of a drawing which is left out goes with it.
    if (byName.has(drawingName(id))) continue;
    const why = 'is the photo of a drawing that is not in the file';
    for (const { name } of ofOne) leftOut.push({ name, fault: 'foreign', why });
  }
  const { manifest, profile } = single;
  if (manifest === undefined) {
    throw new ImportRefused(
      `The file is no export of Pleinair: it has no single ${MANIFEST_NAME}. Nothing was imported.`,
      'no_export',
    );
  }
  const refused = refuse(`The file's ${MANIFEST_NAME}`);
  const said = await textOf(source, manifest, SMALL_MAX).then(readManifest).catch(refused);
  const found = drawings.size + twice;
  if (said.drawings !== found) {
    const why = `says that there are ${said.drawings} drawings; the file has ${found}`;
    leftOut.push({ name: MANIFEST_NAME, fault: 'miscounted', why });
  }
  return { drawings, photos, profile };
}

function refuse(what: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ZipError)) throw error;
    throw new ImportRefused(`${what} ${error.message}. Nothing was imported.`, error.fault);
  };
}

async function textOf(source: ZipSource, entry: ZipEntry, max: number): Promise<string> {
  const bytes = await readEntry(source, entry, max);
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new ZipError('is not text in UTF-8');
  }
}

/** Takes the photo of a drawing. Without it, the drawing is taken all the same. */
async function takePhoto(
  source: ZipSource,
  entry: ZipEntry,
  store: Store,
  drawing: string,
  leftOut: LeftOut[],
): Promise<void> {
  try {
    await importPhoto(store, drawing, await readEntry(source, entry, UNDERLAY_MAX));
  } catch (error) {
    leftOut.push({ name: shown(entry.name), ...(faultOf(error) ?? storeFaultOf(error)) });
  }
}

async function takeProfile(
  source: ZipSource,
  entry: ZipEntry,
  store: Store,
  leftOut: LeftOut[],
): Promise<ImportResult['profile']> {
  try {
    return await importProfile(store, await textOf(source, entry, SMALL_MAX));
  } catch (error) {
    leftOut.push({ name: PROFILE_NAME, ...(faultOf(error) ?? storeFaultOf(error)) });
    return 'none';
  }
}

/** The fault of one entry; undefined if the error is not the entry's fault. */
function faultOf(error: unknown): Omit<LeftOut, 'name'> | undefined {
  if (error instanceof ZipError) return { fault: error.fault, why: error.message };
  if (error instanceof StoreCorrupt) {
    return { fault: 'damaged_here', why: 'was not taken: the drawing that is here under its id is damaged' };
  }
  if (error instanceof ApiError) return { fault: 'refused', why: `is not accepted: ${error.message}` };
  return undefined;
}

/** The fault of an entry that the store did not take. */
function storeFaultOf(error: unknown): Omit<LeftOut, 'name'> {
  const fault = stopOf(error);
  return { fault, why: `was not taken: ${STORE_WORDS[fault]}` };
}

/**
 * Why the whole import must stop.
 * @throws the error itself if it is a defect
 */
function stopOf(error: unknown): Exclude<Stop, 'aborted'> {
  if (error instanceof StoreFull) return 'full';
  if (error instanceof StoreUnavailable) return 'unavailable';
  throw error;
}

const STORE_WORDS = {
  full: 'there is no room left',
  unavailable: 'the storage does not answer',
} as const;

/** Longest name in characters that a sentence shows. */
const SHOWN_MAX = 80;

/** An untrusted name made safe to show: without characters that control a terminal or reverse the text. */
function shown(name: string): string {
  const plain = [...name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\ufffd')];
  return plain.length > SHOWN_MAX ? `${plain.slice(0, SHOWN_MAX - 1).join('')}…` : plain.join('');
}
