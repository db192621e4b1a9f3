/** Runs a tool in a process group of its own, so that nothing it starts outlives its time limit. */
import { type ChildProcess, spawn } from 'node:child_process';
import { root } from '../../server/bin/bootstrap.js';

export interface ProcessResult {
  /** 0 is success; null if a signal or the time limit ended it. */
  readonly code: number | null;
  /** Standard output and error in order of arrival; empty with `show`. */
  readonly output: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Prints the output as it arrives instead of collecting it. */
  readonly show?: boolean;
  readonly limitMs?: number;
}

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const child of running) endGroup(child);
    process.exit(130);
  });
}

/** Runs `node file ...args` in the repository's folder. */
export function runNode(
  file: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<ProcessResult> {
  const { env = {}, show = false, limitMs = 300_000 } = options;
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
    detached: true,
  });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const timer = setTimeout(() => {
    console.error(`${file} took longer than ${limitMs / 1000} s and was stopped.`);
    endGroup(child);
  }, limitMs);
  return new Promise((resolve) => {
    const finish = (code: number | null, text: string) => {
      clearTimeout(timer);
      running.delete(child);
      endGroup(child);
      resolve({ code, output: text });
    };
    child.on('error', (error) => finish(null, error.message));
    child.on('close', (code) => finish(code, output));
  });
}

function endGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The whole group has ended already.
  }
}
