/** Tells whether dist/ was built from the current sources. Compares contents, not dates. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './bootstrap.js';

/** Outside dist/, because everything in dist/ is served. */
const stamp = join(root, 'node_modules', '.cache', 'pleinair-build');

/** What the build reads. The lockfile stands for node_modules. */
const INPUTS = [
  'index.html',
  'package.json',
  'package-lock.json',
  'public',
  'server/bin/inputs.js',
  'server/http/precompress.ts',
  'src',
  'sw',
  'tsconfig.base.json',
  'vite.config.ts',
];

/**
 * SHA-256 of the paths and contents of all inputs of the build.
 * @returns {string}
 */
export function inputsHash() {
  const hash = createHash('sha256');
  for (const path of INPUTS.flatMap(filesUnder)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

/**
 * Marks dist/ as built from sources with this hash.
 * @param {string} hash
 */
export function stampBuild(hash) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, hash);
}

/** Marks dist/ as unfinished, so that the remains of a failed build are never served. */
export function clearStamp() {
  rmSync(stamp, { force: true });
}

/** True if dist/ exists and was built from the current sources. */
export function isFresh() {
  const built = existsSync(join(root, 'dist', 'index.html')) && existsSync(join(root, 'dist', 'sw.js'));
  return built && existsSync(stamp) && readFileSync(stamp, 'utf8') === inputsHash();
}

/**
 * @param {string} path relative to the root
 * @returns {string[]}
 */
function filesUnder(path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return [];
  let entries;
  try {
    entries = readdirSync(absolute, { withFileTypes: true });
  } catch {
    return [path];
  }
  return entries
    .filter((entry) => !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) =>
      entry.isDirectory() ? filesUnder(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
    );
}
