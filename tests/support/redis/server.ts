/** A Redis of a test's own, which it can stop, hang and lose. */
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { freePort } from '../guarded/free-port.ts';
import { type Guarded, startGuarded } from '../guarded/guarded.ts';
import { childEnv } from '../mcp/clean-env.ts';
import type { RedisProgram } from './programs.ts';

export interface RedisServer {
  readonly url: string;
  readonly pid: number;
  /** Resolves when the one that runs now has ended. */
  readonly ended: Promise<unknown>;
  /** Sends a command, and resolves with the first line of what it answers. */
  command(...words: readonly string[]): Promise<string>;
  /** It accepts connections and answers nothing, until `resume`. */
  hang(): void;
  resume(): void;
  /** Ends it as a crash does. */
  kill(): Promise<void>;
  /** Starts it again, empty, at the same address. */
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1, which writes no file. It ends with this process at the latest. */
export async function startRedis({ path, env }: RedisProgram): Promise<RedisServer> {
  const port = await freePort();
  const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', tmpdir()];
  let output = '';
  let running = await start();

  async function start(): Promise<Guarded> {
    const started = await startGuarded(path, args, {
      env: { ...childEnv(), ...env },
      signal: 'SIGKILL',
      onOutput: (text) => {
        output += text;
      },
    });
    let ended = false;
    void started.ended.then(() => {
      ended = true;
    });
    while ((await send(port, ['PING']).catch(() => '')) !== '+PONG') {
      if (ended) throw new Error(`Redis ended at its start: ${output}`);
    }
    return started;
  }

  return {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return running.pid;
    },
    get ended() {
      return running.ended;
    },
    command: (...words) => send(port, words),
    hang: () => void process.kill(running.pid, 'SIGSTOP'),
    resume: () => void process.kill(running.pid, 'SIGCONT'),
    async kill() {
      await running.end();
    },
    async start() {
      running = await start();
    },
    async [Symbol.asyncDispose]() {
      await running.end();
    },
  };
}

/** One command on a connection of its own (redis.io/docs/latest/develop/reference/protocol-spec). */
function send(port: number, words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      answer += text;
      if (!answer.includes('\r\n')) return;
      socket.destroy();
      resolve(answer.split('\r\n', 1)[0] ?? '');
    });
    socket.on('close', () => reject(new Error('the connection ended')));
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    socket.write(`*${words.length}\r\n${parts.join('')}`);
  });
}
