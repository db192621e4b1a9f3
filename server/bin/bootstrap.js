/**
 * Makes a fresh clone runnable: installs the locked dependencies once and finds the Node to run them with.
 * Folder: the first files that npm starts. Plain JavaScript that Node 20 runs, since the system's Node may be
 * older than the one the product needs; everything else runs as TypeScript under the pinned Node 24.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.pleinair-lock');
const NODE_MIN = 24;

/** A condition that a person has to change; said in one line, without a stack. */
export class SetupError extends Error {}

/**
 * Installs what the lockfile names when it differs from what is installed, and returns the absolute path of
 * the Node that runs the product.
 * @returns {string}
 * @throws {SetupError} when npm fails or no fitting Node is there
 */
export function bootstrap() {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const hash = createHash('sha256').update(lockfile).digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
    if (!installed(lockfile)) install();
    writeFileSync(stamp, hash);
  }
  return findNode();
}

/**
 * The environment for children: the pinned Node comes first wherever a script asks for `node`.
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment() {
  return { ...process.env, PATH: bin + delimiter + (process.env.PATH ?? '') };
}

/**
 * Prints what went wrong and ends the process: a SetupError in one line, a defect with its stack.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(error instanceof SetupError ? `Pleinair: ${error.message}` : error);
  process.exit(1);
}

/**
 * Is every package of the lockfile already there, as after `npm install` by hand? npm keeps its own list of
 * what it installed; packages for other systems are optional and may be missing.
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
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const done = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, encoding: 'utf8' })
    : spawnSync('npm', args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });
  if (done.error) throw new SetupError(`npm could not be started (${done.error.message}).`);
  if (done.status !== 0) {
    console.error(done.stdout + done.stderr);
    throw new SetupError('npm ci failed; its output stands above.');
  }
}

function findNode() {
  const pinned = join(bin, 'node');
  if (existsSync(pinned) && majorOf(pinned) >= NODE_MIN) return pinned;
  if (Number.parseInt(process.versions.node, 10) >= NODE_MIN) return process.execPath;
  throw new SetupError(
    `needs Node ${NODE_MIN} or newer on ${process.platform} ${process.arch} (this is ${process.version}): install it from nodejs.org.`,
  );
}

/** @param {string} node absolute path */
function majorOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0;
}
