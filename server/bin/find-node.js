/**
 * Finds the Node that runs the product. Plain JavaScript for Node 20 and later, in a clone and in the installed
 * package.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const NODE_MIN = 24;

/** A condition that the person has to change. It is printed in one line, without a stack. */
export class SetupError extends Error {}

/**
 * Prints an error and ends the process: a SetupError in one line, a defect with its stack.
 * @param {unknown} error
 * @returns {never}
 */
export function fail(error) {
  console.error(error instanceof SetupError ? `Pleinair: ${error.message}` : error);
  process.exit(1);
}

/** True if the current Node can run the product. */
export function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= NODE_MIN;
}

/**
 * @param {string | undefined} pinned where npm installs its Node on some systems
 * @returns {string} absolute path
 * @throws {SetupError} if no suitable Node is found
 */
export function findNode(pinned) {
  if (pinned !== undefined && existsSync(pinned) && majorOf(pinned) >= NODE_MIN) return pinned;
  if (isNewEnough()) return process.execPath;
  throw new SetupError(
    `needs Node ${NODE_MIN} or newer on ${process.platform} ${process.arch} (this is ${process.version}): install it from nodejs.org.`,
  );
}

/** @param {string} node absolute path */
function majorOf(node) {
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 ? Number.parseInt(stdout.slice(1), 10) : 0;
}
