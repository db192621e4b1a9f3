import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../server/config/config.ts';
import { createLog } from '../../server/http/log.ts';
import { type RunningServer, startServer } from '../../server/serve.ts';
import { fastFolder } from '../support/fast-folder.ts';

const TOKEN = 'Right-token-0123456789';
/** How many requests of the air may wait here. The next one is turned away. */
const WAITING = 3;

/** Headers of every response of the air. */
const SECURITY = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const dataDir = mkdtempSync(join(fastFolder(), 'pleinair-busy-'));
const held: (() => void)[] = [];
let asked = 0;
/** Accepts every request, and answers none until the test says so. */
let patient = true;
const upstream = createServer((_request, response) => {
  asked += 1;
  const answer = () => void response.writeHead(500).end();
  if (patient) held.push(answer);
  else answer();
});
let server: RunningServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const config = readConfig(
    {
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: dataDir,
      DRAW_TOKEN: TOKEN,
      DATA_GOV_SG_V2_URL: url,
      DATA_GOV_SG_V1_URL: url,
    },
    () => undefined,
  );
  server = await startServer(config, {
    log: createLog({ secrets: [], destination: { write() {} } }),
    loadLimits: { air: { working: WAITING, lag: 60_000 }, token: { working: 100, lag: 60_000 } },
  });
});
afterAll(async () => {
  upstream.close();
  upstream.closeAllConnections();
  await server.close();
  rmSync(dataDir, { recursive: true });
});

describe('server: shedding', () => {
  test('503 busy with Retry-After for the air, while drawings and /health are answered', async () => {
    const waiting = Array.from({ length: WAITING + 1 }, () =>
      fetch(`${server.url}/api/v1/readings?region=east`, { headers: { 'Cache-Control': 'no-store' } }),
    );
    await expect.poll(() => asked, { timeout: 20_000 }).toBeGreaterThan(0);
    for (const path of ['/history', '/readings', '/readings?region=west']) {
      const refused = await eventually(() => fetch(`${server.url}/api/v1${path}`), 503);
      expect(Number(refused.headers.get('Retry-After'))).toSatisfy(
        (wait) => Number.isInteger(wait) && wait >= 1,
      );
      expect(refused.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(Object.fromEntries(refused.headers)).toMatchObject(SECURITY);
      expect(await refused.json()).toMatchObject({ apiVersion: '1', error: { code: 'busy' } });
    }

    const authorized = { headers: { Authorization: `Bearer ${TOKEN}` } };
    expect((await fetch(`${server.url}/health`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/v1/drawings`, authorized)).status).toBe(200);

    patient = false;
    for (const answer of held.splice(0)) answer();
    for (const response of await Promise.all(waiting)) expect(response.status).toBe(200);
    await eventually(() => fetch(`${server.url}/api/v1/history`), 200);
    await eventually(() => fetch(`${server.url}/api/v1/readings`), 200);
  });
});

/** The first response with this status. Fails if none comes for long. */
async function eventually(ask: () => Promise<Response>, status: number): Promise<Response> {
  let response = await ask();
  await expect
    .poll(
      async () => {
        if (response.status !== status) response = await ask();
        return response.status;
      },
      { timeout: 20_000 },
    )
    .toBe(status);
  return response;
}
