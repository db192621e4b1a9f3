/** Runs a child in the foreground: its output is ours, signals reach it, and its end is our end. */
import { spawn } from 'node:child_process';
import { childEnvironment, root } from './bootstrap.js';

/**
 * Runs `node ...args` in the repository's folder.
 * @param {string} node absolute path
 * @param {readonly string[]} args
 * @returns {Promise<number>} the exit code, 128 + the signal's number when a signal ended it
 */
export function runChild(node, args) {
  const child = spawn(node, args, { cwd: root, env: childEnvironment(), stdio: 'inherit' });
  // A terminal sends Ctrl-C to the whole group: the child has it already.
  const interactive = process.stdin.isTTY === true;
  process.on('SIGINT', () => {
    if (!interactive) child.kill('SIGINT');
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  if (process.env['npm_lifecycle_event'] !== undefined) endWithParent(child);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : signalNumber(signal))));
  });
}

/**
 * A signal to npm ends npm and its shell, but does not reach what the shell runs: that would be left behind.
 * @param {import('node:child_process').ChildProcess} child
 */
function endWithParent(child) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    child.kill('SIGTERM');
  }, 250);
  watch.unref();
}

/** @param {NodeJS.Signals} signal */
function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[/** @type {string} */ (signal)] ?? 1;
}
