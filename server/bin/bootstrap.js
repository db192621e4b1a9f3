/** Makes a fresh clone runnable: installs the locked dependencies once, and finds the Node to run them. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findNode, SetupError } from './find-node.js';
import { alone } from './install-lock.js';

/** The repository's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
/** The command line of a clone. */
export const cli = join(root, 'server', 'cli', 'in-clone.ts');
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.pleinair-lock');
/** Outside of node_modules, which npm deletes. */
const lock = join(root, '.installing');
/** Node's compile cache: with it, a program starts in a third of the time. */
const compiled = join(root, 'node_modules', '.cache', 'node');

/**
 * Installs what the lockfile names when it differs from what is installed, and returns the absolute path of
 * the Node that runs the product.
 * @returns {string}
 * @throws {SetupError} when npm fails or no fitting Node is there
 */
export function bootstrap() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  const isDone = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
  if (!isDone()) {
    const work = () => {
      // Another process may have done it meanwhile.
      if (isDone()) return;
      if (!installed(lockfile)) install();
      writeFileSync(stamp, hash);
    };
    alone(lock, work, () => console.error('Another command installs the dependencies: waiting for it…'));
  }
  return findNode(join(bin, 'node'));
}

/**
 * How children run in a clone: in its folder, with the compile cache, and with the pinned Node first wherever a
 * script asks for `node`.
 * @returns {{ cwd: string, env: NodeJS.ProcessEnv }}
 */
export function inClone() {
  const { PATH = '', NODE_COMPILE_CACHE = compiled } = process.env;
  return { cwd: root, env: { ...process.env, NODE_COMPILE_CACHE, PATH: bin + delimiter + PATH } };
}

/**
 * True if every package of the lockfile is installed, as after `npm install` by hand. npm keeps its own list of
 * what it installed. Optional packages are for other systems, and may be missing.
 * @param {string} lockfile
 */
function installed(lockfile) {
  const listed = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(listed)) return false;
  /** @type {Record<string, { version?: string, integrity?: string, optional?: boolean }>} */
  const want = JSON.parse(lockfile).packages;
  /** @type {typeof want} */
  const have = JSON.parse(readFileSync(listed, 'utf8')).packages;
  return Object.entries(want).every(([path, entry]) => {
    if (path === '') return true;
    const found = have[path];
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function install() {
  console.error('Installing the dependencies (once, about half a minute)…');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.error) throw new SetupError(`npm could not be started (${done.error.message}).`);
  if (done.status !== 0) {
    console.error(done.stdout + done.stderr);
    throw new SetupError('npm ci failed; its output stands above.');
  }
}
