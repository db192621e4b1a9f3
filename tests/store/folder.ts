/** Temporary folders for the tests of stores in files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { fastFolder } from '../support/fast-folder.ts';

/** The folder of the running test. */
export interface TestFolder {
  readonly path: string;
  /** The path of a file in the folder. */
  file(name: string): string;
}

/**
 * Makes a folder for each test of the calling file, and removes it after the test. Call it before other hooks: they
 * then find the folder, and can close what is open in it.
 */
export function testFolder(): TestFolder {
  let path = '';
  beforeEach(() => {
    path = mkdtempSync(join(fastFolder(), 'pleinair-store-'));
  });
  afterEach(() => rmSync(path, { recursive: true }));
  return {
    get path() {
      return path;
    },
    file: (name) => join(path, name),
  };
}
