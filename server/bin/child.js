/**
 * Runs a child process in the foreground: it inherits our output, gets our signals, and its exit code is ours.
 */
import { spawn } from 'node:child_process';

/**
 * Runs `node ...args`.
 * @param {string} node absolute path
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [where] folder and environment; ours by default
 * @returns {Promise<number>} the exit code; 128 + the signal's number if a signal ended it
 */
export function runChild(node, args, where = {}) {
  const child = spawn(node, args, { ...where, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the whole group, so the child gets it anyway.
  const interactive = process.stdin.isTTY === true;
  process.on('SIGINT', () => {
    if (!interactive) child.kill('SIGINT');
  });
  for (const signal of /** @type {const} */ (['SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => child.kill(signal));
  }
  onParentGone(() => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : signalNumber(signal))));
  });
}

/**
 * Calls `then` when the parent is gone. A signal to npm ends npm and its shell but does not reach the program
 * that the shell runs, which would stay behind.
 * @param {() => void} then
 */
export function onParentGone(then) {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, 250);
  watch.unref();
}

/** @param {NodeJS.Signals} signal */
function signalNumber(signal) {
  return { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 }[/** @type {string} */ (signal)] ?? 1;
}
