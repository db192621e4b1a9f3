/** Compresses the built app once, at build time, as small as it gets: `app.js` beside `app.js.br`. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = /\.(?:html|js|mjs|ts|css|json|webmanifest|svg|txt|map|wasm|ttf|ico)$/;
/** Bytes; less fits in one packet anyway. */
const SMALLEST = 1024;

const compressors = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gz: (bytes: Buffer) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
} as const;

/**
 * Writes `.br` and `.gz` beside every file of a folder that gets smaller by it.
 * @param dir the folder of the built app; all below it too
 */
export async function precompress(dir: string): Promise<void> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const bytes = await readFile(file);
      if (bytes.length < SMALLEST) return;
      for (const [ending, compress] of Object.entries(compressors)) {
        const packed = await compress(bytes);
        if (packed.length < bytes.length) await writeFile(`${file}.${ending}`, packed);
      }
    }),
  );
}
