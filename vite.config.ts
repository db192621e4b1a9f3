/** How the page and the worker are built, served while developing, and tested. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
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

const root = import.meta.dirname;
/** `npm start`, which `npm run dev` asks for what only a server knows: the air. */
const SERVER = 'http://127.0.0.1:8787';
/** In dist/, and under the root of the site. */
const SYNC_SCRIPT = 'sw-sync.js';

export default defineConfig({
  appType: 'spa',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: BUILD_TARGETS,
    outDir: 'dist',
    // The policy allows no data: fonts, and a small file of its own is precached anyway.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Whoever gets the app gets the licences of what is in it, the worker's included.
    license: { fileName: 'licenses.txt' },
    // Every file is one more request before the app is there offline: what is small and shared goes together.
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
  server: { proxy: { '/api': SERVER, '/health': SERVER, '/mcp': SERVER } },
  plugins: process.env.VITEST
    ? []
    : [pageWords(), openapiDocument(), guideFile(), typedClient(), syncScript(), worker(), finish()],
  test: {
    include: ['{src,server,sw,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'node_modules/**'],
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Conditions that are waited for: a second, as is usual, is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});

/** Puts the catalogue's words into index.html: `{{description}}`. */
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

/** The worker's second script, as sw/sync-script.ts says; while developing it is a part of the first. */
function syncScript(): Plugin {
  /** What it takes from the first script, which hands it over (sw/load-sync.ts). */
  const shared = ['contract/drawing-body.ts', 'errors.ts', 'ports.ts'].map((file) =>
    join(root, 'src/api', file),
  );
  let serving = false;
  return {
    name: 'pleinair:sync-script',
    config(_config, { command }) {
      serving = command === 'serve';
    },
    resolveId(source, importer) {
      if (!serving || !source.endsWith('/load-sync.ts') || importer === undefined) return null;
      return join(dirname(importer), 'load-sync-now.ts');
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler() {
        await build({
          configFile: false,
          root,
          publicDir: false,
          logLevel: 'warn',
          build: {
            target: BUILD_TARGETS,
            outDir: 'dist',
            emptyOutDir: false,
            reportCompressedSize: false,
            rolldownOptions: {
              input: join(root, 'sw/sync-script.ts'),
              external: shared,
              output: { format: 'iife', entryFileNames: SYNC_SCRIPT, globals: () => 'pleinair' },
            },
          },
          plugins: [handedOver()],
        });
      },
    },
  };
}

/** Fails where the second script of the worker wants more of the first than that hands over. */
function handedOver(): Plugin {
  const given = readFileSync(join(root, 'sw/load-sync.ts'), 'utf8');
  return {
    name: 'pleinair:handed-over',
    renderChunk(code) {
      const [, names = ''] = /^\(function\(([^)]*)\)/.exec(code) ?? [];
      if (names === '')
        this.error('the script of sync takes nothing from the first one: is its form another?');
      const wanted = names
        .split(', ')
        .flatMap((name) => [...code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))]);
      const missing = wanted
        .map(([, member = '']) => member)
        .filter((member) => !given.includes(`\n  ${member},\n`));
      if (missing.length > 0) this.error(`sw/load-sync.ts does not hand over ${missing.join(', ')}`);
    },
  };
}

/** The worker and the web app manifest. The page registers the worker itself: src/app/client/worker-bridge.ts. */
function worker() {
  return VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    injectRegister: false,
    registerType: 'prompt',
    manifest,
    // public/ is part of dist/, where the patterns below find the icons once.
    includeManifestIcons: false,
    injectManifest: {
      rollupFormat: 'es',
      globPatterns: ['**/*.{js,css,html,svg,png,ico,woff2,json}'],
      // The browser keeps the worker's second script with the worker, and the icons of an installed app with that.
      globIgnores: ['screenshots/**', 'icons/**', 'apple-touch-icon.png', '**/*.map', SYNC_SCRIPT],
    },
    devOptions: { enabled: true, type: 'module', suppressWarnings: true },
  });
}

/** Puts the OpenAPI document, generated from the schemas that validate requests, beside the app. */
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

/** Puts the guide beside the app: constant text, which no script has to carry. */
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

/** After the worker is written: compresses everything, and marks the build as one of these sources. */
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
