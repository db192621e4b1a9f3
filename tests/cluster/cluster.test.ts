import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { type Api, apiOf, appendStroke, isListening, LONG_TIMEOUT, readDrawing } from '../server/program.ts';
import { cli } from '../support/cli/cli.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import { childEnv } from '../support/mcp/clean-env.ts';
import { postgresPrograms } from '../support/postgres/server.ts';
import { redisProgram } from '../support/redis/programs.ts';
import { SERVED_BY } from './balancer.ts';

const isMissing = postgresPrograms() === undefined || redisProgram() === undefined;
const strokes = realStrokes(60);

/** The command, as a process. */
interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly token: string;
  output(): string;
  /** The id of a process of the server, after it was started so many times. */
  pid(name: string, start?: number): number;
}

let running: Running | undefined;
afterEach(async () => {
  const child = running?.child;
  running = undefined;
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
});

function command(...args: readonly string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(root, 'tests', 'cluster', 'main.ts'), ...args], {
    cwd: root,
    env: { ...childEnv(), PLEINAIR_CLI: cli },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return { child, output: () => output };
}

async function start(): Promise<Running> {
  const { child, output } = command('--port', '0');
  await expect.poll(output, { timeout: 60_000 }).toContain('Ctrl-C ends everything');
  const [, url = '', token = ''] = /Pleinair is at (\S+), with the token "(\S+)"/.exec(output()) ?? [];
  running = {
    child,
    url,
    token,
    output,
    pid(name, start = 1) {
      const told = [...output().matchAll(new RegExp(`Process ${name} is at .*\\n +kill -9 (\\d+)`, 'g'))];
      return Number(told[start - 1]?.[1] ?? Number.NaN);
    },
  };
  return running;
}

/** Everything that listens. */
const addresses = ({ output }: Running) =>
  [...output().matchAll(/(?:http|postgres|redis):\/\/(?:postgres@)?(127\.0\.0\.1:\d+)/g)].map(
    ([, host]) => `http://${host}`,
  );

async function listening(at: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const url of new Set(at)) if (await isListening(url)) found.push(url);
  return found;
}

/** Appends as a device does: again with the same key until there is an answer. */
async function append(api: Api, id: string, rev: number): Promise<number> {
  for (let failed = 0; ; failed += 1) {
    const response = await appendStroke(api, id, rev, strokes[rev]!, `key ${rev}`).catch(() => undefined);
    if (response?.status === 200) return failed;
    expect([undefined, 503]).toContain(response?.status);
    await pause(50);
  }
}

test.for(['abc', '70000', '-1', '80 81'])('npm run cluster refuses what is no port: %s', async (port) => {
  const { child, output } = command('--port', port);
  await once(child, 'close');
  expect(child.exitCode).toBe(2);
  expect(output()).toMatch(/^npm run cluster --: .*It must be a port, from 0 to 65535; see [^\n]*\n$/);
});

describe.skipIf(isMissing)('npm run cluster', () => {
  test('one process is killed and one drained while somebody draws: no stroke is lost or doubled', {
    timeout: 90_000,
  }, async () => {
    const { url, token, output, pid, child } = await start();
    const api = apiOf({ url, token });
    const id = randomUUID();
    const body = { title: 'Through the balancer', strokes: strokes.slice(0, 1), thumb: '' };
    expect((await api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } })).status).toBe(
      201,
    );
    let rev = 1;
    let failures = 0;
    const draw = async (to: number) => {
      while (rev < to) {
        failures += await append(api, id, rev);
        rev += 1;
      }
    };
    const guess = () =>
      fetch(`${url}/api/v1/drawings`, { headers: { Authorization: 'Bearer wrong' } }).then(
        ({ status }) => status,
      );
    const guesses: number[] = [];
    for (let i = 0; i < 14; i += 1) guesses.push(await guess());
    expect(guesses).toEqual([...Array<number>(10).fill(401), ...Array<number>(4).fill(429)]);

    await draw(10);
    const drawing = draw(20);
    process.kill(pid('1'), 'SIGKILL');
    await drawing;
    await expect.poll(output, LONG_TIMEOUT).toContain('Process 1 ended (killed)');
    await expect.poll(() => pid('1', 2), LONG_TIMEOUT).toBeGreaterThan(0);
    const served = async () => (await fetch(`${url}/health`)).headers.get(SERVED_BY);
    await expect.poll(served, LONG_TIMEOUT).toBe('1');
    failures = 0;
    process.kill(pid('2'), 'SIGTERM');
    while (!output().includes('Process 2 ended (drained)') && rev < strokes.length) {
      await draw(rev + 1);
      await pause(100);
    }
    expect(failures, 'whoever is drained turns nobody away').toBe(0);
    const kept = await readDrawing(api, id);
    expect(kept.strokes).toEqual(strokes.slice(0, rev));

    const all = addresses(running!);
    child.kill('SIGINT');
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await listening(all)).toEqual([]);
  });

  test('PostgreSQL and Redis are killed: it says so, and starts them again', {
    timeout: 90_000,
  }, async () => {
    const { url, token, output } = await start();
    const api = apiOf({ url, token });
    const id = randomUUID();
    const body = { title: 'Before', strokes: strokes.slice(0, 1), thumb: '' };
    const headers = { 'If-None-Match': '*' };
    expect((await api('PUT', `/drawings/${id}`, { body, headers })).status).toBe(201);
    for (const name of ['Redis', 'PostgreSQL']) {
      const pids = () =>
        [...output().matchAll(new RegExp(`^${name} is at .*\\n +kill -9 (\\d+) kills it`, 'gm'))].map(
          ([, pid]) => Number(pid),
        );
      const [pid] = pids();
      if (pid === undefined) throw new Error(output());
      process.kill(pid, 'SIGKILL');
      await expect.poll(output, LONG_TIMEOUT).toContain(`${name} ended; it is back in 2 s`);
      await expect.poll(pids, LONG_TIMEOUT).toEqual([pid, expect.any(Number)]);
    }
    const title = async () => {
      const response = await api('GET', `/drawings/${id}`);
      return response.ok ? (await response.json()).title : response.status;
    };
    await expect.poll(title, LONG_TIMEOUT).toBe('Before');
  });

  test('a second one at its port says so, and a killed one leaves nothing behind', {
    timeout: 90_000,
  }, async () => {
    const first = await start();
    const second = command('--port', new URL(first.url).port);
    await once(second.child, 'exit');
    expect(second.child.exitCode).toBe(1);
    expect(second.output()).toContain(
      `a cluster runs already, at ${first.url}; kill ${first.child.pid} ends it`,
    );
    const all = addresses(first);
    expect(await listening(all)).toHaveLength(new Set(all).size);
    first.child.kill('SIGKILL');
    await expect.poll(() => listening(all), LONG_TIMEOUT).toEqual([]);
  });
});
