/** Programs that end with whoever started them, also when that one is killed. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Guarded {
  /** The program's own id, for signals. */
  readonly pid: number;
  /** Resolves when it has ended, with its exit code; 1 if a signal ended it. */
  readonly ended: Promise<number>;
  /** Ends it, and waits. */
  end(): Promise<void>;
}

export interface GuardedOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** What ends it: SIGTERM, or at once SIGKILL. */
  readonly signal?: 'SIGTERM' | 'SIGKILL';
  /** Called with what it prints. */
  readonly onOutput?: (text: string) => void;
}

/** @throws if the program cannot be started */
export async function startGuarded(
  program: string,
  args: readonly string[],
  { env, cwd, signal = 'SIGTERM', onOutput = () => {} }: GuardedOptions,
): Promise<Guarded> {
  const guard = spawn(process.execPath, [join(import.meta.dirname, 'guard.ts'), signal, program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // In a group of its own: a run that is stopped kills its group, and the guard must outlive it to tidy up.
    detached: true,
    env,
    cwd,
  });
  const ended = once(guard, 'exit').then(([code]) => Number(code ?? 1));
  guard.stdin.on('error', () => {});
  for (const stream of [guard.stdout, guard.stderr]) stream.setEncoding('utf8').on('data', onOutput);
  const told = guard.stdio[3];
  // It stays open as long as the guard lives, and has one line.
  const pid = await Promise.race([
    new Promise<number>((resolve) => told?.once('data', (line: Buffer) => resolve(Number(line.toString())))),
    ended.then((code) => Promise.reject(new Error(`${program} could not be started (${code})`))),
  ]);
  return {
    pid,
    ended,
    async end() {
      guard.stdin.end();
      await ended;
    },
  };
}
