import { randomUUID } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { checkWritable } from '../../../server/cli/doctor/local-checks.ts';
import { readConfig } from '../../../server/config/config.ts';
import { postgresDatabase } from '../../../server/store/postgres/postgres.ts';
import { startAppServer } from '../../support/app-server.ts';
import { postgresPrograms, runSql, startPostgres } from '../../support/postgres/server.ts';
import { apiOf, isListening, LONG_TIMEOUT, rawConnection } from '../program.ts';

const statusOf = async (url: string) => (await fetch(`${url}/ready`)).status;

describe('server: readiness', () => {
  test('/ready is 200 while the database is there, 503 while it is not, and is no request of a person', async () => {
    await using server = await startAppServer({ build: false, env: { RATE_LIMIT_PER_MINUTE: '1' } });
    for (let i = 0; i < 30; i += 1) {
      const response = await fetch(`${server.url}/ready`);
      expect([response.status, await response.json()]).toEqual([200, { ready: true }]);
      expect(response.headers.get('Cache-Control')).toBe('no-store');
    }
    expect((await fetch(`${server.url}/api/v1`)).status).toBe(200);

    const file = join(server.dataDir, 'pleinair.sqlite');
    renameSync(file, `${file}.away`);
    await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(503);
    expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({ ready: false, reason: 'storage' });
    renameSync(`${file}.away`, file);
    await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(200);

    await server.stop();
    expect(server.output()).toContain('"/api/v1"');
    expect(server.output()).not.toContain('/ready');
  });

  test.skipIf(postgresPrograms() === undefined)(
    'over PostgreSQL: ready again after the database crashed, and 503 once it is gone, while /health is 200',
    async () => {
      const postgres = await startPostgres();
      await using server = await startAppServer({ build: false, env: { DATABASE_URL: postgres.url } });
      expect(await statusOf(server.url)).toBe(200);
      await postgres.crash();
      await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(200);
      await postgres[Symbol.asyncDispose]();
      await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(503);
      expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({ ready: false, reason: 'storage' });
      expect((await fetch(`${server.url}/health`)).status).toBe(200);
    },
  );

  test.skipIf(postgresPrograms() === undefined)(
    'over PostgreSQL: not ready while it refuses writes, which get 503 and change nothing, and ready once it takes them',
    async () => {
      await using postgres = await startPostgres();
      const ask = (sql: string) => runSql<{ counter: string }>(postgres.url, sql);
      // The tables are somebody else's, as with a server whose user may only use them.
      await (await postgresDatabase({ url: postgres.url })).close();
      await ask(`CREATE ROLE pleinair LOGIN;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO pleinair`);
      const address = new URL(postgres.url);
      address.username = 'pleinair';
      const DATABASE_URL = address.href;
      await using server = await startAppServer({ build: false, env: { DATABASE_URL } });
      const counter = () => ask("SELECT counter FROM spaces WHERE id = 'home'");
      const draw = () => {
        const body = { title: 'A line', strokes: [], thumb: '' };
        return apiOf(server)('PUT', `/drawings/${randomUUID()}`, { body, headers: { 'If-None-Match': '*' } });
      };
      const faults = [
        ...['drawings', 'chunks', 'hours'].map((table) => ({
          refuse: () => ask(`REVOKE INSERT ON ${table} FROM pleinair`),
          allow: () => ask(`GRANT INSERT ON ${table} TO pleinair`),
          said: `its user has no INSERT on ${table}; grant it`,
        })),
        {
          async refuse() {
            await ask('ALTER SYSTEM SET default_transaction_read_only = on');
            await ask('SELECT pg_reload_conf()');
          },
          async allow() {
            await ask('ALTER SYSTEM RESET default_transaction_read_only');
            await ask('SELECT pg_reload_conf()');
          },
          said: 'default_transaction_read_only is on; turn it off for its user and database',
        },
        {
          refuse: () => postgres.standby(),
          allow: () => ask('SELECT pg_promote()'),
          said: 'it is a standby; let DATABASE_URL name the primary server',
        },
      ];
      for (const { refuse, allow, said } of faults) {
        await refuse();
        await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(503);
        const before = await counter();
        // Without permission for the strokes or the air, a drawing without strokes can be written.
        if (!/chunks|hours/.test(said)) {
          const response = await draw();
          expect([response.status, await response.json()]).toMatchObject([
            503,
            { error: { code: 'unavailable', message: expect.stringContaining('nothing was changed') } },
          ]);
          expect(await counter()).toEqual(before);
        }
        const finding = await checkWritable(readConfig({ DATABASE_URL }, () => undefined));
        expect([finding.result, finding.text]).toEqual([
          'fail',
          expect.stringContaining(`takes no writes: ${said}`),
        ]);
        await allow();
        await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(200);
        expect((await draw()).status).toBe(201);
      }
    },
  );

  test('SIGTERM: not ready at once, and requests are answered with Connection: close', async () => {
    // Until the test is over, however slow the machine is.
    await using server = await startAppServer({ build: false, env: { DRAIN_SECONDS: '300' } });
    // A connection that was kept open, as a load balancer has them.
    const kept = await rawConnection(server.url);
    kept.socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(kept.received, LONG_TIMEOUT).toContain('{"ok":true}');
    expect(kept.received().toLowerCase()).not.toContain('connection: close');

    const stopped = server.stop();
    await expect.poll(() => statusOf(server.url), LONG_TIMEOUT).toBe(503);
    expect(await (await fetch(`${server.url}/ready`)).json()).toEqual({ ready: false, reason: 'draining' });
    kept.socket.write('GET /api/v1/app HTTP/1.1\r\nHost: x\r\n\r\n');
    await kept.ended;
    expect(kept.received()).toContain('"namespace":"draw/v1"');
    expect(kept.received().toLowerCase()).toContain('connection: close');

    // A second signal ends it while it waits, and Ctrl-C does not wait.
    await server.stop();
    expect(await stopped).toBe(1);
    await server.start();
    expect(await server.stop('SIGINT')).toBe(0);
  });

  test('SIGTERM: it serves for so long, then it ends with 0', async () => {
    await using server = await startAppServer({ build: false, env: { DRAIN_SECONDS: '2' } });
    const began = performance.now();
    expect(await server.stop()).toBe(0);
    expect(performance.now() - began).toBeGreaterThan(1_500);
    expect(await isListening(server.url)).toBe(false);
  });
});
