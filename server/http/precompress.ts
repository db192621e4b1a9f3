/**
 * Compresses the built app once, at build time, at the highest level: `app.js.br` beside `app.js`. Not with gzip, too,
 * which takes no time (static.ts): that made the package a fifth larger.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const COMPRESSIBLE = /\.(?:html|js|mjs|ts|css|json|webmanifest|svg|txt|map|wasm|ttf|ico)$/;
/** Smaller files are left alone, bytes: they fit in one packet anyway. */
const SIZE_MIN = 1024;

function brotli(bytes: Buffer): Promise<Buffer> {
  return promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/**
 * Writes `.br` beside each file that it makes smaller.
 * @param dir the folder of the built app, with all below it
 */
export async function precompress(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const bytes = await readFile(file);
      if (bytes.length < SIZE_MIN) return;
      const packed = await brotli(bytes);
      if (packed.length < bytes.length) await writeFile(`${file}.br`, packed);
    }),
  );
}
