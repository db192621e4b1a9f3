/** Several processes over PostgreSQL, compared with one over SQLite. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseAt } from '../../../server/config/database-at.ts';
import { openDatabase } from '../../../server/store/index.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import { ordinaryDrawing } from '../ink/ink.ts';
import { type StartedServer, startLoad, startServer } from '../processes.ts';
import type { Trial } from '../trial.ts';
import type { Order } from './load.ts';
import { requestText } from './server-trials.ts';

/** Devices that draw at the same time, each of another person. */
const PEOPLE = 16;
const STROKES_A_RUN = 320;
const PROCESSES = 2;

export const clusterTrial: Trial = {
  name: 'server: cluster',
  unit: 'requests/s',
  note: `append: one stroke a PATCH, ${PEOPLE} connections, each of another person; ${PROCESSES} processes over PostgreSQL with fsync, against one over SQLite with synchronous=FULL; the load sleeps between answers, since the cluster uses every processor`,
  figures: [
    {
      what: 'server: cluster, appending a stroke over PostgreSQL',
      subject: 'postgres',
      limit: 'sqlite',
      budget: { atLeast: 0.6 },
    },
  ],
  openings: 3,
  runs: 30,
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'pleinair-bench-'));
    // Tests turn fsync off.
    const postgres = await startPostgres(['fsync=on']);
    const load = startLoad();
    const servers: StartedServer[] = [];
    const side = async (name: string, processes: number, env: Readonly<Record<string, string>>) => {
      const dataDir = join(dir, name);
      const started: StartedServer[] = [];
      for (let i = 0; i < processes; i++) started.push(await startServer(dataDir, env));
      servers.push(...started);
      return appends(started, databaseAt({ dataDir: join(dataDir, 'data'), databaseUrl: env.DATABASE_URL }));
    };
    const orders = {
      sqlite: await side('sqlite', 1, {}),
      postgres: await side('postgres', PROCESSES, { DATABASE_URL: postgres.url }),
    };
    return {
      sides: Object.fromEntries(Object.entries(orders).map(([name, order]) => [name, () => load.run(order)])),
      async close() {
        await load.stop();
        for (const server of servers) await server.stop();
        await postgres[Symbol.asyncDispose]();
        rmSync(dir, { recursive: true, force: true });
      },
    };
  },
};

/** Makes people with a drawing each. The order appends a stroke to each drawing in turn. */
async function appends(servers: readonly StartedServer[], at: ReturnType<typeof databaseAt>): Promise<Order> {
  const ports = servers.map(({ port }) => port);
  const { strokes } = ordinaryDrawing();
  const requests: string[] = [];
  for (const token of await addPeople(at)) {
    const path = `/api/v1/drawings/${randomUUID()}`;
    const headers = { Authorization: `Bearer ${token}`, Prefer: 'return=minimal' };
    const created = await fetch(`http://127.0.0.1:${ports[0]}${path}`, {
      method: 'PUT',
      body: JSON.stringify({ title: '', strokes: [], thumb: '' }),
      headers: { ...headers, 'Content-Type': 'application/json', 'If-None-Match': '*' },
    });
    if (created.status !== 201) throw new Error(`PUT: ${created.status} ${await created.text()}`);
    const stroke = strokes[requests.length % strokes.length];
    // Each stroke adds one to the revision.
    const patch = {
      ...headers,
      'Content-Type': 'application/json-patch+json',
      'If-Match': '"{n}"',
      'Idempotency-Key': 'stroke-{n}',
    };
    requests.push(
      requestText('PATCH', path, patch, JSON.stringify([{ op: 'add', path: '/strokes/-', value: stroke }])),
    );
  }
  return { ports, requests, total: STROKES_A_RUN, status: 200, sleeps: true };
}

/** Adds the people to the database of running servers. Returns a token of each. */
async function addPeople(at: ReturnType<typeof databaseAt>): Promise<string[]> {
  const database = await openDatabase(at);
  try {
    const tokens: string[] = [];
    for (let i = 0; i < PEOPLE; i++) {
      const { name } = await database.people.add(`Person ${i}`);
      tokens.push((await database.people.addToken(name, 'bench')).token);
    }
    return tokens;
  } finally {
    await database.close();
  }
}
