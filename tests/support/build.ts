/** Gives tests the built app, and builds it if the sources changed. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../../server/bin/bootstrap.js';
import { isFresh } from '../../server/bin/inputs.js';

/** Folder of the built app. */
export const dist = join(root, 'dist');
const lock = join(root, 'node_modules', '.cache', 'build.lock');
const LOCK_MS = 120_000;

/**
 * Resolves when dist/ is built from the current sources. Test files run in several processes at the same time:
 * one builds, the others wait for it. `npm test` has built before, and says so in the environment.
 */
export async function ensureBuild(): Promise<void> {
  if (process.env.PLEINAIR_BUILD_IS_FRESH === '1' || isFresh()) return;
  await withLock(() => {
    if (isFresh()) return;
    const vite = join(root, 'node_modules', '.bin', 'vite');
    const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NODE_ENV: 'production', VITEST: undefined },
    });
    if (done.status !== 0) throw new Error(`The build failed:\n${done.stdout}${done.stderr}`);
  });
}

async function withLock(work: () => void): Promise<void> {
  while (!takeLock()) await sleep(100);
  try {
    work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

/**
 * Takes the lock by making a folder, which only one process can. A folder left by a killed process is taken
 * over.
 */
function takeLock(): boolean {
  mkdirSync(join(lock, '..'), { recursive: true });
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch {
    if (isAbandoned()) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}

function isAbandoned(): boolean {
  try {
    if (Date.now() - statSync(lock).mtimeMs > LOCK_MS) return true;
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
