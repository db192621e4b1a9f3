import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Version of the product, as its manifest has it. */
export async function productVersion(): Promise<string> {
  const file = join(import.meta.dirname, '..', 'package.json');
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (typeof manifest !== 'object' || manifest === null || !('version' in manifest)) return '0.0.0';
  return String(manifest.version);
}
