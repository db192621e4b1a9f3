/** Browsers and what they need, each as a process group of its own, so that nothing outlives this run. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** ms that a group has to end by itself. */
const GRACE = 3000;

const groups = new Set<number>();
const homes = new Set<string>();
process.on('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
  for (const home of homes) removeHome(home);
});

/**
 * An empty folder to be a browser's home: it may write there whoever runs it, and leaves nothing in theirs. Firefox
 * refuses to run as root in somebody else's.
 */
export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'pleinair-browser-'));
  homes.add(home);
  return home;
}

/** Once no browser runs in it. */
export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  homes.delete(home);
}

/** Starts a command as the leader of a group that is ended with this process at the latest. */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  // A command that cannot be started has no id, and says why to whoever waits for it.
  child.on('error', () => {});
  if (child.pid !== undefined) guardGroup(child.pid);
  return child;
}

/** Takes charge of a group that someone else started. */
export function guardGroup(pid: number): void {
  groups.add(pid);
}

/** Asks all of a group to end, and makes them when they do not. */
export async function endGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  const deadline = Date.now() + GRACE;
  while (signalGroup(pid, 0) && Date.now() < deadline) await sleep(20);
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

/** @returns false when nobody is left in it */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** A port of 127.0.0.1 that nobody listens on, for a program that must be told one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
