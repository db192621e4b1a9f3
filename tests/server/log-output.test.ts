import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { cli } from '../support/cli/cli.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { childEnv } from '../support/mcp/clean-env.ts';
import { LONG_TIMEOUT } from './program.ts';

const folders: string[] = [];
const children: ChildProcessByStdio<null, Readable, Readable>[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts the server. The test reads its log. */
async function start() {
  const dataDir = mkdtempSync(join(fastFolder(), 'pleinair-log-'));
  folders.push(dataDir);
  const child = spawn(process.execPath, [cli, 'serve'], {
    cwd: root,
    env: { ...childEnv(), HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await expect.poll(() => said, LONG_TIMEOUT).toMatch(/ at http\S+:\d+/);
  return { child, url: / at (http\S+:\d+)/.exec(said)?.[1] ?? '' };
}

describe('server: its log on stdout', () => {
  test('more than a block of lines is written completely and in order, also when the server ends', async () => {
    const { child, url } = await start();
    let log = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    const count = 900;
    for (let i = 0; i < count; i++)
      await (await fetch(`${url}/api/v1/drawings/${'ä'.repeat(8)}-${i}`)).text();
    const closed = once(child, 'close');
    child.kill('SIGTERM');
    await closed;
    const paths = log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'request')
      .map(({ path }) => Number(/-(\d+)$/.exec(path)?.[1]));
    expect(log.length).toBeGreaterThan(2 * 64 * 1024);
    expect(paths).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  test('the server continues if nobody reads its log', async () => {
    const { child, url } = await start();
    child.stdout.destroy();
    await once(child.stdout, 'close');
    // More than one block, so that the log is written while the server works.
    for (let i = 0; i < 900; i++) await (await fetch(`${url}/health?${i}`)).text();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(child.exitCode).toBeNull();
  });
});
