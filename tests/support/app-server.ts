/** The real server in a process and a data folder of its own, for tests that stop and kill it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../server/bin/bootstrap.js';
import { ensureBuild } from './build.ts';
import { cli } from './cli/cli.ts';
import { fastFolder } from './fast-folder.ts';
import { childEnv } from './mcp/clean-env.ts';

/** Longer than any start on a busy machine. */
const START_MS = 60_000;

export interface AppServer {
  /** Origin without a trailing slash; `start` keeps it. */
  readonly url: string;
  /** The token of the drawing API. */
  readonly token: string;
  readonly dataDir: string;
  /** Id of the current process. */
  readonly pid: number | undefined;
  /** Everything printed so far. */
  output(): string;
  /** Sends SIGTERM, or another signal, and waits. Resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
  /** Sends SIGKILL and waits. */
  kill(): Promise<void>;
  /** Starts the server again, on the same port and data. */
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface AppServerOptions {
  /** Environment in addition to HOST, PORT, DATA_DIR and DRAW_TOKEN. */
  readonly env?: Readonly<Record<string, string>>;
  /** Not removed at the end. Without it, a temporary folder is made and removed. */
  readonly dataDir?: string;
  readonly token?: string;
  /** False if the test needs no page: saves the build. */
  readonly build?: boolean;
  /** False to throw the log away, for runs of many requests. */
  readonly log?: boolean;
}

/**
 * Starts the server on a free port of 127.0.0.1, with the app built. By default it asks a closed port for the
 * air, so that no test depends on the network.
 */
export async function startAppServer(options: AppServerOptions = {}): Promise<AppServer> {
  if (options.build !== false) await ensureBuild();
  const dataDir = options.dataDir ?? mkdtempSync(join(fastFolder(), 'pleinair-data-'));
  const token = options.token ?? 'a-token-for-tests';
  const env = {
    DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
    DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
    ...options.env,
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DRAW_TOKEN: token,
  };
  let output = '';
  let child = spawnServer({ PORT: '0', ...env });
  const url = await listening(child);

  function spawnServer(settings: Record<string, string>): ChildProcess {
    const started = spawn(process.execPath, [cli, 'serve'], {
      cwd: root,
      env: { ...childEnv(), HOME: process.env.HOME, ...settings },
      stdio: ['ignore', options.log === false ? 'ignore' : 'pipe', 'pipe'],
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    }
    return started;
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
    child.kill(signal);
    return ended;
  }

  return {
    url,
    token,
    dataDir,
    get pid() {
      return child.pid;
    },
    output: () => output,
    stop: (signal = 'SIGTERM') => end(signal),
    kill: async () => void (await end('SIGKILL')),
    async start() {
      child = spawnServer({ ...env, PORT: new URL(url).port });
      await listening(child);
    },
    async [Symbol.asyncDispose]() {
      await end('SIGKILL');
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Resolves with the address that the server prints. */
function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`The server did not start in time. It said:\n${said}`));
    }, START_MS);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      child.off('exit', onExit);
      settle();
    };
    const onExit = () => finish(() => reject(new Error(`The server ended at its start. It said:\n${said}`)));
    child.on('exit', onExit);
    child.stderr?.on('data', (text: string) => {
      said += text;
      const address = /Pleinair is at (http:\/\/\S+)/.exec(said)?.[1];
      if (address !== undefined) finish(() => resolve(address.replace(/\/$/, '')));
    });
  });
}
