/**
 * Checks the direction of imports: src/core <- src/api <- src/store <- src/sync <- { src/app, sw, server }, and
 * src/ink <- src/app. Each layer names the layers that it may import, and the packages that it may use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

interface Layer {
  readonly path: string;
  readonly mayImport: readonly string[];
  /** Names of packages, each added once it was reviewed; `*` for any. */
  readonly packages: readonly string[];
}

/**
 * Layers that run in the page, in the worker and in Node may only use packages that do so too, and no `node:`
 * module. A path inside another one has the narrower rule and comes first.
 */
const LAYERS: readonly Layer[] = [
  // These run only in Node, at build time.
  { path: 'src/api/openapi', mayImport: ['src/core', 'src/api'], packages: ['*'] },
  { path: 'src/app/air/map/make', mayImport: [], packages: ['*'] },
  // Pure like the rest: the sun's arithmetic, without a clock.
  { path: 'src/core', mayImport: [], packages: ['suncalc'] },
  { path: 'src/api', mayImport: ['src/core'], packages: ['zod/mini'] },
  { path: 'src/store', mayImport: ['src/core', 'src/api'], packages: ['idb'] },
  { path: 'src/sync', mayImport: ['src/core', 'src/api', 'src/store'], packages: ['zod/mini'] },
  { path: 'src/ink/replay/film', mayImport: ['src/core', 'src/ink'], packages: ['gifenc', 'mediabunny'] },
  { path: 'src/ink', mayImport: ['src/core', 'src/ink/replay/film'], packages: [] },
  {
    path: 'src/app',
    mayImport: ['src/core', 'src/api', 'src/store', 'src/sync', 'src/ink'],
    packages: ['preact', '@preact/signals', 'openapi-fetch', 'workbox-window', 'zod/mini', 'idb', 'uqr'],
  },
  {
    path: 'sw',
    mayImport: ['src/core', 'src/api', 'src/store', 'src/sync'],
    packages: [],
  },
  {
    path: 'server',
    mayImport: ['src/core', 'src/api', 'src/api/openapi', 'src/store', 'src/sync'],
    packages: ['*'],
  },
];

/** Folders that the rule covers. */
const ROOTS = ['src', 'sw', 'server'];

/**
 * Every import that points upwards, or uses a package that its layer may not, one line each.
 * @param root the repository's folder
 */
export function wrongImports(root: string): string[] {
  return ROOTS.flatMap((folder) => sourcesUnder(root, folder)).flatMap((file) =>
    wrongImportsOf(file, readFileSync(join(root, file), 'utf8')),
  );
}

/**
 * @param file path relative to the root, with slashes
 * @param source its text
 */
export function wrongImportsOf(file: string, source: string): string[] {
  const layer = layerOf(file);
  if (layer === undefined) return [`${file} is in no layer: add its folder to tests/structure/imports.ts`];
  return specifiersOf(source).flatMap((specifier) => {
    if (!specifier.startsWith('.')) {
      return allowsPackage(layer, specifier)
        ? []
        : [`${file} imports ${specifier}, which ${layer.path} may not`];
    }
    const target = posix.join(posix.dirname(file), specifier);
    const other = layerOf(target);
    if (other === undefined) return isData(target) ? [] : [`${file} imports ${target}, which is in no layer`];
    const allowed = other.path === layer.path || layer.mayImport.includes(other.path);
    return allowed ? [] : [`${file} imports ${target}: ${layer.path} may not import ${other.path}`];
  });
}

/** Everything that a module imports: statically, lazily and as types. */
export function specifiersOf(source: string): string[] {
  const lazy = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;
  return [...staticSpecifiersOf(source), ...captured(source, lazy)];
}

/** What a module imports at once, also as types. */
export function staticSpecifiersOf(source: string): string[] {
  const statements = /^\s*(?:import|export)\b[^'"`;]*?from\s*['"]([^'"]+)['"]/gm;
  const bare = /^\s*import\s*['"]([^'"]+)['"]/gm;
  return [...captured(source, statements), ...captured(source, bare)];
}

function captured(source: string, pattern: RegExp): string[] {
  return [...source.matchAll(pattern)].map(([, text]) => text ?? '');
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => path.startsWith(`${layer.path}/`));
}

function allowsPackage(layer: Layer, specifier: string): boolean {
  if (layer.packages.includes('*')) return true;
  return layer.packages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
}

/** True for JSON files outside of the layers, such as package.json for the version. */
function isData(path: string): boolean {
  return path.endsWith('.json');
}

function sourcesUnder(root: string, folder: string): string[] {
  return filesUnder(root, folder)
    .filter((file) => /\.(?:ts|tsx)$/.test(file))
    .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
}

/** All files of a folder, at any depth, as paths from the root with slashes. */
export function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((path) => posix.join(dirname(path), posix.basename(path)));
}
