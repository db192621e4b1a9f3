import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { dist } from '../support/build.ts';
import { type Front, openFront } from '../support/front.ts';
import { ask, controlled, type Init, inlineModule, stopWorkers } from '../support/worker.ts';

let server: AppServer;
let browser: Browser;
let front: Front;
let context: BrowserContext;
let page: Page;

const STROKE = {
  tool: 'pen',
  color: '#123456',
  size: 3,
  points: [
    [0, 0.1],
    [1.5, 2],
  ],
};
const JSON_TYPE = { 'Content-Type': 'application/json' };

beforeAll(async () => {
  server = await startAppServer();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});
beforeEach(async () => {
  front = await openFront(server.url);
  context = await browser.newContext();
  page = await context.newPage();
});
afterEach(async () => {
  await context.close();
  await front[Symbol.asyncDispose]();
});

/** Opens the app and waits until the worker is in control. */
async function openApp(): Promise<void> {
  await page.goto(`${front.url}/`);
  await controlled(page);
}

/** From now on nothing but the device answers. */
async function goOffline(): Promise<void> {
  await context.setOffline(true);
  await front.down();
}

/** Counts how often the page is loaded from now on. */
function countLoads(): () => number {
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

function create(strokes: readonly unknown[] = []): { path: string; init: Init } {
  const body = JSON.stringify({ title: 'From a test', strokes, thumb: '' });
  const headers = { ...JSON_TYPE, 'If-None-Match': '*' };
  return { path: `/api/v1/drawings/${randomUUID()}`, init: { method: 'PUT', headers, body } };
}

/** Says to the worker that waits what the page says when the person agreed. */
async function agreeToUpdate(): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    registration?.waiting?.postMessage({ type: 'SKIP_WAITING' });
    await taken;
  });
}

/** Publishes another worker, has the browser look for it, and waits until it is installed. */
async function offerUpdate(change: (script: string) => string): Promise<void> {
  front.change('/sw.js', change);
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/');
    await registration?.update();
    const next = registration?.installing;
    await new Promise<void>((resolve) => {
      if (next?.state !== 'installing') resolve();
      next?.addEventListener('statechange', () => resolve());
    });
    if (!registration?.waiting) throw new Error('No new version waits.');
  });
}

