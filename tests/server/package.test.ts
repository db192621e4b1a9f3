/** The package as a person has it: packed, installed into an empty folder, and run from there. */
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../server/bin/bootstrap.js';
import { createProgram } from '../../server/cli/pleinair.ts';
import { addressOf, endOf, type Installation, installPackage, olderNode } from '../support/package.ts';
import { type Api, apiOf, isListening, LONG_TIMEOUT, readDrawing } from './program.ts';

const MB = 1024 * 1024;
const TOKEN = 'a-token-of-the-package';
const NO_AIR = {
  DATA_GOV_SG_V2_URL: 'http://127.0.0.1:9/v2',
  DATA_GOV_SG_V1_URL: 'http://127.0.0.1:9/v1',
};
const ID = '6f9619ff-8b86-4d01-b42d-00c04fc964ff';
const STROKE = {
  tool: 'pen',
  color: '#1d4ed8',
  size: 3,
  points: [
    [0, 0],
    [40, 30],
  ],
};

let pleinair: Installation;
beforeAll(async () => {
  pleinair = await installPackage();
}, 240_000);
afterAll(() => pleinair?.remove());

const dataDirOf = ({ home }: Installation) => join(home, '.local', 'share', 'pleinair');

interface RunningServe {
  readonly url: string;
  readonly api: Api;
  /** Sends SIGTERM. Resolves with the exit code. */
  end(): Promise<number | null>;
}

/** Runs `pleinair serve` on a free port. It is killed at the end of the test. */
async function serve(...args: string[]): Promise<RunningServe> {
  const child = pleinair.start(['serve', '--port', '0', ...args], { ...NO_AIR, DRAW_TOKEN: TOKEN });
  return served(child);
}

async function served(child: ChildProcessWithoutNullStreams): Promise<RunningServe> {
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdout.resume();
  const url = await addressOf(child);
  const end = async () => {
    const ended = once(child, 'close');
    child.kill('SIGTERM');
    await ended;
    return child.exitCode;
  };
  return { url, api: apiOf({ url, token: TOKEN }), end };
}

