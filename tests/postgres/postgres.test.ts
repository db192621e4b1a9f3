/** The server and its commands on a PostgreSQL database, also with two processes on it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, apiOf, appendStroke, readDrawing, runPleinair } from '../server/program.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { cli } from '../support/cli/cli.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { initialise, startProgram, toolCall } from '../support/mcp/stdio.ts';
import { newDatabase, type TestDatabase } from '../support/postgres/database.ts';
import { postgresPrograms, runSql } from '../support/postgres/server.ts';
import { device, server } from '../support/sync/sync.ts';
import { expectEqual } from '../support/sync/sync-expect.ts';

const PASSWORD = 'not-to-be-told';
const strokes = realStrokes(20);
const isMissing = postgresPrograms() === undefined;

let dir = '';
let database: TestDatabase | undefined;
let env: Record<string, string>;
let servers: AppServer[] = [];

beforeAll(async () => {
  if (isMissing) return;
  dir = mkdtempSync(join(fastFolder(), 'pleinair-postgres-test-'));
  database = await newDatabase();
  const url = new URL(database.url);
  // The server of the tests lets everybody in, whatever the password.
  url.password = PASSWORD;
  env = { DATABASE_URL: url.href };
  const start = () => startAppServer({ build: false, env });
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
  if (dir !== '') rmSync(dir, { recursive: true });
});

const apis = (): [Api, Api] => [apiOf(servers[0]!), apiOf(servers[1]!)];
const run = (...args: string[]) => runPleinair(args, { ...env, DATA_DIR: join(dir, 'data') });

async function titles(api: Api): Promise<string[]> {
  const { drawings }: { drawings: { title: string }[] } = await (await api('GET', '/drawings')).json();
  return drawings.map(({ title }) => title).sort();
}

async function create(api: Api, title: string, id: string = randomUUID()): Promise<Response> {
  const body = { title, strokes: strokes.slice(0, 2), thumb: '' };
  return api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } });
}

/** Runs `people add`, and returns a client with the token that it printed. */
async function add(name: string, at: AppServer): Promise<Api> {
  const { stdout, stderr } = await run('people', 'add', name);
  expect(stderr).toBe('');
  return apiOf({ url: at.url, token: /^ {2}(\S+)$/m.exec(stdout)?.[1] ?? '' });
}

