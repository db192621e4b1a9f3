import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { postgresTests } from '../../support/postgres/databases.ts';
import { apiOf, LONG_TIMEOUT, refusedStart, takePort } from '../program.ts';

async function figuresOf(server: AppServer): Promise<string> {
  const url = /metrics are at (\S+)/.exec(server.output())?.[1] ?? '';
  const response = await fetch(url);
  expect(response.headers.get('Content-Type')).toContain('text/plain; version=0.0.4');
  return response.text();
}

const postgres = postgresTests();

describe('server: metrics', () => {
  test.skipIf(postgres.isMissing)(
    'what devices ask for and send is counted, and so are the connections to PostgreSQL',
    async () => {
      const env = { METRICS_PORT: '0', DATABASE_URL: await postgres.server.empty() };
      await using server = await startAppServer({ build: false, env });
      const api = apiOf(server);
      const path = `/drawings/${randomUUID()}`;
      const body = { title: 'Boats', strokes: [], thumb: '' };
      const asked = [
        await api('GET', '/drawings/changes'),
        await api('GET', '/drawings/changes?since=of-another-history'),
        await api('PUT', path, { body, headers: { 'If-None-Match': '*' } }),
        await api('PUT', path, { body: { ...body, title: 'Trees' }, headers: { 'If-Match': '"999"' } }),
      ];
      expect(asked.map(({ status }) => status)).toEqual([200, 410, 201, 409]);
      for (const event of ['asked', 'restarted', 'stored', 'conflict']) {
        await expect
          .poll(() => figuresOf(server), LONG_TIMEOUT)
          .toContain(`pleinair_sync_total{event="${event}"} 1`);
      }
      const text = await figuresOf(server);
      expect(text).toContain('pleinair_sync_total{event="full"} 0');
      expect(text).toMatch(/^pleinair_pool_connections\{state="idle"\} [1-9]/m);
      expect(text).toContain('pleinair_pool_connections_max 16');
      expect(text).toContain('pleinair_pool_waiting 0');
    },
  );

  test('a scrape has what was asked, by route, and no title, id, token or address of it', async () => {
    await using server = await startAppServer({ build: false, env: { METRICS_PORT: '0' } });
    const api = apiOf(server);
    const id = randomUUID();
    const body = { title: 'a private title', strokes: [], thumb: '' };
    expect((await api('PUT', `/drawings/${id}`, { body, headers: { 'If-None-Match': '*' } })).status).toBe(
      201,
    );
    await api('GET', `/drawings/${id}?token=${server.token}`);
    await fetch(`${server.url}/api/v1/drawings`, {
      headers: { Authorization: 'Bearer wrong-token-of-mine' },
    });
    await fetch(`${server.url}/api/v1/readings`);
    for (let i = 0; i < 5; i += 1) await fetch(`${server.url}/ready`);

    await expect
      .poll(() => figuresOf(server), LONG_TIMEOUT)
      .toContain('pleinair_requests_total{method="GET",route="/api/v1/readings",status="200"} 1');
    const text = await figuresOf(server);
    expect(text).toContain(
      'pleinair_requests_total{method="PUT",route="/api/v1/drawings/{id}",status="201"} 1',
    );
    expect(text).toContain('pleinair_requests_total{method="GET",route="/api/v1/drawings",status="401"} 1');
    expect(text).toContain('pleinair_limited_networks{by="wrong_token"} 1');
    expect(text).toMatch(/pleinair_upstream_calls_total\{source="psi",version="v2",result="network"\} [1-9]/);
    expect(text).toContain('pleinair_upstream_state{source="pm25",state="unavailable"} 1');
    expect(text).not.toContain('pleinair_pool');
    for (const secret of [id, server.token, 'private', 'wrong-token', '127.0.0.1', '/ready', 'token=']) {
      expect(text).not.toContain(secret);
    }
    // Not among the pages that people reach.
    expect(await (await fetch(`${server.url}/metrics`)).text()).not.toContain('pleinair_');
  });

  test('without METRICS_PORT nothing listens, and a port that is taken stops the start by its name', async () => {
    await using server = await startAppServer({ build: false });
    expect(server.output()).not.toContain('figures');
    const taken = await takePort();
    try {
      const { code, stderr } = await refusedStart({
        DATA_DIR: server.dataDir,
        METRICS_PORT: String(taken.port),
      });
      expect([code, stderr]).toEqual([
        1,
        expect.stringContaining(`METRICS_PORT ${taken.port} on 127.0.0.1 is taken by another program`),
      ]);
    } finally {
      taken.server.close();
    }
  });

  test('a scrape reads figures, and nothing else is there', async () => {
    await using server = await startAppServer({ build: false, env: { METRICS_PORT: '0' } });
    const url = /metrics are at (\S+)/.exec(server.output())?.[1] ?? '';
    expect((await fetch(new URL('/', url))).status).toBe(404);
    expect((await fetch(new URL('/api/v1/drawings', url))).status).toBe(404);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: 5 }, () => connect(Number(new URL(server.url).port), hostname));
    expect(port).not.toBe('');
    await expect.poll(() => figuresOf(server), LONG_TIMEOUT).toMatch(/^pleinair_connections [5-9]/m);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => figuresOf(server), LONG_TIMEOUT).toMatch(/^pleinair_connections [0-4]$/m);
  });
});
