/** Builds, serves and tests the page and the worker. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type InlineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { defineConfig } from 'vitest/config';
import product from './package.json' with { type: 'json' };
import { clearStamp, inputsHash, stampBuild } from './server/bin/inputs.js';
import { precompress } from './server/http/precompress.ts';
import { GUIDE_FILE, OPENAPI_FILE } from './src/api/built-files.ts';
import { CLIENT_PATH, clientFile } from './src/app/client/client-file.ts';
import { manifest } from './src/app/manifest.ts';
import { BUILD_TARGETS } from './src/app/oldest-browsers.ts';
import { app as appWords } from './src/app/words/en/app.ts';
import { guideJson } from './src/core/air/guide.ts';
import { LongestFirst } from './tests/run/longest-first.ts';

const root = import.meta.dirname;
/** The server of `npm start`: `npm run dev` passes requests for the air to it. */
const SERVER = 'http://127.0.0.1:8787';

/**
 * Tests of code that keeps nothing between two of them. They share processes, with the modules that are loaded there: a
 * process for each of these files took a third of their processor time.
 */
const PURE = ['src/{core,ink,api}/**/*.test.ts'];
/** Tests there that measure memory, or put a smaller limit in place: each has a process of its own. */
const NOT_PURE = [
  'src/api/http/stream.test.ts',
  'src/api/drawings/change/size.test.ts',
  'src/api/drawings/underlay/store-photo.test.ts',
];
const NOT_UNIT = ['tests/e2e/**', 'node_modules/**'];

export default defineConfig({
  appType: 'spa',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: BUILD_TARGETS,
    outDir: 'dist',
    // The policy allows no data: URLs for fonts, and a small file of its own is precached anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The app comes with the licences of the packages in it, the worker's included.
    license: { fileName: 'licenses.txt' },
    // Each file is one more request before the app works offline, so small shared modules are put together.
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'index', tags: ['$initial'], priority: 1 },
            { name: 'shared', test: /src[\\/](app|core|ink)[\\/]/, minShareCount: 2, maxModuleSize: 6_000 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/health': SERVER, '/mcp': SERVER, '/air.atom': SERVER } },
  plugins: process.env.VITEST
    ? []
    : [
        pageWords(),
        openapiDocument(),
        guideFile(),
        typedClient(),
        earlyScript(),
        laterNow(),
        worker(),
        finish(),
      ],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['{src,server,sw,tests}/**/*.test.{ts,tsx}'],
          exclude: [...NOT_UNIT, ...PURE],
        },
      },
      { extends: true, test: { name: 'own process', include: NOT_PURE } },
      { extends: true, test: { name: 'pure', include: PURE, exclude: NOT_PURE, isolate: false } },
    ],
    globalSetup: 'tests/support/postgres/vitest-setup.ts',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // How long tests wait for a condition. The usual second is too short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});

/** Puts words of the catalogue into index.html: `{{description}}`. */
function pageWords(): Plugin {
  const words = new Map<string, string>(Object.entries(appWords));
  return {
    name: 'pleinair:page-words',
    transformIndexHtml: (html) =>
      html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => {
        const word = words.get(key);
        if (word === undefined)
          throw new Error(`index.html asks for ${key}, which src/app/words/en/app.ts lacks.`);
        return word;
      }),
  };
}

/** Puts the worker's later script into the first one during development (sw/later-now.ts). */
function laterNow(): Plugin {
  return {
    name: 'pleinair:later-now',
    apply: 'serve',
    // Before Vite itself finds the file.
    enforce: 'pre',
    resolveId(source, importer) {
      if (!source.endsWith('/later.ts') || importer === undefined) return null;
      return join(dirname(importer), 'later-now.ts');
    },
  };
}

/** The maker of videos: as large as the rest of the studio together, for a film that few make. */
const IS_FOR_FEW = /^assets\/video-worker-/;

/**
 * The worker and the web app manifest. The page registers the worker itself: src/app/client/worker-bridge.ts.
 */