describe.skipIf(isMissing)('server: PostgreSQL', () => {
  test('two processes have the same drawings, and neither makes a file', async () => {
    const [one, other] = apis();
    const id = randomUUID();
    expect((await create(one, 'Shared', id)).status).toBe(201);
    for (let rev = 1; rev <= 6; rev++) {
      const api = rev % 2 === 0 ? one : other;
      expect((await appendStroke(api, id, rev, strokes[rev]!, `key ${rev}`)).status).toBe(200);
    }
    expect((await readDrawing(one, id)).strokes).toHaveLength(8);
    expect(await readDrawing(other, id)).toEqual(await readDrawing(one, id));
    expect(servers.map(({ dataDir }) => readdirSync(dataDir))).toEqual([[], []]);
    expect(await (await one('GET', '/status')).json()).toMatchObject({ dataDirWritable: true });
  });

  test('a change that both processes are asked for at once happens once', async () => {
    const [one, other] = apis();
    const id = randomUUID();
    await create(one, 'At once', id);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, i) => appendStroke(i % 2 ? one : other, id, 1, strokes[3]!, 'the key')),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect((await readDrawing(one, id)).strokes).toHaveLength(3);
  });

  test('devices of one person sync through different processes, to the end', async () => {
    const devices = servers.map(({ url, token }) =>
      device({
        ...server(),
        handle(request) {
          const headers = new Headers(request.headers);
          headers.set('Authorization', `Bearer ${token}`);
          const { pathname, search } = new URL(request.url);
          return fetch(new Request(url + pathname + search, request), { headers });
        },
      }),
    );
    const [one, other] = [devices[0]!, devices[1]!];
    const id = await one.pages.create({ title: 'On two devices', strokes: strokes.slice(0, 2) });
    await one.settle();
    await other.settle();
    await Promise.all([one.pages.add(id, strokes[2]!), other.pages.add(id, strokes[3]!, strokes[4]!)]);
    const trashed = await other.pages.create({ title: 'Thrown away' });
    await Promise.all([one.settle(), other.settle()]);
    await other.pages.purge(trashed);
    for (const each of [one, other, one]) await each.settle();
    await expectEqual(one, other);
    expect((await readDrawing(apis()[0], id)).strokes).toHaveLength(5);
    expect(await one.pages.read(trashed)).toBeUndefined();
  });

  test('people, export, import and mcp use it while it is served', async () => {
    const [home] = apis();
    const mei = await add('Mei', servers[1]!);
    await create(mei, 'By Mei');
    expect(await titles(mei)).toEqual(['By Mei']);
    expect(await titles(home)).not.toContain('By Mei');
    const file = join(dir, 'mei.zip');
    expect((await run('export', file, '--space', 'mei')).stdout).toContain('1 drawing');
    const ravi = await add('Ravi', servers[0]!);
    expect(await run('import', file, '--space', 'Ravi')).toMatchObject({ code: 0 });
    expect(await titles(ravi)).toEqual(['By Mei']);

    const program = startProgram(env, process.execPath, [cli, 'mcp', '--space', 'Ravi']);
    await initialise(program);
    program.send(toolCall(1, 'draw_list_drawings'));
    expect(JSON.stringify((await program.response(1)).result)).toContain('By Mei');
    program.child.stdin.end();
    expect(await program.ended).toBe(0);

    const removed = await run('people', 'remove', 'Ravi');
    expect(removed).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(dir, 'data'))).toEqual([expect.stringMatching(/^removed-.*\.zip$/)]);
    expect((await ravi('GET', '/drawings')).status).toBe(401);
    expect(await titles(mei)).toEqual(['By Mei']);
  });

  test('a command that reads changes nothing in an empty database, and says what to do', async () => {
    await using other = await newDatabase();
    for (const command of [['people', 'list'], ['people', 'add', 'Mei'], ['restored'], ['export', dir]]) {
      const refused = await runPleinair(command, { DATABASE_URL: other.url, DATA_DIR: join(dir, 'data') });
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toMatch(
        /there is nothing of Pleinair in the PostgreSQL database .*; start the server once\n$/,
      );
    }
    expect(await runSql(other.url, "SELECT 1 FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  test('backup and restore name pg_dump and pg_restore, and restored ends every cursor', async () => {
    const [home] = apis();
    for (const name of ['backup', 'restore']) {
      const { code, stderr } = await run(name, join(dir, 'backup'));
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^\w+ failed: the PostgreSQL database \S+ at \S+ is not a file: [^\n]*pg_\w+[^\n]*\n$/,
      );
    }
    const { cursor }: { cursor: string } = await (await home('GET', '/drawings/changes')).json();
    const again = () => home('GET', `/drawings/changes?since=${cursor}`);
    expect((await again()).status).toBe(200);
    const restored = await run('restored');
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toMatch(/^Devices will read .*\nIt has 1 token and 0 links\. Those that were /);
    expect((await again()).status).toBe(410);
    const sqlite = await runPleinair(['restored'], { DATA_DIR: join(dir, 'data') });
    expect(sqlite).toMatchObject({ code: 1, stdout: '' });
    expect(sqlite.stderr).toContain('DATABASE_URL is not set');
  });

  test('its password is printed nowhere', async () => {
    for (const server of servers) {
      expect(server.output()).toMatch(/drawings in the PostgreSQL database test_\w+ at 127\.0\.0\.1:\d+/);
      expect(server.output()).not.toContain(PASSWORD);
    }
  });
});
