/** The command line that tests start. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../../../server/bin/bootstrap.js';

const SOURCES = join(import.meta.dirname, 'in-tests.ts');
const OUT = join(root, 'node_modules', '.cache', 'cli');

/** A file for Node: in-tests.ts, or what `npm test` has made of it. */
export const cli = process.env['PLEINAIR_CLI'] ?? SOURCES;

/**
 * Bundles the command line as `npm pack` does: Node loads 600 files to start a server, and the bundle in a third of
 * the processor's time.
 * @returns the value of PLEINAIR_CLI
 */
export async function bundleCli(): Promise<string> {
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, target: 'node' },
    // The sources find other files from their own place.
    define: {
      'import.meta.dirname': JSON.stringify(join(root, 'server')),
      'import.meta.url': JSON.stringify(pathToFileURL(join(root, 'server', 'bin', 'bootstrap.js')).href),
    },
    build: {
      ssr: SOURCES,
      outDir: OUT,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { entryFileNames: 'cli.js', chunkFileNames: '[name].js' } },
    },
  });
  return join(OUT, 'cli.js');
}
