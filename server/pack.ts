/**
 * Runs before `npm pack`: builds the app, and bundles the server and the command line to JavaScript, so that
 * the installed package needs no other one and builds nothing. `files` in package.json says what is packed.
 */
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './bin/bootstrap.js';
import { isFresh } from './bin/inputs.js';

/** As deep as the sources, so that from here, too, the app is ../dist and the manifest ../package.json. */
const OUT = 'dist-server';

if (!isFresh()) await build({ root, logLevel: 'warn' });
await build({
  configFile: false,
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true, target: 'node' },
  build: {
    ssr: join('server', 'cli', 'in-package.ts'),
    outDir: OUT,
    target: 'node24',
    // Names and lines stay, so that a stack trace in a log can be read without the sources.
    minify: false,
    sourcemap: false,
    reportCompressedSize: false,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: { entryFileNames: 'pleinair.js', chunkFileNames: '[name].js', comments: false },
    },
  },
});
