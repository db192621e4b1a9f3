/**
 * Starts the command line. In the installed package it runs the bundle, on the current Node if that is new
 * enough and else on the pinned one. In a clone it runs the sources.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { onParentGone, runChild } from './child.js';
import { fail, findNode, isNewEnough, SetupError } from './find-node.js';

const top = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const sources = join(top, 'server', 'cli', 'in-clone.ts');
const bundle = join(top, 'dist-server', 'pleinair.js');

/**
 * Runs `pleinair ...args` in the current folder. The process ends with the command's exit code.
 * @param {readonly string[]} args
 */
export async function command(args) {
  try {
    if (existsSync(sources)) {
      // Not in the package.
      const { bootstrap, inClone } = await import('./bootstrap.js');
      process.exitCode = await runChild(bootstrap(), [sources, ...args], { env: inClone().env });
    } else if (!existsSync(bundle)) {
      throw new SetupError('this package was packed without its build: pack it again, with scripts allowed.');
    } else if (isNewEnough()) {
      onParentGone(() => process.kill(process.pid, 'SIGTERM'));
      process.argv = [process.execPath, bundle, ...args];
      await import(pathToFileURL(bundle).href);
    } else {
      process.exitCode = await runChild(findNode(pinned()), [bundle, ...args]);
    }
  } catch (error) {
    fail(error);
  }
}

/** npm installs it beside this package, or above it. */
function pinned() {
  const name = `node-${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(dirname(manifest), 'bin', 'node');
  } catch {
    return undefined;
  }
}
