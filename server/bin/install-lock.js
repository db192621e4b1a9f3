/**
 * Lets one process at a time install the dependencies: two `npm ci` at once delete each other's files. The lock is a
 * folder, because making one either succeeds or finds it there.
 */
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** How often a process that waits looks again, ms. */
const LOOK_MS = 100;
/** A lock older than this, ms, is left over: its process ended, and another one has its number. */
const LEFT_OVER_MS = 15 * 60_000;
/** The same for a lock without a number: its process ended right after it made the folder. */
const NAMELESS_MS = 5_000;

/**
 * Runs work while no other process does under the same lock. A process that was killed leaves its lock behind, and
 * the next one takes it over.
 * @template T
 * @param {string} lock path of the folder
 * @param {() => T} work
 * @param {() => void} onWait called once if another process is at work
 * @returns {T}
 */
export function alone(lock, work, onWait) {
  for (let waits = 0; !take(lock); waits += 1) {
    if (waits === 0) onWait();
    // Blocks this process, which has nothing else to do.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  }
  try {
    return work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function take(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error;
  }
  const owner = ownerOf(lock);
  if (owner !== undefined && isGone(owner)) remove(lock, owner.pid);
  return false;
}

/**
 * Whose lock it is and how old, ms; undefined if it is there no more.
 * @param {string} lock
 */
function ownerOf(lock) {
  try {
    const age = Date.now() - statSync(lock).mtimeMs;
    return { pid: numberIn(lock), age };
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** @param {string} lock */
function numberIn(lock) {
  try {
    return Number(readFileSync(join(lock, 'pid'), 'utf8'));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** @param {{ pid: number, age: number }} owner */
function isGone({ pid, age }) {
  if (pid === 0) return age > NAMELESS_MS;
  if (age > LEFT_OVER_MS) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return isCode(error, 'ESRCH');
  }
}

/**
 * Removes a lock that was left over. Of several that find it, one can rename it; if the owner is another one by then,
 * it gets its lock back.
 * @param {string} lock
 * @param {number} pid
 */
function remove(lock, pid) {
  const aside = `${lock}-${process.pid}`;
  try {
    renameSync(lock, aside);
    if (numberIn(aside) !== pid) return renameSync(aside, lock);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
  }
  rmSync(aside, { recursive: true, force: true });
}

/**
 * @param {unknown} error
 * @param {string} code
 */
function isCode(error, code) {
  return error instanceof Error && 'code' in error && error.code === code;
}
