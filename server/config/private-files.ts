/** Files with what people drew: for the user that the server runs as, and never written over another file. */
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

/** Read and written by its owner, and by nobody else. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
const OTHERS = 0o077;

/** Makes a folder where there is none, with those around it. */
export function makePrivateFolder(path: string): void {
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  // One by one: where a file system has no place for a folder, as /proc, Node tries `recursive` again without end.
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: PRIVATE_FOLDER });
    } catch (error) {
      // Another program was there first.
      if (errorCode(error) !== 'EEXIST') throw error;
    }
  }
  // Something else of that name is an error.
  mkdirSync(path, { recursive: true });
}

/** An empty file, for a program that would make one that everybody may read. */
export function makePrivateFile(path: string): void {
  closeSync(openSync(path, 'wx', PRIVATE_FILE));
}

/** Takes a file from everybody but its owner; does nothing where there is none, or where it is somebody else's. */
export function makePrivate(path: string): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // Of a file that others share with this user, and of a file system without modes.
    if (errorCode(error) !== 'EPERM') throw error;
  }
}

/**
 * Gives a finished file its name, in one step, and only where nothing has that name.
 * @throws StartError
 */
export function putInPlace(draft: string, target: string): void {
  const taken = () => new StartError(`${target} exists already; it is not overwritten`);
  try {
    linkSync(draft, target);
    rmSync(draft);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw taken();
    // A file system without links has no such step.
    if (existsSync(target)) throw taken();
    renameSync(draft, target);
  }
}
