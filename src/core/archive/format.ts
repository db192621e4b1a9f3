/** The entries of an export file, and its manifest. Source: docs/export.md. */
import { DRAWING_MAX, ID_PATTERN } from '../drawing/limits.ts';
import { isObject } from '../drawing/problems.ts';
import { ZipError } from './zip-error.ts';

const FORMAT = 'pleinair-export';
/** The format's version. A reader accepts only its own. */
const FORMAT_VERSION = 1;

export const MANIFEST_NAME = 'manifest.json';
export const PROFILE_NAME = 'profile.json';
const FOLDER = 'drawings/';
const PHOTOS = 'underlays/';
const PHOTO_ENDINGS: readonly unknown[] = ['jpg', 'png', 'webp'];

/** Largest drawing entry in bytes. Twice the limit, because other programs may write the JSON with spaces. */
export const ENTRY_MAX = 2 * DRAWING_MAX;
/** Largest manifest or profile in bytes. */
export const SMALL_MAX = 64 * 1024;

export interface Manifest {
  /** Number of drawings in the file. */
  readonly drawings: number;
}

export function drawingName(id: string): string {
  return `${FOLDER}${id}.json`;
}

export function pictureName(id: string): string {
  return `${FOLDER}${id}.png`;
}

/** @param ending of its type: `jpg`, `png` or `webp` */
export function photoName(id: string, ending: string): string {
  return `${PHOTOS}${id}.${ending}`;
}

export type EntryKind =
  | { readonly kind: 'manifest' | 'profile' | 'picture' }
  | { readonly kind: 'drawing' | 'photo'; readonly id: string };

/** The kind of an entry, from its name; undefined if no export has such an entry. */
export function entryKind(name: string): EntryKind | undefined {
  if (name === MANIFEST_NAME) return { kind: 'manifest' };
  if (name === PROFILE_NAME) return { kind: 'profile' };
  const folder = [FOLDER, PHOTOS].find((one) => name.startsWith(one));
  if (folder === undefined) return undefined;
  const [id = '', ending, ...more] = name.slice(folder.length).split('.');
  if (!ID_PATTERN.test(id) || more.length > 0) return undefined;
  if (folder === PHOTOS) return PHOTO_ENDINGS.includes(ending) ? { kind: 'photo', id } : undefined;
  if (ending === 'json') return { kind: 'drawing', id };
  return ending === 'png' ? { kind: 'picture' } : undefined;
}

/**
 * @param product name and version of the program that writes the file
 * @param now ms since the epoch
 */
export function manifestText(product: string, now: number, { drawings }: Manifest): string {
  const exportedAt = new Date(now).toISOString();
  return JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, product, exportedAt, drawings });
}

/** @throws ZipError if the manifest is of another format or version */
export function readManifest(json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ZipError('is not JSON');
  }
  if (!isObject(value) || value.format !== FORMAT)
    throw new ZipError('is not that of an export of Pleinair', 'no_export');
  const { version, drawings } = value;
  if (version !== FORMAT_VERSION) {
    const which = typeof version === 'number' ? String(version) : 'unknown';
    const isNewer = typeof version === 'number' && version > FORMAT_VERSION;
    throw new ZipError(
      `says that the file is of format version ${which}, and this Pleinair reads version ${FORMAT_VERSION}${isNewer ? '; update Pleinair to read it' : ''}`,
      isNewer ? 'newer_version' : 'other_version',
    );
  }
  if (typeof drawings !== 'number' || !Number.isSafeInteger(drawings) || drawings < 0) {
    throw new ZipError('does not say how many drawings there are');
  }
  return { drawings };
}

/** The thumbnail's PNG bytes; undefined if the drawing has no thumbnail. */
export function pictureBytes(thumb: string): Uint8Array<ArrayBuffer> | undefined {
  if (thumb === '') return undefined;
  return Uint8Array.from(atob(thumb.slice(thumb.indexOf(',') + 1)), (char) => char.charCodeAt(0));
}