describe('worker', () => {
  test('takes the first page over without a reload', async () => {
    const loads = countLoads();
    await openApp();
    expect(loads()).toBe(1);
    expect((await ask(page, '/api/v1/app')).text).toContain('"mode":"origin"');
  });

  test('takes a page over again after a forced reload, without another one', async () => {
    await openApp();
    const loads = countLoads();
    const session = await context.newCDPSession(page);
    await session.send('Page.reload', { ignoreCache: true });
    await page.waitForEvent('load');
    await controlled(page);
    expect(loads()).toBe(1);
    expect((await ask(page, '/api/v1/app')).text).toContain('"mode":"origin"');
  });

  test('answers every route under /api and /health offline, errors included', async () => {
    await openApp();
    await goOffline();
    expect(await ask(page, '/health')).toMatchObject({ status: 200, text: '{"ok":true}' });
    expect(await ask(page, '/api/v1/drawings')).toMatchObject({ status: 200, text: '{"drawings":[]}' });
    for (const path of ['/api', '/api/', '/api/v1/', '/api/v2/drawings', '/api/v1/nothing']) {
      const answer = await ask(page, path);
      expect(answer.status, path).toBe(404);
      expect(answer.text, path).toContain('"not_found"');
    }
    const refused = await ask(page, '/api/v1/drawings', { method: 'DELETE' });
    expect(refused).toMatchObject({ status: 405, headers: { allow: expect.stringContaining('POST') } });
    expect((await ask(page, '/health', { method: 'POST' })).status).toBe(405);
    for (const path of ['', '/readings', '/history', '/products', '/guide', '/openapi.json']) {
      expect((await ask(page, `/api/v1${path}`)).status, path).toBe(200);
    }
  });

  test('never sends a request for drawings to the server', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    expect((await ask(page, path, init)).status).toBe(201);
    expect((await ask(page, path)).status).toBe(200);
    expect((await ask(page, '/api/v1/nothing')).status).toBe(404);
    const api = front.asked.filter((line) => line.includes('/api/'));
    expect(api.filter((line) => !/openapi\.json|readings|history/.test(line))).toEqual([]);
  });

  test('lets /mcp through to the server', async () => {
    await openApp();
    await ask(page, '/mcp', { method: 'POST', headers: JSON_TYPE, body: '{}' });
    expect(front.asked).toContain('POST /mcp');
  });

  test('has the OpenAPI document offline, as it was built', async () => {
    await openApp();
    await goOffline();
    const { status, text } = await ask(page, '/api/v1/openapi.json');
    expect(status).toBe(200);
    expect(text).toBe(readFileSync(join(dist, 'api/v1/openapi.json'), 'utf8'));
  });

  test('opens every address of the app with the server stopped and the network off', async () => {
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
      const response = await page.goto(`${front.url}${path}`);
      expect(response?.status(), path).toBe(200);
      expect(response?.fromServiceWorker(), path).toBe(true);
      await page.waitForSelector('#app > *');
    }
  });

  test('refuses a form that another site submits', async () => {
    await openApp();
    const elsewhere = await context.newPage();
    await elsewhere.setContent(
      `<form method="post" action="${front.url}/api/v1/drawings"><button>Send</button></form>`,
    );
    const answered = elsewhere.waitForResponse((response) => response.url().endsWith('/api/v1/drawings'));
    await elsewhere.click('button');
    const response = await answered;
    expect(response.status()).toBe(401);
    expect(response.fromServiceWorker()).toBe(true);
    expect((await ask(page, '/api/v1/drawings')).text).toBe('{"drawings":[]}');
  });

  test('needs no token, and refuses a wrong one', async () => {
    await openApp();
    expect((await ask(page, '/api/v1/drawings')).status).toBe(200);
    const headers = { Authorization: 'Bearer wrong' };
    expect((await ask(page, '/api/v1/drawings', { headers })).status).toBe(401);
  });

  test('takes a body of 5 MB whole, and refuses one byte more', async () => {
    await openApp();
    const sizes = await page.evaluate(async () => {
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

  test('tells the pages of a commit', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    const told = await page.evaluate(
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

  test('answers again after it was stopped, with everything still there', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    expect((await ask(page, path, init)).status).toBe(201);
    await goOffline();
    await stopWorkers(page);
    const { status, text } = await ask(page, path);
    expect(status).toBe(200);
    expect(JSON.parse(text).strokes).toEqual([STROKE]);
  });

  test('keeps every stroke once when it is stopped again and again between and during writes', async () => {
    await openApp();
    const { path, init } = create();
    await ask(page, path, init);
    const drawn = page.evaluate(
      async ([path, stroke]) => {
        let rev = 1;
        for (let n = 0; n < 40; n += 1) {
          const value = { ...stroke, points: [[n, n]] };
          const request = new Request(path, {
            method: 'PATCH',
            headers: {
              'Content-Type': 'application/json-patch+json',
              'If-Match': `"${rev}"`,
              'Idempotency-Key': `key-${n}`,
            },
            body: JSON.stringify([{ op: 'add', path: '/strokes/-', value }]),
          });
          // Stopped this often, a browser gives some requests up; the page then sends them again.
          let response: Response | undefined;
          while (response === undefined) response = await fetch(request.clone()).catch(() => undefined);
          if (response.status !== 200) return `${n}: ${response.status} ${await response.text()}`;
          rev = (await response.json()).rev;
        }
        return 'all';
      },
      [path, STROKE] as const,
    );
    let done = false;
    const ended = drawn.finally(() => {
      done = true;
    });
    while (!done) await stopWorkers(page);
    expect(await ended).toBe('all');
    const strokes = JSON.parse((await ask(page, path)).text).strokes;
    expect(strokes).toEqual(Array.from({ length: 40 }, (_, n) => ({ ...STROKE, points: [[n, n]] })));
  });

  test('a new version waits until it is asked for', async () => {
    await openApp();
    const loads = countLoads();
    const controller = () => page.evaluate(() => navigator.serviceWorker.controller?.state);
    await offerUpdate((script) => `${script}\n// another build\n`);
    expect(await controller()).toBe('activated');
    await ask(page, '/api/v1/drawings');
    await stopWorkers(page);
    await ask(page, '/api/v1/drawings');
    const waits = await page.evaluate(async () => {
      return (await navigator.serviceWorker.getRegistration('/'))?.waiting?.state;
    });
    expect(waits).toBe('installed');
    expect(loads()).toBe(0);
  });

  test('a new version is offered, and taken with a reload when the person agrees', async () => {
    await openApp();
    const before = await page.evaluate(() => performance.timeOrigin);
    await offerUpdate((script) => `${script}\n// another build\n`);
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update now' }).click();
    await reloaded;
    await controlled(page);
    expect(await page.evaluate(() => performance.timeOrigin)).toBeGreaterThan(before);
    const waits = await page.evaluate(async () => {
      return (await navigator.serviceWorker.getRegistration('/'))?.waiting ?? null;
    });
    expect(waits).toBe(null);
  });

  test('a new version leaves the other pages as they are, and their files in place', async () => {
    await openApp();
    const { path, init } = create([STROKE]);
    await ask(page, path, init);
    const asset = await inlineModule(server.url);
    const other = await context.newPage();
    await other.goto(`${front.url}/`);
    await controlled(other);
    let reloads = 0;
    other.on('load', () => {
      reloads += 1;
    });
    // The next build has no such file any more.
    await offerUpdate((script) => script.replaceAll(asset.slice(1), 'index.html?instead'));
    await agreeToUpdate();
    await controlled(other);
    await goOffline();
    // Asked for directly: the browser's own HTTP cache may have it too, for as long as it likes.
    expect(await other.evaluate(async (path) => (await caches.match(path))?.status, asset)).toBe(200);
    expect((await ask(other, asset)).status).toBe(200);
    expect((await ask(other, path)).status).toBe(200);
    expect(reloads).toBe(0);
  });
});

describe('worker: the page answers itself', () => {
  /** Asks the application in the page itself. */
  async function askInline(path: string, init: Init = {}): Promise<{ status: number; text: string }> {
    const module = await inlineModule(server.url);
    // As text: the test runner would make another import of its own out of this one.
    return page.evaluate(`(async () => {
      const { answerInline } = await import(${JSON.stringify(module)});
      const response = await answerInline(new Request(${JSON.stringify(path)}, ${JSON.stringify(init)}));
      return { status: response.status, text: await response.text() };
    })()`);
  }

  test('without a worker, on the same drawings', async () => {
    await page.goto(`${front.url}/?transport=inline`);
    await page.waitForSelector('#app > *');
    const { path, init } = create([STROKE]);
    expect((await askInline(path, init)).status).toBe(201);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBe(null);
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(
      0,
    );
    const api = front.asked.filter((line) => line.includes('/api/v1/drawings'));
    expect(api).toEqual([]);

    await openApp();
    expect(JSON.parse((await ask(page, path)).text).strokes).toEqual([STROKE]);
  });

  test('on an address that is not secure, and saves there too', async () => {
    const elsewhere = await launchBrowser(['--host-resolver-rules=MAP draw.test 127.0.0.1']);
    try {
      page = await elsewhere.newPage();
      await page.goto(server.url.replace('127.0.0.1', 'draw.test'));
      expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([
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

  test('while the worker answers other pages: both write to one drawing and nothing is lost', async () => {
    await openApp();
    const { path, init } = create();
    await ask(page, path, init);
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
    expect((await ask(page, path, patch('b', 1))).status).toBe(409);
    expect((await ask(page, path, patch('c', 2))).status).toBe(200);
    expect(JSON.parse((await askInline(path)).text).strokes).toEqual([STROKE, STROKE]);
  });
});
