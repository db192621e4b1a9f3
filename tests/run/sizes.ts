/** The gzipped sizes of what a first visit loads, against the budgets. Measured on dist/ as it was built. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { gzipSync } from 'node:zlib';

const KB = 1024;

/** The script that shows a drawing before the app (src/app/early). It has a budget of its own. */
const EARLY = 'early.js';

export interface Size {
  readonly what: string;
  /** Bytes after gzip, level 9. */
  readonly bytes: number;
  readonly budget: number;
}

/**
 * Sizes of the worker's scripts, and of the page's JavaScript that loads before anything is visible: the scripts
 * in index.html and everything that they import statically. Lazy imports do not count.
 * @param dist folder of the build
 */
export function measure(dist: string): Size[] {
  const scripts = firstLoad(dist);
  const page = scripts.reduce((sum, file) => sum + gzipped(join(dist, file)), 0);
  return [
    { what: 'worker script', bytes: gzipped(join(dist, 'sw.js')), budget: 15 * KB },
    {
      what: 'worker script of what is run later',
      bytes: gzipped(workerScript(dist, 'later')),
      budget: 36 * KB,
    },
    {
      what: 'worker script of what is done seldom',
      bytes: gzipped(workerScript(dist, 'seldom')),
      budget: 17 * KB,
    },
    { what: 'script before the app', bytes: gzipped(join(dist, EARLY)), budget: 3 * KB },
    { what: `first-load page JavaScript (${scripts.length} files)`, bytes: page, budget: 40 * KB },
  ];
}

/** Path of a script that the worker runs later (sw/later.ts). */
export function workerScript(dist: string, name: 'later' | 'seldom'): string {
  const file = readdirSync(join(dist, 'assets')).find(
    (file) => file.startsWith(`sw-${name}-`) && file.endsWith('.js'),
  );
  if (file === undefined) throw new Error(`The worker's script sw-${name} was not built.`);
  return join(dist, 'assets', file);
}

/** Paths, relative to dist, of the scripts of index.html and all their static imports. */
export function firstLoad(dist: string): string[] {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script\b[^>]*\bsrc="\/([^"]+\.js)"/g)].map((match) => match[1] ?? '');
  const waiting = scripts.filter((script) => script !== EARLY);
  if (waiting.length === 0) throw new Error('index.html names no script.');
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const source = readFileSync(join(dist, path), 'utf8');
    const from = posix.dirname(path);
    waiting.push(...staticImports(source).map((specifier) => posix.join(from, specifier)));
  }
  return [...seen].sort();
}

/** Relative specifiers of `import … from "./x.js"`, `import "./x.js"` and `export … from "./x.js"`. */
export function staticImports(source: string): string[] {
  const pattern = /\b(?:import|export)\s*(?:[\w$*{}\s,]*?\bfrom\s*)?["'](\.{1,2}\/[^"']+\.js)["']/g;
  return [...source.matchAll(pattern)].map((match) => match[1] ?? '');
}

function gzipped(file: string): number {
  if (!existsSync(file)) throw new Error(`${file} was not built.`);
  return gzipSync(readFileSync(file), { level: 9 }).length;
}
