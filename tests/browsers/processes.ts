/** Runs browsers and their helpers, each in a process group of its own, so that nothing outlives this run. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** How long a group may take to end by itself, ms. */
const GRACE = 3000;

const groups = new Set<number>();
const homes = new Set<string>();
process.on('exit', () => {
  for (const pid of groups) signalGroup(pid, 'SIGKILL');
  for (const home of homes) removeHome(home);
});

/**
 * An empty folder as a browser's home, so that it leaves nothing in the user's own. Firefox refuses to run as
 * root in somebody else's home.
 */
export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'pleinair-browser-'));
  homes.add(home);
  return home;
}

/** Call this when no browser runs in it any more. */
export function removeHome(home: string): void {
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  homes.delete(home);
}

/** Starts a command as the leader of a group, which is ended with this process at the latest. */
export function startGroup(command: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(command, args, { ...options, detached: true });
  // A command that cannot be started has no id, and its error reaches whoever waits for it.
  child.on('error', () => {});
  if (child.pid !== undefined) guardGroup(child.pid);
  return child;
}

/** Registers a group that another module started. */
export function guardGroup(pid: number): void {
  groups.add(pid);
}

/** Asks all processes of a group to end, and kills those that do not. */
export async function endGroup(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  signalGroup(pid, 'SIGTERM');
  const deadline = Date.now() + GRACE;
  while (signalGroup(pid, 0) && Date.now() < deadline) await sleep(20);
  signalGroup(pid, 'SIGKILL');
  groups.delete(pid);
}

/** @returns false if the group has no processes left */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** A free port of 127.0.0.1, for a program that must be given one. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