/** Kills a process group, with what its shell may have left behind. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has no processes left.
  }
}

const put = (api: Api, title: string, headers: Record<string, string>) =>
  api('PUT', `/drawings/${ID}`, { body: { title, strokes: [STROKE], thumb: '' }, headers });

describe('package', () => {
  test('has all programs and documents, and needs no other package', () => {
    const files = readdirSync(pleinair.packageDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(pleinair.packageDir.length + 1));
    expect(readdirSync(pleinair.packageDir).sort()).toEqual(
      ['LICENSE', 'README.md', 'dist', 'dist-server', 'docs', 'package.json', 'server'].sort(),
    );
    expect(files.filter((file) => file.startsWith('server/')).sort()).toEqual(
      ['child', 'command', 'find-node', 'pleinair-mcp', 'pleinair'].map((name) => `server/bin/${name}.js`),
    );
    expect(files.filter((file) => /\.map$|\.test\.|\.tsx?$/.test(file))).toEqual(['dist/client/pleinair.ts']);
    expect(files).toEqual(expect.arrayContaining(['dist/index.html', 'dist/sw.js.br', 'docs/mcp.md']));
    expect(statSync(pleinair.tarball).size).toBeLessThan(3 * MB);
    expect(readdirSync(join(pleinair.dir, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      'pleinair',
    ]);
    const licenses = readFileSync(join(pleinair.packageDir, 'dist-server', 'licenses.md'), 'utf8');
    for (const name of ['hono', 'kysely', 'zod', '@modelcontextprotocol/server']) {
      expect(licenses).toMatch(new RegExp(`^## ${name} - `, 'm'));
    }
    const ofTheApp = readFileSync(join(pleinair.packageDir, 'dist', 'licenses.txt'), 'utf8');
    for (const name of ['preact', 'idb']) expect(ofTheApp).toMatch(new RegExp(`^## ${name} - `, 'm'));
  });

  test('prints its help, the help of each command, and its version', async () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await pleinair.run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    const whole = await pleinair.run(['--help']);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toContain(`Drawings are kept in ${dataDirOf(pleinair)}\n`);
    for (const command of createProgram({ dataDir: '' }).commands) {
      const name = command.name();
      expect(whole.stdout).toContain(`\n  ${name.padEnd(13)}  ${command.summary()}\n`);
      const one = await pleinair.run([name, '--help']);
      expect(one).toMatchObject({ code: 0, stderr: '' });
      expect(one.stdout).toMatch(new RegExp(`^Usage: pleinair ${name}\\b`));
    }
    const serving = await pleinair.run(['serve', '--help']);
    expect(serving.stdout).toMatch(/^ {2}DRAW_TOKEN +token for the drawings.*^ {2}PUBLIC_URL /ms);
  });

  test('a wrong command line is refused with one line and status 2', async () => {
    const { code, stdout, stderr } = await pleinair.run(['restore', '--force', 'x']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe("pleinair restore: unknown option '--force'; see pleinair restore --help\n");
  });

  test('token prints a new token each time, and nothing else, on stdout', async () => {
    const [one, two] = [await pleinair.run(['token']), await pleinair.run(['token'])];
    for (const { code, stdout, stderr } of [one, two]) {
      expect(code).toBe(0);
      expect(stdout).toMatch(/^\w[\w-]{42}\n$/);
      for (const place of ['DRAW_TOKEN=', '/run/secrets/draw-token', 'Settings', 'Bearer']) {
        expect(stderr).toContain(place);
      }
      expect(stderr).not.toContain(stdout.trim());
    }
    expect(one.stdout).not.toBe(two.stdout);
  });

  test('serve has the app, its worker and the API, and stores drawings where --help says', async () => {
    const { url, api, end } = await serve();
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? '';
    const asset = await fetch(url + script, { headers: { 'Accept-Encoding': 'br' } });
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect(asset.headers.get('content-encoding')).toBe('br');
    const worker = await fetch(`${url}/sw.js`);
    expect(worker.status).toBe(200);
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(worker.headers.get('cache-control')).toBe('no-cache');
    expect(await worker.text()).toContain(script.slice(1));
    expect((await api('GET', '/status')).status).toBe(200);
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(await (await api('GET', '/app')).json()).toMatchObject({ versions: { app: version } });
    expect((await (await fetch(`${url}/api/v1/openapi.json`)).json()).openapi).toMatch(/^3\.1/);
    expect((await put(api, 'Kept', { 'If-None-Match': '*' })).status).toBe(201);
    expect(existsSync(join(dataDirOf(pleinair), 'pleinair.sqlite'))).toBe(true);
    expect(await end()).toBe(0);
  });

  test.for<[string[], string]>([
    [['serve', '--port', '70000'], 'Pleinair cannot start: PORT must be a whole number from 0 to 65535'],
    [['backup', 'x', '--data', 'nowhere'], 'backup failed: the database'],
    [['import', 'nothing.zip'], 'import failed: the export'],
    [['restore', 'package.json'], 'restore failed: '],
  ])('%j fails with one line that says why, and status 1', async ([args, why]) => {
    const { code, stdout, stderr } = await pleinair.run(args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr).toContain(why);
  });

  test('demo has recorded air and invented supplies, and separate drawings', async () => {
    const { url, end } = await served(pleinair.start(['demo', '--port', '0']));
    // On a machine that is busy, it turns requests of the air away at times.
    const air = async () => (await fetch(`${url}/api/v1/readings?region=central`)).status;
    await expect.poll(air, LONG_TIMEOUT).toBe(200);
    const supplies = async () => (await fetch(`${url}/api/v1/products?category=masks`)).json();
    await expect.poll(supplies, LONG_TIMEOUT).toHaveProperty(['products', 0]);
    expect(existsSync(join(`${dataDirOf(pleinair)}-demo`, 'pleinair.sqlite'))).toBe(true);
    expect(await end()).toBe(0);
  });

  test('serve ends together with npx, whose signals do not reach it', async () => {
    const env = { ...pleinair.env, ...NO_AIR, npm_lifecycle_event: 'npx' };
    const script = `"${pleinair.program('pleinair')}" serve --port 0 --data of-npx; :`;
    const shell = spawn('sh', ['-c', script], { cwd: pleinair.dir, env, detached: true });
    onTestFinished(() => endGroup(shell));
    const url = await addressOf(shell);
    const ended = once(shell, 'close');
    shell.kill('SIGKILL');
    // The pipes have ended too, which the server shares.
    await ended;
    expect(await isListening(url)).toBe(false);
  });

  test('a restore brings back the state of a backup made while it ran', async () => {
    const file = join(pleinair.dir, 'backup.sqlite');
    const data = ['--data', 'of-backup'];
    const first = await serve(...data);
    await put(first.api, 'Before', { 'If-None-Match': '*' });
    const made = await pleinair.run(['backup', 'backup.sqlite', ...data]);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain(file);
    await put(first.api, 'After', { 'If-Match': '1' });
    const refused = await pleinair.run(['restore', file, ...data]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('is in use: stop the server first');
    expect(await first.end()).toBe(0);
    expect(await pleinair.run(['restore', file, ...data])).toMatchObject({ code: 0, stderr: '' });
    const second = await serve(...data);
    const back = await readDrawing(second.api, ID);
    expect(back.title).toBe('Before');
    expect(back.rev, 'no revision that was there before').toBeGreaterThan(2);

    const elsewhere = ['--data', 'of/a/new/machine'];
    expect(await pleinair.run(['restore', file, ...elsewhere])).toMatchObject({ code: 0, stderr: '' });
    const third = await serve(...elsewhere);
    expect(await readDrawing(third.api, ID)).toMatchObject({ title: 'Before' });
  });

  test('export and import move everything from one folder into another', async () => {
    const from = await serve('--data', 'from');
    await put(from.api, 'Carried', { 'If-None-Match': '*' });
    const out = await pleinair.run(['export', 'all.zip', '--data', 'from']);
    expect(out).toMatchObject({ code: 0, stderr: '' });
    const taken = await pleinair.run(['export', 'all.zip', '--data', 'from']);
    expect(taken).toMatchObject({ code: 1, stdout: '' });
    expect(taken.stderr).toMatch(/^export failed: .*already exists/);
    const into = await pleinair.run(['import', 'all.zip', '--data', 'to']);
    expect(into.stdout).toContain('1 drawing imported.');
    expect(into).toMatchObject({ code: 0, stderr: '' });
    const to = await serve('--data', 'to');
    expect(await readDrawing(to.api, ID)).toEqual(await readDrawing(from.api, ID));
  });

  test('catalogue check accepts a valid one, and prints the fault of an invalid one', async () => {
    const good = join(pleinair.packageDir, 'docs', 'catalogue.example.json');
    expect(await pleinair.run(['catalogue', 'check', good])).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(join(pleinair.dir, 'bad.json'), '{ "source": 1 }');
    const bad = await pleinair.run(['catalogue', 'check', 'bad.json']);
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/^bad\.json: line 1, column 13: source: is a number/m);
    const schema = await pleinair.run(['catalogue', 'schema']);
    expect(JSON.parse(schema.stdout)).toEqual(
      JSON.parse(readFileSync(join(root, 'docs', 'catalogue.schema.json'), 'utf8')),
    );
  });

  test('pleinair-mcp serves the drawings of a running server to an assistant', async () => {
    const { api } = await serve('--data', 'of-mcp');
    await put(api, 'Seen', { 'If-None-Match': '*' });
    const client = new Client({ name: 'package', version: '1' });
    const transport = new StdioClientTransport({
      command: pleinair.program('pleinair-mcp'),
      args: ['--data', join(pleinair.dir, 'of-mcp')],
      env: { ...pleinair.env },
      stderr: 'ignore',
    });
    onTestFinished(() => client.close());
    await client.connect(transport);
    expect(client.getServerVersion()).toMatchObject({ name: 'pleinair-drawings', version: '0.1.0' });
    expect((await client.listTools()).tools).toHaveLength(7);
    const renamed = await client.callTool({
      name: 'draw_rename_drawing',
      arguments: { id: ID, title: 'By an assistant', rev: 1 },
    });
    expect(renamed.isError).toBeFalsy();
    expect(await readDrawing(api, ID)).toMatchObject({ title: 'By an assistant', rev: 2 });
  });
});

describe('package: a Node that is too old', async () => {
  const old = await olderNode();
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`);

  const start = (dir: string, ...args: string[]) => {
    const file = join(dir, 'node_modules', 'pleinair', 'server', 'bin', 'pleinair.js');
    const env = { ...pleinair.env, ...NO_AIR, DRAW_TOKEN: TOKEN };
    return spawn(old ?? '', [file, ...args], { cwd: dir, env });
  };
  const run = (dir: string, ...args: string[]) => {
    const child = start(dir, ...args);
    child.stdin.end();
    return endOf(child);
  };

  test.skipIf(old === undefined)('says so in a line where there is no other', async () => {
    const { code, stdout, stderr } = await run(pleinair.dir, '--version');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^Pleinair: needs Node 24 or newer on \S+ \S+ \(this is v2\d\.\S+\): install it.*\n$/,
    );
  });

  test.skipIf(old === undefined || !existsSync(pinned))(
    'starts the one that npm installed beside the package: its end, its output and its input are the same',
    async () => {
      const dir = join(pleinair.home, '..', 'hoisted');
      cpSync(pleinair.packageDir, join(dir, 'node_modules', 'pleinair'), { recursive: true });
      symlinkSync(pinned, join(dir, 'node_modules', `node-${process.platform}-${process.arch}`));
      expect(await run(dir, 'fly')).toMatchObject({ code: 2, stdout: '' });
      const { api, end } = await served(start(dir, 'serve', '--port', '0', '--data', 'data'));
      expect((await put(api, 'Here', { 'If-None-Match': '*' })).status).toBe(201);

      const mcp = start(dir, 'mcp', '--data', 'data');
      const said = endOf(mcp);
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'hand', version: '1' },
      };
      mcp.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
      const { code, stdout } = await said;
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
      expect(await end()).toBe(0);
    },
  );
});
