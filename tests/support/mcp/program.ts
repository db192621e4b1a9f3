/** For tests: runs programs of installed packages to their end. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../server/bin/bootstrap.js';
import { childEnv } from './clean-env.ts';

/** Many times what a program takes on a busy machine. */
const LIMIT_MS = 60_000;

export interface ProgramResult {
  /** Null if it had to be killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Manifest {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
}

function manifestOf(name: string): Manifest {
  const manifest: Manifest = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  );
  return manifest;
}

/**
 * @param name of a package in node_modules
 */
export function versionOf(name: string): string {
  return manifestOf(name).version;
}

/**
 * Runs the program of a package with no environment but PATH.
 * @param program name in the package's `bin`
 */
export async function runInstalled(
  name: string,
  program: string,
  args: readonly string[],
): Promise<ProgramResult> {
  const file = join(root, 'node_modules', name, manifestOf(name).bin[program] ?? '');
  // A home of its own, so that the program neither changes the user's files nor finds those of another run.
  const home = mkdtempSync(join(tmpdir(), 'pleinair-home-'));
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...childEnv(), HOME: home, NO_COLOR: '1' },
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LIMIT_MS,
    killSignal: 'SIGKILL',
  });
  const out = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      out[stream] += text;
    });
  }
  await once(child, 'close');
  rmSync(home, { recursive: true, force: true });
  return { code: child.exitCode, ...out };
}
