/** Commands in a clone whose dependencies are not those of the lockfile, as real processes. npm is a stand-in. */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Deletes what is installed, as `npm ci` does, and installs when the test says so. */
const NPM = `
import { appendFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
appendFileSync('npm.log', 'begins\\n');
rmSync('node_modules', { recursive: true, force: true });
while (!existsSync('go')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
mkdirSync('node_modules');
writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
writeFileSync('node_modules/dependency.js', '');
appendFileSync('npm.log', 'ends\\n');
`;

interface Command {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  output: string;
  readonly ended: Promise<number | null>;
}

let dir: string;
let commands: Command[];
beforeEach(() => {
  commands = [];
  dir = mkdtempSync(join(tmpdir(), 'pleinair-bootstrap-'));
  cpSync(import.meta.dirname, join(dir, 'server', 'bin'), { recursive: true });
  writeFileSync(join(dir, 'package.json'), '{"type":"module"}');
  writeFileSync(join(dir, 'package-lock.json'), '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
  writeFileSync(join(dir, 'npm.js'), NPM);
  writeFileSync(join(dir, 'hello.js'), "import './node_modules/dependency.js'; console.log('hello');");
});
afterEach(async () => {
  writeFileSync(join(dir, 'go'), '');
  for (const command of commands) await kill(command);
  rmSync(dir, { recursive: true, force: true });
});

function start(): Command {
  const child = spawn(process.execPath, [join(dir, 'server', 'bin', 'run.js'), 'hello.js'], {
    cwd: dir,
    env: { ...process.env, npm_execpath: join(dir, 'npm.js') },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that npm is killed with it.
    detached: true,
  });
  const command: Command = {
    child,
    output: '',
    ended: new Promise((resolve) => child.on('exit', resolve)),
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      command.output += text;
    });
  }
  commands.push(command);
  return command;
}

async function kill({ child: { pid, exitCode }, ended }: Command): Promise<void> {
  if (pid !== undefined && exitCode === null) process.kill(-pid, 'SIGKILL');
  await ended;
}

const log = () => (existsSync(join(dir, 'npm.log')) ? readFileSync(join(dir, 'npm.log'), 'utf8') : '');
const go = () => writeFileSync(join(dir, 'go'), '');
const leftOver = (pid: string | undefined) => {
  mkdirSync(join(dir, '.installing'));
  if (pid !== undefined) writeFileSync(join(dir, '.installing', 'pid'), pid);
};

describe('npm start and others: the dependencies are installed', () => {
  test('once, by one of two commands that begin at the same time; the other one waits', async () => {
    const first = start();
    await expect.poll(log).toBe('begins\n');
    const second = start();
    await expect.poll(() => second.output).toContain('Another command installs the dependencies');
    go();
    expect([await first.ended, await second.ended]).toEqual([0, 0]);
    expect(log()).toBe('begins\nends\n');
    for (const { output } of [first, second]) expect(output).toContain('hello');
    expect(existsSync(join(dir, '.installing'))).toBe(false);
  });

  test('although a command was killed while it installed them', async () => {
    const killed = start();
    await expect.poll(log).toBe('begins\n');
    await kill(killed);
    expect(existsSync(join(dir, '.installing'))).toBe(true);
    go();
    const next = start();
    expect(await next.ended).toBe(0);
    expect(next.output).toContain('hello');
    expect(existsSync(join(dir, '.installing'))).toBe(false);
  });

  test('once, if several commands find a lock of a process that is gone', async () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    leftOver(String(pid));
    go();
    const all = Array.from({ length: 4 }, start);
    for (const { ended } of all) expect(await ended).toBe(0);
    expect(log()).toBe('begins\nends\n');
    for (const { output } of all) expect(output).toContain('hello');
  });
});