function worker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    injectRegister: false,
    registerType: 'prompt',
    manifest,
    // public/ is copied to dist/, where the patterns below find the icons once.
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'iife',
      globPatterns: ['**/*.{js,css,html,svg,png,ico,woff2,json}'],
      // The browser stores the worker's later script with the worker, and the icons of an installed app with
      // that app.
      globIgnores: ['screenshots/**', 'icons/**', 'apple-touch-icon.png', '**/*.map', 'assets/sw-*'],
      manifestTransforms: [
        async (entries) => ({
          manifest: entries.map((file) => ({
            ...file,
            // As long as the hashes in names, about: each character is one more in the worker.
            revision: file.revision?.slice(0, 12) ?? null,
            ...(IS_FOR_FEW.test(file.url) && { isSeldom: true }),
          })),
        }),
      ],
    },
    integration: { configureCustomSWViteBuild: cutWorker },
    devOptions: { enabled: true, type: 'module', suppressWarnings: true },
  });
}

/**
 * The start of sw.js: what the worker's scripts have run so far, by file name, and the `require` of their code.
 * It throws if a script cannot be had, or is another one.
 */
const REQUIRE = `\
self.scripts = {};
self.require = (path) => {
  const name = path.split('/').pop();
  if (!(name in scripts)) importScripts('/assets/' + name);
  return scripts[name];
};
`;

/** Modules of the worker's third script: the sky, and what is done seldom. The packages that they use are there, too. */
const IS_SELDOM =
  /src[\\/](?:(?:core|api|sync)[\\/](?:sky|past|alerts|photos)[\\/]|core[\\/](?:air[\\/](?:discovery|products)|drawing[\\/]members[\\/]photo)\.ts|api[\\/](?:(?:index|service|profile-changes|contract[\\/]versions|routes[\\/]seldom-routes|air[\\/](?:discovery|guide|products))\.ts|drawings[\\/](?:purge\.ts|change[\\/]write-purges\.ts|versions\.ts|underlay[\\/]))|sync[\\/](?:seldom-api|shared-file|runner[\\/](?:pairing|server-check)|cache[\\/]cached-products)\.ts)/;

/**
 * Cuts the worker where sw/later.ts says `import()`. A worker that is no module can load scripts later, but has
 * neither imports nor exports: so they are built as CommonJS. Their names contain the digest of their content,
 * because a script of another build would have other exports under the same letters.
 *
 * All that comes later is in two scripts: one for what every visit asks for, one for what is done seldom. With each start the
 * browser reads every script of a worker, run or not, so there are no more: a third one made the start 0.3 ms slower.
 */
function cutWorker({ build }: InlineConfig): void {
  if (build === undefined || typeof build.lib !== 'object')
    throw new Error('The worker is built in another way.');
  build.lib.formats = ['cjs'];
  build.rolldownOptions = {
    plugins: [plainExports()],
    preserveEntrySignatures: 'allow-extension',
    // Of suncalc it has the sun, without the tables of the moon.
    treeshake: { manualPureFunctions: ['Int32Array'] },
    output: {
      entryFileNames: 'sw.js',
      chunkFileNames: 'assets/sw-[name]-[hash].js',
      // Nobody asks whether an object of exports is a module.
      generatedCode: { symbols: false },
      banner: ({ isEntry, fileName }) =>
        `${isEntry ? REQUIRE : ''}scripts['${basename(fileName)}'] = ((exports) => {`,
      footer: 'return exports;\n})({});',
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          { name: 'sw', tags: ['$initial'], priority: 2 },
          {
            name: 'later',
            test: (id) => /src[\\/](?:sync|api|core|store)[\\/]/.test(id) && !IS_SELDOM.test(id),
            priority: 1,
          },
        ],
      },
    },
  };
}

/**
 * Exports values where a later script of the worker would export getters, which cost 3 bytes each after gzip: the exports stand
 * at its end, and none of them changes after that. So do the modules of which sw/later.ts asks for one function, as plain
 * objects; the bundler's helper for the getters of modules goes with the last of them.
 */
