/** Streams of two processes on one PostgreSQL database: whichever gets a request, all streams hear of it. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Database, openDatabase } from '../../server/store/index.ts';
import { apiOf, appendStroke, LONG_TIMEOUT } from '../server/program.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { realStrokes } from '../support/drawing/strokes.ts';
import { newDatabase, type TestDatabase } from '../support/postgres/database.ts';
import { postgresPrograms } from '../support/postgres/server.ts';
import { listen, newTicket, openStream } from './streams.ts';

const isMissing = postgresPrograms() === undefined;
const strokes = realStrokes(10);

let database: TestDatabase;
let servers: [AppServer, AppServer];

beforeAll(async () => {
  if (isMissing) return;
  database = await newDatabase();
  const start = () => startAppServer({ build: false, env: { DATABASE_URL: database.url } });
  servers = await Promise.all([start(), start()]);
  // Each listens to the others from its first stream on.
  for (const server of servers) {
    const stream = await listen(server);
    await stream.id(1);
    stream.close();
  }
  await bothListen();
});
afterAll(async () => {
  if (isMissing) return;
  for (const server of servers) await server[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

async function create(at: AppServer): Promise<string> {
  const id = randomUUID();
  const body = { title: 'Shared', strokes: strokes.slice(0, 1), thumb: '' };
  const headers = { 'If-None-Match': '*' };
  expect((await apiOf(at)('PUT', `/drawings/${id}`, { body, headers })).status).toBe(201);
  return id;
}

async function append(at: AppServer, id: string, rev: number): Promise<void> {
  expect((await appendStroke(apiOf(at), id, rev, strokes[rev]!, randomUUID())).status).toBe(200);
}

const LISTENERS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'pleinair listener'
    AND query LIKE 'LISTEN%' AND state = 'idle'`;

/** How many processes listen for the others. */
async function listeners({ query } = database): Promise<number> {
  return (await query(LISTENERS)).length;
}

function bothListen(): Promise<void> {
  return vi.waitFor(async () => expect(await listeners()).toBe(2), LONG_TIMEOUT);
}

describe.skipIf(isMissing)('live: two processes on PostgreSQL', () => {
  test('a write at one wakes a stream at the other at once, and a link ended at one ends its stream', async () => {
    const [one, other] = servers;
    const id = await create(one);
    const stream = await listen(other);
    await stream.id(1);
    const begun = performance.now();
    for (let rev = 1; rev <= 5; rev++) {
      await append(one, id, rev);
      await stream.id(rev + 1);
    }
    // Each but the first would wait for a whole round, 5 s, if only rounds told.
    expect(performance.now() - begun).toBeLessThan(4 * 5_000);

    const link: { id: string; url: string } = await (
      await apiOf(one)('POST', `/drawings/${id}/shares`, { body: {} })
    ).json();
    const shared = await listen(other, link.url.slice('/s/'.length));
    await shared.id(1);
    await append(one, id, 6);
    await shared.id(2);
    await apiOf(one)('DELETE', `/drawings/${id}/shares/${link.id}`);
    await shared.ended;
    stream.close();
  });

  test('a ticket of one opens one stream at either', async () => {
    const [one, other] = servers;
    const ticket = await newTicket(one);
    const opened = await Promise.all(
      [one, other].map(({ url }) => openStream(url, `/live?ticket=${ticket}`)),
    );
    expect(opened.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    for (const stream of opened) stream.close();
  });

  test('a lost connection loses nothing: the stream hears later, and soon again at once', async () => {
    const [one, other] = servers;
    const id = await create(one);
    const stream = await listen(other);
    await stream.id(1);
    await database.query(`SELECT pg_terminate_backend(pid) FROM (${LISTENERS}) AS gone`);
    await append(one, id, 1);
    await stream.id(2);
    await bothListen();
    await append(one, id, 2);
    await stream.id(3);
    stream.close();
  });

  test('a process hears once of what another one writes, and once of what it writes itself', async () => {
    await using own = await newDatabase();
    const databases: Database[] = await Promise.all(
      [1, 2].map(() => openDatabase({ kind: 'postgres', url: own.url })),
    );
    const [writer, reader] = databases;
    if (writer === undefined || reader === undefined) throw new Error('not opened');
    const heard: string[] = [];
    const unfollow = reader.commits.follow((space) => void heard.push(space));
    await expect.poll(() => listeners(own)).toBe(1);
    const spaces = await Promise.all(
      Array.from({ length: 5 }, async (_, n) => (await writer.people.add(`Somebody ${n}`)).space),
    );
    await Promise.all(spaces.map((space) => writer.storeOf(space).write((tx) => tx.setCounter(1))));
    await expect.poll(() => new Set(heard)).toEqual(new Set(spaces));
    const before = heard.length;
    // What it writes itself it knows, and hears once.
    await reader.storeOf(spaces[0] ?? '').write((tx) => tx.setCounter(2));
    await writer.storeOf(spaces[1] ?? '').write((tx) => tx.setCounter(2));
    await expect.poll(() => heard.slice(before)).toContain(spaces[1]);
    expect(heard.length - before).toBe(2);
    unfollow();
    for (const one of databases) await one.close();
  });
});
