/** Runs a child in the foreground: its output is ours, signals reach it, and its end is our end. */
import { spawn } from 'node:child_process';

/**
 * Runs `node ...args`.
 * @param {string} node absolute path
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [where] here, unless it says otherwise
 * @returns {Promise<number>} the exit code, 128 + the signal's number when a signal ended it
 */
export function runChild(node, args, where = {}) {
  const child = spawn(node, args, { ...where, stdio: 'inherit' });
  // A terminal sends Ctrl-C to the whole group: the child has it already.
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
 * A signal to npm ends npm and its shell, but does not reach what the shell runs: that would be left behind.
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
