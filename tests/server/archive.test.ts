import { deepStrictEqual } from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseFile } from '../../server/config/database-at.ts';
import { sqliteStore } from '../../server/store/index.ts';
import { importArchive } from '../../src/api/archive/import.ts';
import { storeLibrary } from '../../src/api/archive/library.ts';
import type { Drawing } from '../../src/core/drawing/types.ts';
import { handlerTarget } from '../contract/hosts.ts';
import { startAppServer } from '../support/app-server.ts';
import { cli } from '../support/cli/cli.ts';
import { ink } from '../support/drawing/strokes.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { childEnv } from '../support/mcp/clean-env.ts';
import { type Api, apiOf, type ProgramResult, readDrawing, runPleinair } from './program.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(fastFolder(), 'pleinair-archive-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

type Command = 'export' | 'import';
const run = (name: Command, dataDir: string, ...args: string[]): Promise<ProgramResult> =>
  runPleinair([name, ...args], { DATA_DIR: dataDir });

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const TITLES = ['Rain trees', 'Ñandú 🎨', '雨の木', 'ما', '', 'x'.repeat(200)];

/** Does the work `count` times, a few at a time. */
async function fewAtATime(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const numbers = Array.from({ length: count }, (_, n) => n).values();
  const lane = async () => {
    for (const n of numbers) await work(n);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

/** Draws, changes and trashes: makes a library as it is after a while. */
async function fill(api: Api, count: number): Promise<void> {
  const { strokes } = ink(count * 20);
  await fewAtATime(count, async (n) => {
    const path = `/drawings/${randomUUID()}`;
    const body = {
      title: TITLES[n % TITLES.length],
      strokes: strokes.slice(n * 20, n * 20 + (n % 20)),
      thumb: n % 2 === 0 ? PNG : '',
    };
    await api('PUT', path, { body, headers: { 'If-None-Match': '*' } });
    if (n % 4 === 0)
      await api('PUT', path, { body: { ...body, title: 'Again' }, headers: { 'If-Match': '1' } });
    if (n % 5 === 0) await api('DELETE', path);
  });
  await api('PUT', '/profile', { body: { displayName: 'Ada 🎨', avatarSeed: 'seed' } });
}

async function everything(api: Api) {
  const ids: string[] = [];
  for (let since = '', isMore = true; isMore; ) {
    const page = await (await api('GET', `/drawings/changes?limit=1000${since}`)).json();
    ids.push(...page.changes.map(({ id }: { readonly id: string }) => id));
    [since, isMore] = [`&since=${page.cursor}`, page.has_more];
  }
  const drawings: Drawing[] = [];
  await fewAtATime(ids.length, async (n) => {
    drawings[n] = await readDrawing(api, ids[n]!);
  });
  return { drawings, profile: await (await api('GET', '/profile')).json() };
}

const status = async (api: Api) => (await api('GET', '/status')).json();

describe('server: export and import', () => {
  test('everything goes from a running server to a file and into another running server, once', async () => {
    await using from = await startAppServer({ build: false });
    await using to = await startAppServer({ build: false });
    const [fromApi, toApi] = [apiOf(from), apiOf(to)];
    await fill(fromApi, 40);
    const file = join(dir, 'all.zip');
    const out = await run('export', from.dataDir, file);
    expect(out).toEqual({
      code: 0,
      stdout: `Exported to ${file}: 40 drawings and the profile are in the file.\n`,
      stderr: '',
    });
    expect(await readdir(dir)).toEqual(['all.zip']);
    const { cursor } = await (await toApi('GET', '/drawings/changes')).json();

    const first = await run('import', to.dataDir, file);
    expect(first).toEqual({
      code: 0,
      stdout: `Imported ${file}: 40 drawings imported. The profile was imported, too.\n`,
      stderr: '',
    });
    const before = await everything(toApi);
    deepStrictEqual(before, await everything(fromApi));
    const { changes } = await (await toApi('GET', `/drawings/changes?since=${cursor}`)).json();
    expect(changes).toHaveLength(40);

    const again = await run('import', to.dataDir, file);
    expect(again.stdout).toBe(`Imported ${file}: 0 drawings imported. 40 drawings were here already.\n`);
    deepStrictEqual(await everything(toApi), before);

    // Imported drawings can be changed like any other.
    const one = before.drawings.find(({ trashed }) => !trashed);
    const headers = { 'If-Match': `"${one?.rev}"` };
    const response = await toApi('PUT', `/drawings/${one?.id}`, { body: { ...one, title: 'On' }, headers });
    const next: Drawing = await response.json();
    expect(next).toMatchObject({ rev: (one?.rev ?? 0) + 1, createdAt: one?.createdAt });
    expect(next.updatedAt > (one?.updatedAt ?? '')).toBe(true);
  });

  test('1,000 drawings, one with 20,000 strokes, are imported into an empty folder', {
    timeout: 180_000,
  }, async () => {
    // Written by the application itself: a thousand requests to another process take ten times as long.
    const dataDir = join(dir, 'from');
    await mkdir(dataDir);
    const filling = handlerTarget({ store: sqliteStore({ file: databaseFile(dataDir) }) });
    const fill: Api = async (method, path, { body, headers = {} } = {}) => {
      const authorized = { Authorization: `Bearer ${filling.token}`, 'Content-Type': 'application/json' };
      const { status, text } = await filling.send({
        method,
        path: `/api/v1${path}`,
        headers: { ...authorized, ...headers },
        body: JSON.stringify(body),
      });
      return new Response(text, { status });
    };
    const large = randomUUID();
    const { strokes } = ink(20_000);
    const put = (body: object, condition: string, id = randomUUID()) =>
      fill('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': condition } });
    await put({ title: 'Large', strokes: strokes.slice(0, 4000), thumb: '' }, '*', large);
    for (let n = 4000; n < strokes.length; n += 4000) {
      const patch = strokes.slice(n, n + 4000).map((value) => ({ op: 'add', path: '/strokes/-', value }));
      const headers = {
        'Content-Type': 'application/json-patch+json',
        'If-Match': String(n / 4000),
        'Idempotency-Key': String(n),
      };
      expect((await fill('PATCH', `/drawings/${large}`, { body: patch, headers })).status).toBe(200);
    }
    await fewAtATime(999, async (n) => {
      const made = await put({ title: `Drawing ${n}`, strokes: strokes.slice(n, n + 3), thumb: '' }, '*');
      expect(made.status).toBe(201);
    });
    await filling.close();
    const server = await startAppServer({ build: false, dataDir });
    const whole = await readDrawing(apiOf(server), large);
    const before = await status(apiOf(server));
    expect(await server.stop()).toBe(0);
    const file = join(dir, 'all.zip');
    expect((await run('export', dataDir, file)).code).toBe(0);
    const result = await run('import', join(dir, 'new', 'to'), file);
    expect(result.stdout).toContain('1000 drawings imported.');
    await using to = await startAppServer({ build: false, dataDir: join(dir, 'new', 'to') });
    expect(await status(apiOf(to))).toEqual(before);
    deepStrictEqual(await readDrawing(apiOf(to), large), whole);
  });

  test('other programs read the file', async () => {
    await using server = await startAppServer({ build: false });
    await fill(apiOf(server), 6);
    const file = join(dir, 'all.zip');
    await run('export', server.dataDir, file);
    if (!has('python3')) return;
    const script =
      'import json,sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(json.dumps({i: (json.loads(z.read(i)) if i.endswith(".json") else len(z.read(i))) for i in z.namelist()}))';
    const read = JSON.parse(execFileSync('python3', ['-c', script, file], { encoding: 'utf8' }));
    const { drawings, profile } = await everything(apiOf(server));
    expect(read['profile.json']).toEqual(profile);
    expect(read['manifest.json']).toMatchObject({ format: 'pleinair-export', version: 1, drawings: 6 });
    for (const one of drawings) {
      deepStrictEqual(read[`drawings/${one.id}.json`], one);
      expect(read[`drawings/${one.id}.png`]).toBe(one.thumb === '' ? undefined : 70);
    }
  });

  test('an import beside a server that writes loses nothing of either', async () => {
    await using from = await startAppServer({ build: false });
    await using to = await startAppServer({ build: false });
    await fill(apiOf(from), 30);
    const file = join(dir, 'all.zip');
    await run('export', from.dataDir, file);
    const importing = { done: false };
    const imported = run('import', to.dataDir, file).finally(() => {
      importing.done = true;
    });
    let written = 0;
    while (!importing.done) {
      const body = { title: `Here ${written}`, strokes: [], thumb: '' };
      const headers = { 'If-None-Match': '*' };
      expect((await apiOf(to)('PUT', `/drawings/${randomUUID()}`, { body, headers })).status).toBe(201);
      written += 1;
    }
    expect(await imported).toMatchObject({ code: 0 });
    const { drawings } = await everything(apiOf(to));
    expect(drawings).toHaveLength(30 + written);
  });

  test('an interrupted export leaves no file', async () => {
    const server = await startAppServer({ build: false, dataDir: join(dir, 'data') });
    await fill(apiOf(server), 100);
    await server.stop();
    const file = join(dir, 'all.zip');
    const child = spawn(process.execPath, [cli, 'export', file], {
      env: { ...childEnv(), DATA_DIR: join(dir, 'data') },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    await expect.poll(async () => (await readdir(dir)).length, { interval: 1, timeout: 20_000 }).toBe(2);
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    // The command may have finished before the signal.
    if (code === 0) return expect(existsSync(file)).toBe(true);
    expect(stderr).toBe('export failed: stopped; no file was written\n');
    expect(await readdir(dir)).toEqual(['data']);
  });

  test('a full storage stops the import with a sentence, and earlier drawings are complete', async () => {
    await using server = await startAppServer({ build: false });
    const api = apiOf(server);
    const { strokes } = ink(4000);
    for (let n = 0; n < 20; n++) {
      const body = { title: `Drawing ${n}`, strokes: strokes.slice(n * 200, n * 200 + 200), thumb: '' };
      await api('PUT', `/drawings/${randomUUID()}`, { body, headers: { 'If-None-Match': '*' } });
    }
    const file = join(dir, 'all.zip');
    await run('export', server.dataDir, file);
    const bytes = new Uint8Array(await readFile(file));
    const source = {
      size: bytes.length,
      read: async (at: number, length: number) => bytes.slice(at, at + length),
    };
    const small = sqliteStore({ file: join(dir, 'small.sqlite'), maxPageCount: 300 });
    try {
      const { added, stopped } = await importArchive(source, small, { now: Date.now });
      expect(stopped).toBe('full');
      expect(added).toBeGreaterThan(0);
      expect(added).toBeLessThan(20);
      const library = storeLibrary(small);
      expect(await library.count()).toBe(added);
      for await (const id of library.ids()) {
        deepStrictEqual(JSON.parse((await library.document(id)) ?? ''), await readDrawing(api, id));
      }
    } finally {
      await small.close();
    }
  });

  test('an export overwrites nothing', async () => {
    await using server = await startAppServer({ build: false });
    const file = join(dir, 'precious.txt');
    await writeFile(file, 'mine');
    const ended = await run('export', server.dataDir, file);
    expect(ended).toMatchObject({ code: 1 });
    expect(ended.stderr).toContain('already exists; an export never overwrites a file');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('an invalid drawing is listed, the others are imported, and the status is 1', async () => {
    if (!has('python3')) return;
    await using server = await startAppServer({ build: false });
    await fill(apiOf(server), 4);
    const file = join(dir, 'all.zip');
    await run('export', server.dataDir, file);
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1],"a"); z.writestr("drawings/00000000-0000-4000-8000-000000000001.json","{}"); z.writestr("../evil","x"); z.close()';
    execFileSync('python3', ['-c', script, file]);
    const ended = await run('import', join(dir, 'to'), file);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toContain(
      '4 drawings imported. The profile was imported, too. 3 things were left out:',
    );
    expect(ended.stderr.trim().split('\n')).toEqual([
      '../evil is not part of an export.',
      'manifest.json says that there are 4 drawings; the file has 5.',
      'drawings/00000000-0000-4000-8000-000000000001.json is not accepted: /title: is missing.',
    ]);
    expect(existsSync(join(dir, 'evil'))).toBe(false);
  });

  test.for<[Command, string[], string]>([
    ['export', ['target'], 'does not exist; start the server once'],
    ['import', ['no-such-file'], 'import failed: the export'],
    ['import', ['.'], 'this is a folder, not a file'],
    ['import', ['package.json'], 'import failed: The file is no zip file. Nothing was imported.'],
  ])(
    '%s with %j prints a line that says what is wrong and ends with status 1',
    async ([name, args, message]) => {
      const ended = await run(name, join(dir, 'data'), ...args);
      expect(ended.code).toBe(1);
      expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
      expect(ended.stderr).toContain(message);
      expect(ended.stdout).toBe('');
    },
  );
});

function has(program: string): boolean {
  try {
    execFileSync('which', [program]);
    return true;
  } catch {
    return false;
  }
}
