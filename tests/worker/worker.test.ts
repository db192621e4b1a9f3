import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SYNC_CHANNEL } from '../../src/sync/state/sync-status.ts';
import type { WorkerMessage } from '../../src/sync/state/worker-messages.ts';
import { dist } from '../support/build.ts';
import { ask, controlled, stopWorkers } from '../support/worker.ts';
import { countLoads, create, goOffline, JSON_TYPE, openApp, STROKE, useFreshSite, world } from './site.ts';

useFreshSite();

/**
 * Sends the worker a message as Settings does, and returns what it then says of photos: in its next status that says
 * anything, or the next that says `wanted`, since one of the message before may still be on its way.
 */
function photosAfter(message: WorkerMessage, wanted?: boolean): Promise<boolean> {
  return world.page.evaluate(
    async ([message, wanted, name]) => {
      const channel = new BroadcastChannel(name);
      const said = new Promise<boolean>((resolve) => {
        channel.onmessage = ({ data: { photos } }) => {
          if (photos !== undefined && photos === (wanted ?? photos)) resolve(photos);
        };
      });
      navigator.serviceWorker.controller?.postMessage(message);
      return said.finally(() => channel.close());
    },
    [message, wanted, SYNC_CHANNEL] as const,
  );
}

describe('worker', () => {
  test('takes control of the first page without a reload', async () => {
    const loads = countLoads();
    await openApp();
    expect(loads()).toBe(1);
    expect((await ask(world.page, '/api/v1/app')).text).toContain('"mode":"origin"');
  });

  test('takes control again after a forced reload, without another reload', async () => {
    await openApp();
    const loads = countLoads();
    const session = await world.context.newCDPSession(world.page);
    const loaded = world.page.waitForEvent('load');
    await session.send('Page.reload', { ignoreCache: true });
    await loaded;
    await controlled(world.page);
    expect(loads()).toBe(1);
    expect((await ask(world.page, '/api/v1/app')).text).toContain('"mode":"origin"');
  });

  test('answers every route under /api and /health offline, errors included', async () => {
    await openApp();
    await goOffline();
    expect(await ask(world.page, '/health')).toMatchObject({ status: 200, text: '{"ok":true}' });
    expect(await ask(world.page, '/api/v1/drawings')).toMatchObject({ status: 200, text: '{"drawings":[]}' });
    for (const path of ['/api', '/api/', '/api/v1/', '/api/v2/drawings', '/api/v1/nothing']) {
      const answer = await ask(world.page, path);
      expect(answer.status, path).toBe(404);
      expect(answer.text, path).toContain('"not_found"');
    }
    const refused = await ask(world.page, '/api/v1/drawings', { method: 'DELETE' });
    expect(refused).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('POST') } });
    expect((await ask(world.page, '/health', { method: 'POST' })).status).toBe(405);
    for (const path of ['', '/readings', '/history', '/products', '/guide', '/openapi.json']) {
      expect((await ask(world.page, `/api/v1${path}`)).status, path).toBe(200);
    }
  });

  test('never sends a request for drawings to the server', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    expect((await ask(world.page, path, init)).status).toBe(201);
    expect((await ask(world.page, path)).status).toBe(200);
    expect((await ask(world.page, '/api/v1/nothing')).status).toBe(404);
    const api = world.proxy.asked.filter((line) => line.includes('/api/'));
    expect(api.filter((line) => !/openapi\.json|readings|history/.test(line))).toEqual([]);
  });

  test('passes /mcp to the server', async () => {
    await openApp();
    await ask(world.page, '/mcp', { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(world.proxy.asked).toContain('POST /mcp');
  });

  test('has the built OpenAPI document offline', async () => {
    await openApp();
    await goOffline();
    const { status, text } = await ask(world.page, '/api/v1/openapi.json');
    expect(status).toBe(200);
    expect(text).toBe(readFileSync(join(dist, 'api/v1/openapi.json'), 'utf8'));
  });

  test('opens every address of the app without a server and a network', async () => {
    await openApp();
    await goOffline();
    for (const path of [
      '/',
      '/drawings/new',
      '/air',
      '/air/guide',
      '/supplies',
      '/settings',
      '/?from=home',
    ]) {
      const response = await world.page.goto(`${world.proxy.url}${path}`);
      expect(response?.status(), path).toBe(200);
      expect(response?.fromServiceWorker(), path).toBe(true);
      await world.page.waitForSelector('#app > *');
    }
  });

  test('refuses a form that another site submits', async () => {
    await openApp();
    const elsewhere = await world.context.newPage();
    await elsewhere.setContent(
      `<form method="post" action="${world.proxy.url}/api/v1/drawings"><button>Send</button></form>`,
    );
    const answered = elsewhere.waitForResponse((response) => response.url().endsWith('/api/v1/drawings'));
    await elsewhere.click('button');
    const response = await answered;
    expect(response.status()).toBe(401);
    expect(response.fromServiceWorker()).toBe(true);
    expect((await ask(world.page, '/api/v1/drawings')).text).toBe('{"drawings":[]}');
  });

  test('requires no token, and refuses a wrong one', async () => {
    await openApp();
    expect((await ask(world.page, '/api/v1/drawings')).status).toBe(200);
    const headers = { Authorization: 'Bearer wrong' };
    expect((await ask(world.page, '/api/v1/drawings', { headers })).status).toBe(401);
  });

  test('accepts a body of 5 MB, and refuses one byte more', async () => {
    await openApp();
    const sizes = await world.page.evaluate(async () => {
      const send = async (bytes: number) => {
        const start = '{"title":"","thumb":"","strokes":[]';
        const body = `${start}${' '.repeat(bytes - start.length - 1)}}`;
        const headers = { 'Content-Type': 'application/json', 'If-None-Match': '*' };
        const path = `/api/v1/drawings/${crypto.randomUUID()}`;
        return (await fetch(path, { method: 'PUT', headers, body })).status;
      };
      const limit = 5 * 1024 * 1024;
      return [await send(limit), await send(limit + 1)];
    });
    expect(sizes).toEqual([201, 413]);
  });

  test('announces a commit to the pages', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    const told = await world.page.evaluate(
      async ([path, init]) => {
        const channel = new BroadcastChannel('drawings');
        const message = new Promise((resolve) => {
          channel.onmessage = (event) => resolve(event.data);
        });
        await fetch(path, init);
        return message;
      },
      [path, init] as const,
    );
    expect(told).toEqual({ id: path.split('/').at(-1), rev: 1 });
  });

  test('remembers whether photos of underlays are synced, also after it was stopped', async () => {
    await openApp();
    const going: WorkerMessage = { type: 'SYNC_PAUSE', paused: false };
    expect(await photosAfter(going)).toBe(false);
    expect(await photosAfter({ type: 'SYNC_PHOTOS', on: true }, true)).toBe(true);
    await stopWorkers(world.page);
    expect(await photosAfter(going)).toBe(true);
    expect(await photosAfter({ type: 'SYNC_PHOTOS', on: false }, false)).toBe(false);
  });

  test('answers after it was stopped, with all data', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    expect((await ask(world.page, path, init)).status).toBe(201);
    await goOffline();
    await stopWorkers(world.page);
    const { status, text } = await ask(world.page, path);
    expect(status).toBe(200);
    expect(JSON.parse(text).strokes).toEqual([STROKE]);
  });
});
