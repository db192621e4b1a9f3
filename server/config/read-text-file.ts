import { readFileSync } from 'node:fs';
import { errorCode } from './start-error.ts';

/** A file's text; undefined if there is none. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
