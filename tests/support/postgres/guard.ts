/**
 * Runs one PostgreSQL server, as a process of its own: `guard.ts`. It ends the server, by its id, when its
 * standard input ends: so also when whoever started it was killed. Each line on the input is an order: `restart`
 * ends the server as an operator would and starts it again, `crash` as if it had failed, and after `standby` it is one
 * that takes no writes, until somebody promotes it. Each line on the output is the address and the process id of a server
 * that accepts connections, or `ended` if one ended without an order.
 *
 * Arguments: the folder `native` of the package with PostgreSQL, then settings of the server, `name=value`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fastFolder } from '../fast-folder.ts';

const [packaged = '', ...settings] = process.argv.slice(2);

/** The user and group that own nothing. PostgreSQL refuses to run as root. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

const dir = mkdtempSync(join(fastFolder(), 'pleinair-postgres-'));
if (isRoot) chownSync(dir, NOBODY, NOBODY);
process.on('exit', () => rmSync(dir, { recursive: true, force: true }));

const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };
const native = usable(packaged);
const data = join(dir, 'data');
run('initdb', '-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync');
const port = await freePort();
const ENDED = 'ended';
/** True while an order ends the server. */
let isOrdered = false;
let server = await start();

for await (const order of createInterface({ input: process.stdin })) {
  await end(order === 'crash' ? 'SIGQUIT' : 'SIGINT');
  if (order === 'standby') writeStandbySignal();
  server = await start();
}
await end('SIGQUIT');
process.exit();

/**
 * The folder with programs that run. It is a copy if the user that owns nothing may not read the package, which may
 * lie in somebody's private folder, or if npm did not run the package's install script, which makes its links.
 */
function usable(folder: string): string {
  const asked = spawnSync(join(folder, 'bin', 'initdb'), ['--version'], { ...who, env, cwd: dir });
  if (asked.status === 0) return folder;
  const copy = join(dir, 'native');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(copy, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    const link = join(dir, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
  return copy;
}

function run(program: string, ...args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(join(native, 'bin', program), args, {
    ...who,
    env,
    cwd: dir,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? stderr}`);
}

async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const taken = createServer().listen(0, '127.0.0.1', () => {
    const address = taken.address();
    taken.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
  });
  return promise;
}

/** A server that was killed leaves processes that end on their own: until then, no other one can start. */
const LEFT_OVER = 'pre-existing shared memory block';

async function start(): Promise<ChildProcess> {
  for (;;) {
    try {
      return await startOnce();
    } catch (error) {
      if (!String(error).includes(LEFT_OVER)) throw error;
      await setTimeout(100);
    }
  }
}

async function startOnce(): Promise<ChildProcess> {
  const fixed = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'shared_buffers=32MB',
    // The machine does not fail, so what the system has taken is as good as on the disk.
    'fsync=off',
  ];
  const options = [...fixed, ...settings].flatMap((setting) => ['-c', setting]);
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...options], {
    ...who,
    env,
    cwd: dir,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-20_000);
    if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
  });
  child.on('error', reject);
  child.on('exit', () => reject(new Error(`PostgreSQL ended:\n${log}`)));
  await promise;
  child.on('exit', () => {
    if (!isOrdered) console.log(ENDED);
  });
  console.log(`postgres://postgres@127.0.0.1:${port}/postgres ${child.pid}`);
  return child;
}

function writeStandbySignal(): void {
  const file = join(data, 'standby.signal');
  writeFileSync(file, '');
  if (isRoot) chownSync(file, NOBODY, NOBODY);
}

async function end(signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  isOrdered = true;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill(signal);
  await ended;
  isOrdered = false;
}
