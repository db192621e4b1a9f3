import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Recorded real data. It lies beside the repository, not in it. */
const FIXTURES = join(import.meta.dirname, '..', '..', '..', 'shared', 'fixtures');

/**
 * Absolute path of a recorded file or folder, for example `air/v2/psi-day-2026-09-27.json`. Undefined if it is
 * missing, so that its tests can be skipped; continuous integration must have it.
 * @throws with CI=true if it is missing
 */
export function sharedFile(path: string): string | undefined {
  const absolute = join(FIXTURES, path);
  if (existsSync(absolute)) return absolute;
  if (process.env.CI === 'true') throw new Error(`${absolute} is missing, and CI must have it.`);
  return undefined;
}
