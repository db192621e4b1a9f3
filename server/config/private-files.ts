/**
 * Files with people's drawings: readable only by the user that the server runs as, and never written over
 * another file.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode, StartError } from './start-error.ts';

/** File mode: read and written by the owner, by nobody else. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** Makes a folder and its parents where they are missing. */
export function makePrivateFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  // One by one: on a file system that refuses folders, such as /proc, Node retries `recursive` without end.
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: PRIVATE_FOLDER });
    } catch (error) {
      // Another program made it first.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  // Fails if something that is no folder has that name.
  mkdirSync(path, { recursive: true });
}

/** Makes an empty file, for a program that would otherwise make one that everybody may read. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', PRIVATE_FILE));
}

/** Makes a file private to its owner. Does nothing if there is no file, or if somebody else owns it. */
export function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // The file belongs to somebody else, or the file system has no modes.
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

/**
 * Gives a finished file its name, in one step, and only if nothing has that name.
 * @throws StartError
 */
export function putInPlace(draft: string, target: string): void {
  const taken = () => new StartError(`${target} already exists and is not overwritten`);
  try {
    linkSync(draft, target);
    rmSync(draft);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw taken();
    // A file system without hard links has no such step.
    if (existsSync(target)) throw taken();
    renameSync(draft, target);
  }
}
