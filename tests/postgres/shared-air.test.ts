/** The air of several processes on one PostgreSQL database. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Standin, startStandin } from '../../server/standin/standin.ts';
import { LEASE_MS } from '../../server/store/lease.ts';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { newDatabase, type TestDatabase } from '../support/postgres/database.ts';
import { postgresPrograms } from '../support/postgres/server.ts';

const isMissing = postgresPrograms() === undefined;

let standin: Standin;
let database: TestDatabase;
let servers: AppServer[] = [];

beforeEach(async () => {
  if (isMissing) return;
  standin = await startStandin();
  database = await newDatabase();
  const env = {
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://draw.example.org',
    DATA_GOV_SG_V2_URL: standin.v2Url,
    DATA_GOV_SG_V1_URL: standin.v1Url,
  };
  const start = () => startAppServer({ build: false, env });
  servers = await Promise.all([start(), start()]);
});
afterEach(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
  await standin?.close();
});

const ask = (server: AppServer | undefined, path = 'readings') => fetch(`${server?.url}/api/v1/${path}`);

async function statusOf(server: AppServer | undefined): Promise<string> {
  const body: { sources: { psi: { status: string } } } = await (await ask(server)).json();
  return body.sources.psi.status;
}

describe.skipIf(isMissing)('server: the air of several processes', () => {
  test('P9 two processes give the same ETag for one call of each address of the upstream', async () => {
    const [one, other] = servers;
    for (const path of ['readings', 'readings?region=east', 'history']) {
      const responses = await Promise.all([one, other, other, one].map((server) => ask(server, path)));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(new Set(responses.map(({ headers }) => headers.get('ETag'))).size).toBe(1);
      expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    }
    expect(standin.asked.length).toBe(new Set(standin.asked).size);
    expect(standin.asked.length).toBeGreaterThan(0);
  });

  test('P9 of a process that is killed while it asks, another takes the work over', async () => {
    const [one, other] = servers;
    standin.setFault('both', 'hang');
    const killed = ask(one).catch(() => {});
    await expect.poll(() => standin.asked.length).toBe(2);
    const waiting = statusOf(other);
    await one!.kill();
    await killed;
    const at = performance.now();
    standin.setFault('both', null);
    expect(await waiting).toBe('ok');
    expect(performance.now() - at).toBeLessThan(LEASE_MS + 5_000);
    expect(standin.asked.length).toBeGreaterThan(2);
  });
});
