import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../server/config/config.ts';
import { startServer } from '../../../server/serve.ts';
import { FALLBACK_CENTRES } from '../../../src/core/air/regions.ts';
import { toSgt } from '../../../src/core/air/time/time.ts';
import type { AirState } from '../../../src/core/air/types.ts';
import { listen } from '../../live/streams.ts';
import { NEVER_BUSY } from '../../support/busy/never-busy.ts';
import { fastFolder } from '../../support/fast-folder.ts';
import { apiOf } from '../program.ts';
import { startNginx, withoutNginx } from './nginx.ts';

const TOKEN = 'a-token-for-tests';
const CLIENTS = 320;
/** The life of an answer here, seconds, and its part in which a cache serves it while it asks. */
const [LIFE, LATE] = [6, 3];
const LIVES = 3;
/** Between two reads of one of the readers. */
const PAUSE_MS = 100;
const READERS = 16;

/** A server whose air takes a while, and what was asked of it. */
async function slowServer() {
  const dataDir = mkdtempSync(join(fastFolder(), 'pleinair-nginx-data-'));
  const asked: string[] = [];
  const source = { url: 'https://example.org', refreshed: true, fetchedAt: toSgt(Date.now()), newest: null };
  const state: AirState = { sources: { psi: source, pm25: source }, centres: FALLBACK_CENTRES };
  const slowly = async () => {
    await setTimeout(300);
    return state;
  };
  const env = {
    HOST: '127.0.0.1',
    PORT: '0',
    DATA_DIR: dataDir,
    TRUST_PROXY: '127.0.0.1',
    DRAW_TOKEN: TOKEN,
  };
  const server = await startServer(
    readConfig(env, () => undefined),
    {
      loadLimits: NEVER_BUSY,
      log: { exchange: ({ target }) => void asked.push(target), defect() {}, info() {}, flush() {} },
      createAir: () => ({
        now: Date.now,
        state: slowly,
        history: async () => ({ state: await slowly(), hours: [] }),
      }),
    },
  );
  return {
    url: server.url,
    asked,
    async [Symbol.asyncDispose]() {
      await server.close();
      rmSync(dataDir, { recursive: true });
    },
  };
}

describe.skipIf(withoutNginx)('server: behind nginx', () => {
  test('320 clients who come at once to an empty cache are one request to Pleinair', async () => {
    await using server = await slowServer();
    await using nginx = await startNginx(server.url);
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const response = await fetch(`${nginx.url}/api/v1/readings`);
        return [response.status, response.headers.get('Cache-Control'), await response.text()];
      }),
    );
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(([, , body]) => body)).size).toBe(1);
    expect(server.asked).toEqual(['/api/v1/readings']);

    // What was refused is kept by nobody, and what is somebody's own is not kept either.
    for (let i = 0; i < 2; i += 1) {
      expect((await fetch(`${nginx.url}/api/v1/readings?region=nowhere`)).status).toBe(400);
      expect((await fetch(`${nginx.url}/api/v1/drawings`)).status).toBe(401);
    }
    expect(server.asked).toHaveLength(5);
    expect(nginx.errors()).not.toMatch(/\[(?:warn|error|crit|alert|emerg)\]/);
  });

  test('the secret of a link or a ticket is in neither log, also while Pleinair is away', async () => {
    const secret = '0123456789abcdef0123456789ABCDEF';
    const targets = [`/s/${secret}`, `/s/${secret}/picture.png`, `/api/v1/shared/${secret}?x=${secret}`];
    targets.push(`/s//${secret}`, `/%73/${secret}`, `/s%2f${secret}`, `/api/v1/shared//${secret}`);
    const ticket = `/live?ticket=${secret}`;
    const server = await slowServer();
    await using nginx = await startNginx(server.url);
    const askAll = async () => {
      // The ticket first: once the others are logged, so would it be.
      for (const target of [ticket, ...targets]) await (await fetch(nginx.url + target)).text();
    };
    await askAll();
    await (await fetch(`${nginx.url}/api/v1/drawings?cursor=abc`)).text();
    await server[Symbol.asyncDispose]();
    await askAll();
    const lines = () => nginx.requests().trimEnd().split('\n');
    await expect.poll(() => lines().length).toBe(2 * targets.length + 1);
    expect(nginx.requests()).not.toMatch(/0123456789abcdef/i);
    expect(nginx.errors()).not.toMatch(/0123456789abcdef/i);
    expect(lines()[0]).toContain('"GET /s/[secret] HTTP/1.1" 404 ');
    expect(lines()[targets.length]).toContain('"GET /api/v1/drawings HTTP/1.1" 401 ');
  });

  test('live: a stream passes nginx as it comes', async () => {
    await using server = await slowServer();
    await using nginx = await startNginx(server.url);
    const origin = { url: nginx.url, token: TOKEN };
    const stream = await listen(origin);
    const first = await stream.id(1);
    const body = { title: 'Live', strokes: [], thumb: '' };
    expect((await apiOf(origin)('POST', '/drawings', { body })).status).toBe(201);
    expect(await stream.id(2)).not.toBe(first);
    stream.close();
  });

  test('each life of an answer is at most 2 requests to Pleinair, and no answer is served past its end', async () => {
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    const lifeNow = () => Math.floor(seconds() / LIFE);
    /** When it was asked in each life, seconds after the life began: a failure shows them. */
    const asked = new Map<number, number[]>();
    // The rule of src/api/air/air-route.ts, with shorter times.
    const upstream = createServer((_request, response) => {
      const life = lifeNow();
      asked.set(life, [...(asked.get(life) ?? []), seconds() - life * LIFE]);
      const left = Math.floor((life + 1) * LIFE - seconds());
      const lifetime =
        left <= LATE ? `max-age=${left + 1}` : `max-age=${left - LATE}, stale-while-revalidate=${LATE}`;
      response.writeHead(200, { 'Cache-Control': `public, ${lifetime}` }).end(String(life));
    });
    await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
    try {
      await using nginx = await startNginx(`http://127.0.0.1:${(upstream.address() as AddressInfo).port}`);
      let read = 0;
      let latest = 0;
      async function reader(): Promise<void> {
        while (seconds() < LIVES * LIFE) {
          const at = seconds();
          const response = await fetch(`${nginx.url}/api/v1/readings`);
          const life = Number(await response.text());
          latest = Math.max(latest, at - (life + 1) * LIFE);
          read += 1;
          // Often enough to meet every moment, and no more: the rest of the machine has work, too.
          await setTimeout(PAUSE_MS);
        }
      }
      await Promise.all(Array.from({ length: READERS }, reader));
      expect(read).toBeGreaterThan(LIVES * LIFE * 20);
      for (const [life, moments] of asked)
        expect(moments.length, `life ${life}: ${moments.join()}`).toBeLessThanOrEqual(2);
      // nginx counts in whole seconds.
      expect(latest).toBeLessThan(2.5);
    } finally {
      upstream.close();
      upstream.closeAllConnections();
    }
  });
});
