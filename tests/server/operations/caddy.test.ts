import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../live/streams.ts';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { apiOf, isListening, LONG_TIMEOUT } from '../program.ts';
import { startCaddy, withoutCaddy } from './caddy.ts';

let servers: AppServer[] = [];
beforeAll(async () => {
  if (withoutCaddy) return;
  const env = { TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '4' };
  servers = await Promise.all(Array.from({ length: 3 }, () => startAppServer({ build: false, env })));
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

const drawing = { title: 'Boats', strokes: [], thumb: '' };

describe.skipIf(withoutCaddy)('server: behind Caddy', () => {
  test('requests pass, /ready does not, and no client chooses its own address', async () => {
    const [server] = servers;
    await using caddy = await startCaddy(server!.url);
    const api = apiOf({ url: caddy.url, token: server!.token });
    expect((await api('POST', '/drawings', { body: drawing })).status).toBe(201);
    expect(await (await api('GET', '/drawings')).json()).toMatchObject({ drawings: [{ title: 'Boats' }] });
    expect((await fetch(`${server!.url}/ready`)).status).toBe(200);
    expect((await fetch(`${caddy.url}/ready`)).status).toBe(404);

    const guesses: number[] = [];
    for (let i = 1; i <= 12; i += 1) {
      const headers = { Authorization: 'Bearer wrong', 'X-Forwarded-For': `203.0.113.${i}` };
      guesses.push((await fetch(`${caddy.url}/api/v1/drawings`, { headers })).status);
    }
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    expect(guesses.slice(-2)).toEqual([429, 429]);
  });

  test('what it logs of a request without an answer has no secret', async () => {
    await using caddy = await startCaddy('http://127.0.0.1:9');
    const secret = '0123456789abcdef0123456789ABCDEF';
    const headers = { Authorization: `Bearer ${secret}`, 'X-Draw-Token': secret };
    const targets = [`/s/${secret}`, `/%73//${secret}/picture.png`, `/live?ticket=${secret}`];
    const asked = targets.map((target) => fetch(caddy.url + target, { headers }));
    // 502 if it found the process away by this request, 503 if it knew.
    for (const { status } of await Promise.all(asked)) expect([502, 503]).toContain(status);
    await expect
      .poll(
        () =>
          caddy
            .output()
            .match(/"uri":"[^"]*/g)
            ?.toSorted(),
        LONG_TIMEOUT,
      )
      .toEqual(['"uri":"/%73//[secret]/picture.png', '"uri":"/live[secret]', '"uri":"/s/[secret]']);
    expect(caddy.output()).not.toContain(secret);
  });

  test('live: a stream passes Caddy as it comes', async () => {
    const [server] = servers;
    await using caddy = await startCaddy(server!.url);
    const origin = { url: caddy.url, token: server!.token };
    const stream = await listen(origin);
    const first = await stream.id(1);
    expect((await apiOf(origin)('POST', '/drawings', { body: drawing })).status).toBe(201);
    expect(await stream.id(2)).not.toBe(first);
    stream.close();
  });

  test('no request is lost while one process ends as it should and another is killed', async () => {
    const [leaving, dying] = servers;
    await using caddy = await startCaddy(...servers.map(({ url }) => url));
    const api = apiOf({ url: caddy.url, token: leaving!.token });
    const counts: Record<string, number> = {};
    let going = true;
    const count = (what: string) => {
      counts[what] = (counts[what] ?? 0) + 1;
    };
    async function read(): Promise<void> {
      while (going) count(`read ${(await fetch(`${caddy.url}/api/v1/app`)).status}`);
    }
    async function write(): Promise<void> {
      while (going) {
        const path = `/drawings/${randomUUID()}`;
        const headers = { 'If-None-Match': '*' };
        const send = () => api('PUT', path, { body: drawing, headers });
        let response = await send();
        // What a process had received when it was killed is for the client to repeat.
        for (; response.status === 502; response = await send()) count('repeated');
        const { status, headers: sent } = response;
        // Caddy's own 503 has no body; Pleinair's says why, which is what one wants to know.
        const why = status === 201 ? '' : ` of ${sent.get('Server')} ${await response.text()}`;
        count(`write ${status}${why}`);
      }
    }
    const writers = [write(), write()];
    const clients = [read(), read(), read(), ...writers];
    async function more(): Promise<void> {
      const [reads, writes] = [counts['read 200'] ?? 0, counts['write 201'] ?? 0];
      await expect.poll(() => counts['read 200'], LONG_TIMEOUT).toBeGreaterThan(reads + 30);
      await expect.poll(() => counts['write 201'], LONG_TIMEOUT).toBeGreaterThan(writes + 15);
    }
    /** Waits until Caddy has asked a process whether it is ready, and sends it nothing from then on. */
    const found = (said: string, { url }: AppServer) =>
      expect.poll(caddy.output, LONG_TIMEOUT).toContain(`${said},"host":"${new URL(url).host}"`);
    await more();
    await dying!.kill();
    await found('"msg":"HTTP request failed"', dying!);
    await more();
    expect(counts['repeated'] ?? 0).toBeLessThanOrEqual(writers.length);

    const { repeated } = counts;
    const left = leaving!.stop();
    await found('"status_code":503', leaving!);
    expect(await isListening(leaving!.url)).toBe(true);
    expect(await left).toBe(0);
    await more();
    expect(counts['repeated']).toBe(repeated);
    going = false;
    await Promise.all(clients);
    const answers = Object.keys(counts).filter((what) => what !== 'repeated');
    expect(answers.sort()).toEqual(['read 200', 'write 201']);
  });
});
