/** People on a running server: the command line, their tokens, and that nobody sees anything of another. */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseFile } from '../../server/config/database-at.ts';
import { SERVER_ROUTES } from '../../src/api/server-api.ts';
import { BODY_MAX } from '../../src/core/drawing/limits.ts';
import { type Api, apiOf, rawConnection, runPleinair } from '../server/program.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { cli } from '../support/cli/cli.ts';
import { initialise, startProgram, toolCall } from '../support/mcp/stdio.ts';

let server: AppServer;
beforeAll(async () => {
  server = await startAppServer({ build: false });
});
afterAll(() => server[Symbol.asyncDispose]());

const people = (...args: string[]) => runPleinair(['people', ...args], { DATA_DIR: server.dataDir });

/** Runs `people add` or `people new-token`, and returns what it printed. */
async function tokenOf(...args: string[]): Promise<{ api: Api; token: string; id: string }> {
  const { code, stdout, stderr } = await people(...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const token = /^ {2}(\S+)$/m.exec(stdout)?.[1] ?? '';
  const id = /^Token ([0-9a-f]{8}) /m.exec(stdout)?.[1] ?? '';
  expect(token).toMatch(/^[\w-]{32}$/);
  return { api: apiOf({ url: server.url, token }), token, id };
}

/** The rows of every table. */
function everythingStored(): unknown[] {
  const database = new DatabaseSync(databaseFile(server.dataDir), { readOnly: true });
  try {
    const tables = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables.map(({ name }) => [name, database.prepare(`SELECT * FROM "${String(name)}"`).all()]);
  } finally {
    database.close();
  }
}

const drawing = (title: string) => ({
  title,
  strokes: [{ tool: 'pen', color: '#123456', size: 3, points: [[1, 2]] }],
  thumb: '',
});

async function create(api: Api, id: string, title: string): Promise<Response> {
  return api('PUT', `/drawings/${id}`, { body: drawing(title), headers: { 'If-None-Match': '*' } });
}

async function titles(api: Api): Promise<string[]> {
  const { drawings }: { drawings: { title: string }[] } = await (await api('GET', '/drawings')).json();
  return drawings.map(({ title }) => title);
}

describe('people: on a running server', () => {
  test('each has drawings of their own under the same ids and keys, separate from those of DRAW_TOKEN', async () => {
    const home = apiOf(server);
    const mei = (await tokenOf('add', 'Mei')).api;
    const ravi = (await tokenOf('add', 'Ravi', '--device', 'Tablet')).api;
    const id = randomUUID();
    for (const [api, title] of [
      [home, 'Home'],
      [mei, 'Mei'],
      [ravi, 'Ravi'],
    ] as const) {
      expect((await create(api, id, title)).status).toBe(201);
      const headers = { 'Idempotency-Key': 'the same' };
      expect((await api('POST', '/drawings', { body: drawing(`${title} too`), headers })).status).toBe(201);
    }
    expect((await titles(mei)).sort()).toEqual(['Mei', 'Mei too']);
    expect((await titles(ravi)).sort()).toEqual(['Ravi', 'Ravi too']);
    expect((await titles(home)).sort()).toEqual(['Home', 'Home too']);
  });

  test('bodies that one of them never sends keep nobody else waiting', async () => {
    const slow = await tokenOf('add', 'Slow');
    const other = await tokenOf('add', 'Other');
    const begin = async () => {
      const connection = await rawConnection(server.url);
      connection.socket.write(
        'POST /api/v1/drawings HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n' +
          `Authorization: Bearer ${slow.token}\r\nContent-Length: ${BODY_MAX}\r\n\r\n`,
      );
      return connection;
    };
    const begun = await Promise.all(Array.from({ length: 20 }, begin));
    // The server has read those requests when it answers this one.
    expect((await slow.api('GET', '/drawings')).status).toBe(200);
    const { status } = await fetch(`${server.url}/api/v1/drawings`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${other.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(drawing('At once')).padEnd(BODY_MAX),
    });
    expect(status).toBe(201);
    expect(begun.map(({ received }) => received()).join('')).toBe('');
    for (const { socket } of begun) socket.destroy();
  });

  test('a second token opens the same drawings, and a revoked one opens nothing at once', async () => {
    const first = await tokenOf('add', 'Siti');
    const second = await tokenOf('new-token', 'siti', '--device', 'Phone');
    await create(first.api, randomUUID(), 'By Siti');
    expect(await titles(second.api)).toEqual(['By Siti']);
    expect(await people('revoke', first.id)).toMatchObject({
      code: 0,
      stdout: `Token ${first.id} was revoked.\n`,
    });
    const refused = await first.api('GET', '/drawings');
    expect(refused.status).toBe(401);
    // The same response as for an unknown token.
    const never = await apiOf({ url: server.url, token: 'x'.repeat(32) })('GET', '/drawings');
    expect([never.status, await never.text()]).toEqual([401, await refused.text()]);
    expect(await titles(second.api)).toEqual(['By Siti']);
  });

  test('are listed with their devices and the day of the last use, and without a token', async () => {
    const day = () => new Date().toISOString().slice(0, 10);
    const first = day();
    const used = await tokenOf('add', 'Ahmad', '--device', 'Old phone');
    const unused = await tokenOf('new-token', 'Ahmad', '--device', 'New phone');
    await titles(used.api);
    const { stdout } = await people('list');
    // Midnight may come in between.
    const today = `(${first}|${day()})`;
    expect(stdout).toContain('home (DRAW_TOKEN opens it)\n');
    expect(stdout).toMatch(new RegExp(`^Ahmad \\(since ${today}\\)$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^ {2}${used.id} {2}Old phone, last used ${today}$`, 'm'));
    expect(stdout).toContain(`  ${unused.id}  New phone, never used\n`);
    for (const { token } of [used, unused]) {
      expect(stdout).not.toContain(token);
      expect(server.output()).not.toContain(token);
      for (const suffix of ['', '-wal']) {
        expect(readFileSync(databaseFile(server.dataDir) + suffix, 'latin1')).not.toContain(token);
      }
    }
  });

  test('are removed with everything, after an export', async () => {
    const { api } = await tokenOf('add', 'Kim');
    await create(api, randomUUID(), 'By Kim');
    const { code, stdout } = await people('remove', 'Kim');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Exported to \S+removed-\S+\.zip: [^\n]*1 drawing[^\n]*\nRemoved Kim\.\n$/);
    expect((await api('GET', '/drawings')).status).toBe(401);
    const [file = ''] = readdirSync(server.dataDir).filter((name) => name.endsWith('.zip'));
    const again = (await tokenOf('add', 'Kim')).api;
    expect(await titles(again)).toEqual([]);
    expect((await people('remove', 'Kim', '--export', join(server.dataDir, file))).stderr).toContain(
      'already exists',
    );
    expect(await titles(again)).toEqual([]);
    expect(await people('remove', 'Kim', '--no-export')).toMatchObject({ code: 0, stdout: 'Removed Kim.\n' });
    expect(await titles(apiOf(server))).toContain('Home');
  });

  test('may have so many drawings of so many bytes, which the operator changes while the server runs', async () => {
    const { api } = await tokenOf('add', 'Lim', '--limit', '2GB', '--drawings', '1');
    expect((await create(api, randomUUID(), 'The first')).status).toBe(201);
    const refused = await create(api, randomUUID(), 'The second');
    expect(refused.status).toBe(507);
    expect(await refused.json()).toEqual({
      error: {
        code: 'storage_full',
        message: 'this would be over your limit of 1 drawing, with the trash; nothing was changed',
      },
    });
    expect((await people('list')).stdout).toMatch(/^Lim [^\n]+\n {2}1 of 1 drawing, 16\.4 KB of 2 GB$/m);
    const { stdout } = await people('limit', 'lim', '--limit', 'none', '--drawings', '2');
    expect(stdout).toMatch(/^Lim [^\n]+\n {2}1 of 2 drawings, 16\.4 KB\n/);
    expect((await create(api, randomUUID(), 'The second')).status).toBe(201);
    expect((await people('limit', 'Lim', '--limit', '1 KB')).stdout).toContain('32.9 KB of 1 KB\n');
    expect((await create(api, randomUUID(), 'The third')).status).toBe(507);
    expect(await titles(api)).toHaveLength(2);
    expect((await people('limit', 'home', '--drawings', 'none')).stdout).toMatch(
      /^home .*\n {2}\d+ drawings, /,
    );
  });

  test('export, import and mcp use the space that --space names', async () => {
    const from = (await tokenOf('add', 'From')).api;
    const to = (await tokenOf('add', 'To')).api;
    const id = randomUUID();
    await create(from, id, 'Travels');
    const file = join(server.dataDir, 'travels.zip');
    const env = { DATA_DIR: server.dataDir };
    expect((await runPleinair(['export', file, '--space', 'from'], env)).stdout).toContain('1 drawing');
    expect(await runPleinair(['import', file, '--space', 'To'], env)).toMatchObject({ code: 0 });
    expect(await titles(to)).toEqual(['Travels']);
    expect(await titles(apiOf(server))).not.toContain('Travels');
    for (const args of [
      ['export', `${file}.2`],
      ['import', file],
    ]) {
      const { code, stderr } = await runPleinair([...args, '--space', 'Nobody'], env);
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `${args[0]} failed: there is nobody named "Nobody"\n`,
      });
    }

    const listed = async (space: string) => {
      const program = startProgram(env, process.execPath, [cli, 'mcp', '--space', space]);
      await initialise(program);
      program.send(toolCall(1, 'draw_list_drawings'));
      const { result } = await program.response(1);
      program.child.stdin.end();
      expect(await program.ended).toBe(0);
      return JSON.stringify(result);
    };
    expect(await listed('to')).toContain('Travels');
    expect(await listed('home')).not.toContain('Travels');
    expect(await listed('Nobody')).toContain('there is nobody named');
  });

  test.each([
    ['there is somebody named "Mei" already', ['add', 'MEI']],
    ['there is somebody named "home" already', ['add', 'Home']],
    ['the name is empty', ['add', ' ']],
    ['the name is longer than 60 characters', ['add', 'x'.repeat(61)]],
    ['the name has characters that cannot be seen', ['add', 'a\u202eb']],
    ['there is nobody named "Nobody"', ['new-token', 'Nobody']],
    ['there is no token "ffffffff"', ['revoke', 'ffffffff']],
    ['home cannot be removed: DRAW_TOKEN opens it', ['remove', 'home']],
    ['there is nobody named "No one"', ['remove', 'No one']],
    ['there is nobody named "No one"', ['limit', 'No one', '--limit', '2GB']],
    ['give --limit, --drawings, or both', ['limit', 'home']],
  ])('%s: changes nothing, with a line that says why', async (why, args) => {
    const before = everythingStored();
    const { code, stdout, stderr } = await people(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^people \S+ failed: [^\n]+\n$/);
    expect(stderr).toContain(why);
    expect(everythingStored()).toEqual(before);
  });

  test('with people and without DRAW_TOKEN, a server asks for a token', async () => {
    await using alone = await startAppServer({ build: false, token: '' });
    const drawings = () => fetch(`${alone.url}/api/v1/drawings`);
    expect((await drawings()).status).toBe(503);
    expect((await runPleinair(['people', 'add', 'Mei'], { DATA_DIR: alone.dataDir })).code).toBe(0);
    expect((await drawings()).status).toBe(401);
  });
});

