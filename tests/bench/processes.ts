/** The processes of a trial of the server, apart from each other so that none measures another. */
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { cli, root } from '../../server/bin/bootstrap.js';
import type { BareOrder } from './server/bare-server.ts';
import type { Order, Report } from './server/load.ts';

const here = import.meta.dirname;
const START_MS = 30_000;

export interface StartedServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts the product's server. Its log is written to /dev/null. */
export async function startServer(
  dir: string,
  env: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  const child = spawn(process.execPath, [cli, 'serve'], {
    cwd: root,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', DATA_DIR: join(dir, 'data'), ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { port: await portOf(child), stop: () => end(child) };
}

function portOf(child: ChildProcess): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`the server did not start: ${said}`));
    const timer = setTimeout(fail, START_MS);
    child.on('exit', fail);
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const port = /Pleinair is at \S+:(\d+)/.exec(said)?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    });
  });
}

export async function startBareServer(order: BareOrder): Promise<StartedServer> {
  const child = fork(join(here, 'server', 'bare-server.ts'));
  child.send(order);
  const port = await reply<number>(child);
  return { port, stop: () => end(child) };
}

export interface Load {
  /** Resolves with requests a second. */
  run(order: Order): Promise<number>;
  stop(): Promise<void>;
}

export function startLoad(): Load {
  const child = fork(join(here, 'server', 'load.ts'));
  return {
    async run(order) {
      child.send(order);
      const report = await reply<Report>(child);
      if ('failed' in report) throw new Error(`load on ports ${order.ports.join(', ')}: ${report.failed}`);
      return report.perSecond;
    },
    stop: () => end(child),
  };
}

/** The next message of a process; rejects if the process ends instead. */
function reply<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const onMessage = (message: unknown) => settle(() => resolve(message as T));
    const onExit = () => settle(() => reject(new Error('a process of the bench ended too early')));
    const settle = (answer: () => void) => {
      child.off('message', onMessage);
      child.off('exit', onExit);
      answer();
    };
    child.on('message', onMessage);
    child.on('exit', onExit);
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
