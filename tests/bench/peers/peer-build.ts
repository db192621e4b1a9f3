/** Installs the current version of another editor from npm, builds a page with it, and serves it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type PreviewServer, preview } from 'vite';
import { root } from '../../../server/bin/bootstrap.js';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { excalidrawParts } from '../../../src/ink/formats/excalidraw/write-excalidraw.ts';

const folder = join(root, 'node_modules', '.cache', 'peers');
const PACKAGES = ['@excalidraw/excalidraw', 'tldraw', '@tldraw/assets', 'react', 'react-dom'] as const;

export type PeerName = 'excalidraw' | 'tldraw';

export interface Peers {
  /** By name. */
  readonly versions: Readonly<Record<PeerName, string>>;
  /** Address of the page of each. */
  readonly urls: Readonly<Record<PeerName, string>>;
  close(): Promise<void>;
}

/**
 * Builds and serves both.
 * @param strokes what they show
 * @param say called with a line before anything that takes long
 */
export async function openPeers(strokes: readonly Stroke[], say: (line: string) => void): Promise<Peers> {
  install(say);
  const served: PreviewServer[] = [];
  const urls = { excalidraw: '', tldraw: '' };
  for (const name of ['excalidraw', 'tldraw'] as const) {
    say(`building ${name}`);
    served.push(await serve(name, strokes));
    urls[name] = served.at(-1)?.resolvedUrls?.local[0] ?? '';
  }
  return {
    versions: { excalidraw: versionOf('@excalidraw/excalidraw'), tldraw: versionOf('tldraw') },
    urls,
    close: async () => {
      for (const one of served) await one.close();
    },
  };
}

function install(say: (line: string) => void): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"peers","private":true,"type":"module"}\n');
  say('installing the current Excalidraw and tldraw from npm');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', [...args, ...PACKAGES.map((name) => `${name}@latest`)], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return version;
}

async function serve(name: PeerName, strokes: readonly Stroke[]): Promise<PreviewServer> {
  const page = join(folder, name);
  mkdirSync(join(page, 'public'), { recursive: true });
  copyFileSync(join(import.meta.dirname, 'pages', `${name}.js`), join(page, 'page.js'));
  writeFileSync(
    join(page, 'index.html'),
    '<!doctype html><meta charset="utf-8"><title>Peer</title><style>html,body,#root{height:100%;margin:0}</style>' +
      '<div id="root"></div><script type="module" src="/page.js"></script>\n',
  );
  if (name === 'excalidraw') {
    const parts = excalidrawParts(strokes, { source: 'bench', title: '', paper: '#ffffff' });
    writeFileSync(join(page, 'public', 'strokes.excalidraw'), [...parts].join(''));
  } else {
    const colors = [...new Set(strokes.map(({ color }) => color))];
    const plain = strokes.map(({ size, color, points }) => ({ size, color: colors.indexOf(color), points }));
    writeFileSync(join(page, 'public', 'strokes.json'), JSON.stringify(plain));
  }
  const outDir = join(page, 'dist');
  const define = { 'process.env.IS_PREACT': '"false"' };
  await build({
    root: page,
    configFile: false,
    logLevel: 'error',
    define,
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 20_000, assetsInlineLimit: 0 },
  });
  return preview({
    root: page,
    configFile: false,
    logLevel: 'error',
    build: { outDir },
    preview: { host: '127.0.0.1', port: 0 },
  });
}
