import { describe, expect, test } from 'vitest';
import { launchBrowser } from '../support/browser.ts';
import { ask, type Init, inlineModule } from '../support/worker.ts';
import { create, openApp, STROKE, useFreshSite, world } from './site.ts';

useFreshSite();

describe('worker: the page answers itself', () => {
  /** Sends a request to the application in the page itself. */
  async function askInline(path: string, init: Init = {}): Promise<{ status: number; text: string }> {
    const module = await inlineModule(world.server.url);
    // As text: the test runner would transform the import.
    return world.page.evaluate(`(async () => {
      const { answerInline } = await import(${JSON.stringify(module)});
      const response = await answerInline(new Request(${JSON.stringify(path)}, ${JSON.stringify(init)}));
      return { status: response.status, text: await response.text() };
    })()`);
  }

  test('without a worker, with the same drawings', async () => {
    await world.page.goto(`${world.proxy.url}/?transport=inline`);
    await world.page.waitForSelector('#app > *');
    const { path, init } = create([STROKE]);
    expect((await askInline(path, init)).status).toBe(201);
    expect(await world.page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
    expect(
      await world.page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
    ).toBe(0);
    const api = world.proxy.asked.filter((line) => line.includes('/api/v1/drawings'));
    expect(api).toEqual([]);

    await openApp();
    expect(JSON.parse((await ask(world.page, path)).text).strokes).toEqual([STROKE]);
  });

  test('on an insecure address, and saves there too', async () => {
    const elsewhere = await launchBrowser(['--host-resolver-rules=MAP draw.test 127.0.0.1']);
    try {
      world.page = await elsewhere.newPage();
      await world.page.goto(world.server.url.replace('127.0.0.1', 'draw.test'));
      expect(await world.page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([
        false,
        false,
      ]);
      const { path, init } = create();
      expect((await askInline(path, init)).status).toBe(201);
      const patch = {
        method: 'PATCH',
        headers: {
          'Content-Type': 'application/json-patch+json',
          'If-Match': '"1"',
          'Idempotency-Key': 'one',
        },
        body: JSON.stringify([{ op: 'add', path: '/strokes/-', value: STROKE }]),
      };
      expect((await askInline(path, patch)).status).toBe(200);
      expect((await askInline(path, patch)).status).toBe(200);
      expect(JSON.parse((await askInline(path)).text).strokes).toEqual([STROKE]);
    } finally {
      await elsewhere.close();
    }
  });

  test('while the worker answers other pages, without losing writes of either', async () => {
    await openApp();
    const { path, init } = create();
    await ask(world.page, path, init);
    const patch = (key: string, rev: number): Init => ({
      method: 'PATCH',
      headers: {
        'Content-Type': 'application/json-patch+json',
        'If-Match': `"${rev}"`,
        'Idempotency-Key': key,
      },
      body: JSON.stringify([{ op: 'add', path: '/strokes/-', value: STROKE }]),
    });
    expect((await askInline(path, patch('a', 1))).status).toBe(200);
    expect((await ask(world.page, path, patch('b', 1))).status).toBe(409);
    expect((await ask(world.page, path, patch('c', 2))).status).toBe(200);
    expect(JSON.parse((await askInline(path)).text).strokes).toEqual([STROKE, STROKE]);
  });
});