function plainExports(): Plugin {
  const getter =
    /Object\.defineProperty\(exports, ("\w+"), \{\s*enumerable: true,\s*get: function\s*\(\) \{\s*return ([\w$]+);\s*\}\s*\}\)/g;
  const module = /__exportAll\(\{ (\w+): \(\) => ([\w$]+) \}, 1\)/g;
  const plain = (code: string) =>
    code.replaceAll(getter, 'exports[$1] = $2').replaceAll(module, '{ $1: $2 }');
  return {
    name: 'pleinair:plain-exports',
    renderChunk: (code, { isEntry }) => (isEntry ? null : { code: plain(code), map: null }),
  };
}

/** Puts the OpenAPI document beside the app. It is generated from the schemas that validate requests. */
function openapiDocument(): Plugin {
  const module = join(root, 'src/api/openapi/document.ts');
  const generate = async () => {
    const { openapiDocument: document }: { openapiDocument: () => unknown } = await import(
      pathToFileURL(module).href
    );
    return JSON.stringify(document());
  };
  return {
    name: 'pleinair:openapi',
    async generateBundle() {
      if (!existsSync(module)) return;
      this.emitFile({ type: 'asset', fileName: OPENAPI_FILE.slice(1), source: await generate() });
    },
    configureServer(server) {
      server.middlewares.use(OPENAPI_FILE, (_request, response, next) => {
        generate().then((json) => response.setHeader('Content-Type', 'application/json').end(json), next);
      });
    },
  };
}

/** Puts the guide beside the app as a file, so that no script contains its text. */
function guideFile(): Plugin {
  return {
    name: 'pleinair:guide',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: GUIDE_FILE.slice(1), source: guideJson() });
    },
    configureServer(server) {
      server.middlewares.use(GUIDE_FILE, (_request, response) => {
        response.setHeader('Content-Type', 'application/json').end(guideJson());
      });
    },
  };
}

/** Puts the typed client for scripts beside the app. */
function typedClient(): Plugin {
  const text = () => {
    const [schema, client] = ['schema.ts', 'standalone.ts'].map((name) =>
      readFileSync(join(root, 'src/app/client', name), 'utf8'),
    );
    return clientFile(schema ?? '', client ?? '', product.version);
  };
  return {
    name: 'pleinair:client',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: CLIENT_PATH, source: text() });
    },
    configureServer(server) {
      server.middlewares.use(`/${CLIENT_PATH}`, (_request, response) => {
        response.setHeader('Content-Type', 'text/plain; charset=utf-8').end(text());
      });
    },
  };
}

/**
 * Builds the script that shows a drawing before the app has loaded (src/app/early). Classic, because a module would wait
 * for its turn, and under a fixed name, which index.html calls.
 */
function earlyScript(): Plugin {
  const fileName = 'early.js';
  const source = async (minify: boolean) => {
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: {
        write: false,
        minify,
        target: BUILD_TARGETS,
        rolldownOptions: { input: join(root, 'src/app/early/early.ts'), output: { format: 'iife' } },
      },
    });
    const [output] = Array.isArray(built) ? built : [built];
    const chunk = output !== undefined && 'output' in output ? output.output[0] : undefined;
    if (chunk === undefined) throw new Error('The early script was not built.');
    return chunk.code;
  };
  return {
    name: 'pleinair:early',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: await source(true) });
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        source(false).then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
      });
    },
  };
}

/** After the worker is written: compresses everything, and records which sources the build was made from. */
function finish(): Plugin {
  let hash = '';
  let failed = false;
  return {
    name: 'pleinair:finish',
    apply: 'build',
    enforce: 'post',
    buildStart() {
      hash = inputsHash();
      clearStamp();
    },
    buildEnd(error) {
      failed = error !== undefined;
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        if (failed) return;
        await precompress(join(root, 'dist'));
        stampBuild(hash);
      },
    },
  };
}
