import { deepStrictEqual } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ALERTS, idOfEndpoint, subscription } from '../contract/alerts/cases.ts';
import { startAppServer } from '../support/app-server.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import { fastFolder } from '../support/fast-folder.ts';
import {
  apiOf,
  appendStroke,
  LONG_TIMEOUT,
  type ProgramResult,
  readDrawing,
  runPleinair,
} from './program.ts';

let dir = '';
beforeEach(async () => {
  dir = await mkdtemp(join(fastFolder(), 'pleinair-backup-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

type Command = 'backup' | 'restore';
const run = (name: Command, dataDir: string, ...files: string[]): Promise<ProgramResult> =>
  runPleinair([name, ...files], { DATA_DIR: dataDir });

describe('server: backup and restore', () => {
  test('a restore says that revoked tokens and ended links are back', async () => {
    const file = join(dir, 'backup.sqlite');
    await using server = await startAppServer({ build: false });
    const { dataDir } = server;
    const people = (...args: string[]) => runPleinair(['people', ...args], { DATA_DIR: dataDir });
    const { stdout } = await people('add', 'Mei');
    const id = /^Token ([0-9a-f]{8}) /m.exec(stdout)?.[1] ?? '';
    const mei = apiOf({ url: server.url, token: /^ {2}(\S+)$/m.exec(stdout)?.[1] ?? '' });
    const body = { title: '', strokes: [], thumb: '' };
    const drawing: { id: string } = await (await mei('POST', '/drawings', { body })).json();
    const links = `/drawings/${drawing.id}/shares`;
    const link: { id: string } = await (await mei('POST', links, { body: {} })).json();
    expect((await run('backup', dataDir, file)).code).toBe(0);
    expect((await mei('DELETE', `${links}/${link.id}`)).status).toBe(200);
    expect((await people('revoke', id)).code).toBe(0);
    await server.stop();
    const restored = await run('restore', dataDir, file);
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/\nIt has 1 token and 1 link\. Those that were revoked .* open again:\n/);
    expect((await people('list')).stdout).toContain(id);
  });

  test('a backup during writes is one consistent state, and a restore has a new epoch', async () => {
    await using server = await startAppServer({ build: false });
    const api = apiOf(server);
    const file = join(dir, 'backup.sqlite');
    const id = randomUUID();
    const strokes = realStrokes(2000);
    const body = { title: 'kept', strokes: [], thumb: '' };
    await api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } });

    const progress = { written: 0, done: false };
    const writing = (async () => {
      while (!progress.done && progress.written < strokes.length) {
        const n = progress.written;
        const response = await appendStroke(api, id, n + 1, strokes[n]!, `key-${n}`);
        expect(response.status).toBe(200);
        await response.json();
        progress.written += 1;
      }
    })();
    await expect.poll(() => progress.written, LONG_TIMEOUT).toBeGreaterThan(10);
    const before = progress.written;
    const backup = await run('backup', server.dataDir, file);
    const after = progress.written + 1;
    progress.done = true;
    await writing;
    expect(backup).toMatchObject({ code: 0, stderr: '' });
    expect(backup.stdout).toContain(file);
    expect(progress.written).toBeGreaterThan(before);
    const { cursor } = await (await api('GET', '/drawings/changes')).json();

    expect(await server.stop()).toBe(0);
    expect(await run('restore', server.dataDir, file)).toMatchObject({ code: 0, stderr: '' });
    await server.start();

    const restored = await readDrawing(api, id);
    expect(restored.strokes.length).toBeGreaterThanOrEqual(before);
    expect(restored.strokes.length).toBeLessThanOrEqual(after);
    deepStrictEqual(restored.strokes, strokes.slice(0, restored.strokes.length));
    const old = await api('GET', `/drawings/changes?since=${cursor}`);
    expect(old.status).toBe(410);
    expect(await old.json()).toMatchObject({ error: { code: 'cursor_expired' } });
    expect((await api('GET', '/drawings/changes')).status).toBe(200);

    // A client that saw an earlier revision and changes it is refused: the same number never means two things.
    const since = restored.strokes.length;
    const late = await appendStroke(api, id, since + 1, strokes[since]!, 'late');
    expect(late.status).toBe(409);
    await late.body?.cancel();
    expect((await readDrawing(api, id)).strokes).toHaveLength(since);
  });

  test('a backup has the keys of alerts and who subscribed, and nobody but its owner may read it', async () => {
    await using server = await startAppServer({ build: false });
    const { dataDir } = server;
    const file = join(dir, 'backup.sqlite');
    const keyNow = async () => (await (await fetch(`${server.url}/api/v1/alerts`)).json()).key;
    const body = subscription();
    const subscribe = () =>
      fetch(`${server.url}${ALERTS}/${idOfEndpoint(body.endpoint)}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    const key = await keyNow();
    expect((await subscribe()).status).toBe(201);
    expect((await run('backup', dataDir, file)).code).toBe(0);
    const kept = await readdir(dataDir);
    for (const path of [file, ...kept.map((name) => join(dataDir, name))]) {
      expect([path, ((await stat(path)).mode & 0o777).toString(8)]).toEqual([path, '600']);
    }
    expect(kept).toContain('pleinair.sqlite-wal');

    const rotated = await runPleinair(['alerts', 'rotate'], { DATA_DIR: dataDir });
    expect(rotated).toMatchObject({ code: 0, stderr: '' });
    expect(rotated.stdout).toContain('dropped 1 subscription');
    expect(await keyNow()).not.toBe(key);
    expect(await server.stop()).toBe(0);
    expect((await run('restore', dataDir, file)).code).toBe(0);
    await server.start();
    expect(await keyNow()).toBe(key);
    // Known, and not new.
    expect((await subscribe()).status).toBe(200);
  });

  test('a backup overwrites nothing', async () => {
    await using server = await startAppServer({ build: false });
    const file = join(dir, 'precious.txt');
    await writeFile(file, 'mine');
    const ended = await run('backup', server.dataDir, file);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('already exists');
    expect(await readFile(file, 'utf8')).toBe('mine');
  });

  test('a backup into a missing folder prints a line that says so', async () => {
    await using server = await startAppServer({ build: false });
    const ended = await run('backup', server.dataDir, join(dir, 'no-such-folder', 'backup.sqlite'));
    expect(ended.code).toBe(1);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain('no-such-folder does not exist');
  });

  test('a restore while the server runs is refused and changes nothing', async () => {
    await using server = await startAppServer({ build: false });
    const api = apiOf(server);
    const file = join(dir, 'backup.sqlite');
    expect((await run('backup', server.dataDir, file)).code).toBe(0);
    const { cursor } = await (await api('GET', '/drawings/changes')).json();
    const ended = await run('restore', server.dataDir, file);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('in use');
    expect((await api('GET', `/drawings/changes?since=${cursor}`)).status).toBe(200);
  });

  test.for<[Command, string[], string]>([
    ['backup', ['target'], 'does not exist'],
    ['restore', ['no-such-file'], 'does not exist'],
    ['restore', ['.'], 'is a folder, not a file'],
  ])('%s with %j prints what is wrong and ends with status 1', async ([name, files, message]) => {
    const ended = await run(name, dir, ...files.map((file) => join(dir, file)));
    expect(ended.code).toBe(1);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(ended.stderr).toContain(message);
  });

  test('a restore of anything but a backup is refused and keeps the database', async () => {
    const server = await startAppServer({ build: false, dataDir: join(dir, 'data') });
    expect(await server.stop()).toBe(0);
    const file = join(dir, 'diary.txt');
    await writeFile(file, 'Dear diary');
    const database = join(dir, 'data', 'pleinair.sqlite');
    const before = await readFile(database);
    const ended = await run('restore', server.dataDir, file);
    expect(ended.code).toBe(1);
    expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(await readFile(database)).toEqual(before);
  });
});
