/** What an export is made of: docs/export.md. */
import { DRAWING_MAX, ID_PATTERN } from '../drawing/limits.ts';
import { isObject } from '../drawing/problems.ts';
import { ZipError } from './zip-error.ts';

export const FORMAT = 'pleinair-export';
/** Of the format. A reader takes its own version and none other. */
export const FORMAT_VERSION = 1;

export const MANIFEST_NAME = 'manifest.json';
export const PROFILE_NAME = 'profile.json';
const FOLDER = 'drawings/';

/** Bytes of an entry with a drawing: others may have written its JSON with blanks. */
export const ENTRY_MAX = 2 * DRAWING_MAX;
/** Bytes of manifest and profile. */
export const SMALL_MAX = 64 * 1024;

export interface Manifest {
  /** How many drawings the file has. */
  readonly drawings: number;
}

export function drawingName(id: string): string {
  return `${FOLDER}${id}.json`;
}

export function pictureName(id: string): string {
  return `${FOLDER}${id}.png`;
}

export type EntryKind =
  | { readonly kind: 'manifest' | 'profile' | 'picture' }
  | { readonly kind: 'drawing'; readonly id: string };

/** What an entry is, by its name; undefined for one that no export has. */
export function entryKind(name: string): EntryKind | undefined {
  if (name === MANIFEST_NAME) return { kind: 'manifest' };
  if (name === PROFILE_NAME) return { kind: 'profile' };
  if (!name.startsWith(FOLDER)) return undefined;
  const [id = '', ending, ...more] = name.slice(FOLDER.length).split('.');
  if (!ID_PATTERN.test(id) || more.length > 0) return undefined;
  if (ending === 'json') return { kind: 'drawing', id };
  return ending === 'png' ? { kind: 'picture' } : undefined;
}

/**
 * @param product name and version of what writes the file
 * @param now ms
 */
export function manifestText(product: string, now: number, { drawings }: Manifest): string {
  const exportedAt = new Date(now).toISOString();
  return JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, product, exportedAt, drawings });
}

/** @throws ZipError when it is not of this format and version */
export function readManifest(json: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new ZipError('is not JSON');
  }
  if (!isObject(value) || value.format !== FORMAT) throw new ZipError('is not that of an export of Pleinair');
  const { version, drawings } = value;
  if (version !== FORMAT_VERSION) {
    const which = typeof version === 'number' ? String(version) : 'unknown';
    const advice =
      typeof version === 'number' && version > FORMAT_VERSION ? '; update Pleinair to read it' : '';
    throw new ZipError(
      `says that the file is of format version ${which}, and this Pleinair reads version ${FORMAT_VERSION}${advice}`,
    );
  }
  if (typeof drawings !== 'number' || !Number.isSafeInteger(drawings) || drawings < 0) {
    throw new ZipError('does not say how many drawings there are');
  }
  return { drawings };
}

/** The bytes of a drawing's thumbnail; undefined where it has none. */
export function pictureBytes(thumb: string): Uint8Array<ArrayBuffer> | undefined {
  if (thumb === '') return undefined;
  return Uint8Array.from(atob(thumb.slice(thumb.indexOf(',') + 1)), (char) => char.charCodeAt(0));
}
