import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The product's version, from package.json. */
export async function productVersion(): Promise<string> {
  const file = join(import.meta.dirname, '..', 'package.json');
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return '0.0.0';
  return String(manifest.version);
}