describe('people: nobody can see what another has', () => {
  test('every route answers as if the other had no drawings', async () => {
    const id = randomUUID();
    const absent = randomUUID();
    const other = (await tokenOf('add', 'Owner')).api;
    await create(other, id, 'Hidden');
    const curious = (await tokenOf('add', 'Curious')).api;
    const all = SERVER_ROUTES.filter(({ access }) => access === 'token');
    expect(all.length).toBeGreaterThan(10);
    for (const { method, path, body } of all.filter(({ path }) => path.includes('{id}'))) {
      const answer = async (at: string) => {
        const headers = {
          'If-Match': '"1"',
          ...(body === undefined ? {} : { 'Content-Type': body.mediaType }),
        };
        const sent =
          body === undefined
            ? undefined
            : body.mediaType !== 'application/json'
              ? []
              : path.endsWith('/shares')
                ? {}
                : drawing('x');
        const response = await curious(method, path.replace('{id}', at), { body: sent, headers });
        const { date: _now, ...rest } = Object.fromEntries(response.headers);
        return { status: response.status, headers: rest, text: (await response.text()).replaceAll(at, 'ID') };
      };
      expect({ method, path, ...(await answer(id)) }).toEqual({ method, path, ...(await answer(absent)) });
    }
    expect(await titles(curious)).toEqual([]);
    expect(await titles(other)).toEqual(['Hidden']);
  });
});
