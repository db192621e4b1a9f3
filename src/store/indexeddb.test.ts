import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as InPage from '../../tests/store/page.ts';
import { storeCases } from '../../tests/store/suite.ts';
import { launchBrowser } from '../../tests/support/browser.ts';
import { bundle } from '../../tests/support/bundle.ts';
import { realStrokes } from '../../tests/support/drawing/strokes.ts';
import { strokesJson } from '../core/drawing/strokes/stroke-json.ts';
import { VERSION } from './indexeddb-schema.ts';

/** The bundle's exports become the page's `inPage`. */
const HTML = `<!doctype html><title>Store</title>
  <script type="module">import * as inPage from '/bundle.js'; window.inPage = inPage;</script>`;

describe('store: IndexedDB in Chromium', () => {
  let server: Server;
  let browser: Browser;
  let page: Page;
  let origin: string;

  beforeAll(async () => {
    const code = await bundle(join(import.meta.dirname, '../../tests/store/page.ts'));
    server = createServer((request, response) => {
      const script = request.url === '/bundle.js';
      response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
      response.end(script ? code : HTML);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    browser = await launchBrowser();
    page = await newPage();
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  async function newPage(prepare: (page: Page) => Promise<void> = async () => {}): Promise<Page> {
    const opened = await (await browser.newContext()).newPage();
    await prepare(opened);
    await opened.goto(origin);
    await opened.waitForFunction(() => 'inPage' in window);
    return opened;
  }

  /** Calls a function of tests/store/page.ts in a page. */
  function call<Name extends keyof typeof InPage>(
    name: Name,
    args: Parameters<(typeof InPage)[Name]>,
    where = page,
  ): Promise<Awaited<ReturnType<(typeof InPage)[Name]>>> {
    return where.evaluate(([fn, values]) => Reflect.get(window, 'inPage')[fn](...values), [
      name,
      args,
    ] as const);
  }

  const strokes = `[${strokesJson(realStrokes(200))}]`;
  for (const { name } of storeCases) {
    it(name, () => call('runCase', [name, strokes]));
  }

  it('reports a full quota, writes nothing then, and writes again once there is space', async () => {
    const own = await newPage();
    const cdp = await own.context().newCDPSession(own);
    // Before anything is written: Chromium remembers for a while how much space there was.
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1024 * 1024 });
    const before = await call('fillStore', ['full'], own);
    expect(await call('writeChunk', ['full', 'big', 8_000_000], own)).toBe('StoreFull');
    expect(await call('contents', ['full'], own)).toBe(before);
    await expect(call('chunkLength', ['full', 'big'], own)).rejects.toThrow('chunk big is missing');
    await cdp.send('Storage.overrideQuotaForOrigin', { origin });
    expect(await call('writeChunk', ['full', 'big', 8_000_000], own)).toBe('');
    expect(await call('chunkLength', ['full', 'big'], own)).toBe(8_000_000);
    await own.context().close();
  });

  it('lets old versions go on a full quota for what is drawn now, and none for what would not fit', async () => {
    const own = await newPage();
    const cdp = await own.context().newCDPSession(own);
    await cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2 * 1024 * 1024 });
    const kept = await call('fillWithVersions', ['versions'], own);
    expect(kept).toBeGreaterThan(20);
    expect(await call('saveKeeping', ['versions', 4_000_000], own)).toBe('StoreFull');
    expect(await call('versionCount', ['versions'], own)).toBe(kept);
    expect(await call('saveKeeping', ['versions', 200_000], own)).toBeLessThan(kept);
    expect(await call('chunkLength', ['versions', 'drawn now'], own)).toBe(200_000);
    await own.context().close();
  });

  it('closes for an upgrade, and continues with the newer database', async () => {
    const before = await call('fillStore', ['newer']);
    await call('upgradeBehind', ['newer', VERSION + 41]);
    expect(await call('contents', ['newer'])).toBe(before);
    expect(await call('increment', ['newer'])).toBe(2);
    expect(await call('versionOf', ['newer'])).toBe(VERSION + 41);
  });

  it('uses an older database until it is upgraded, and then the newer one', async () => {
    await call('upgradeOlder', ['older']);
  });

  it('creates its database at the version of the code', async () => {
    await call('fillStore', ['created']);
    expect(await call('versionOf', ['created'])).toBe(VERSION);
  });

  it('opens its database ahead, at once and only once', async () => {
    expect(await call('openAhead', ['ahead'])).toBe(1);
  });

  it('opens a new connection when the browser has ended the old one', async () => {
    const own = await newPage();
    await call('fillStore', ['ended'], own);
    const cdp = await own.context().newCDPSession(own);
    await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
    // The database is a new one: the old one was deleted with its connection.
    expect(await call('increment', ['ended'], own)).toBe(1);
    expect(await call('increment', ['ended'], own)).toBe(2);
    await own.context().close();
  });

  it('repeats a write whose connection the browser ended', async () => {
    const own = await newPage(async (opened) => {
      const cdp = await opened.context().newCDPSession(opened);
      const clear = () => cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'indexeddb' });
      await opened.exposeFunction('end', clear);
    });
    await own.evaluate(() =>
      Reflect.get(window, 'inPage').writeWhileEnded('cut off', Reflect.get(window, 'end')),
    );
    await own.context().close();
  });

  it.each(['openWhileBlocked', 'writeWhileBlocked'] as const)(
    'answers that it is unavailable when the database does not: %s',
    async (name) => {
      const own = await newPage(async (opened) => {
        await opened.clock.install();
        await opened.exposeFunction('passTime', () => opened.clock.fastForward(5_000));
      });
      await own.evaluate((fn) => {
        const passTime = Reflect.get(window, 'passTime');
        return Reflect.get(window, 'inPage')[fn]('blocked', passTime);
      }, name);
      await own.context().close();
    },
  );

  it('repeats a write that was based on a stale cache', async () => {
    await call('writeInTurns', ['turns']);
  });

  it('reports a defect if work awaits something else', async () => {
    expect(await call('awaitSomethingElse', ['foreign'])).toContain('something else was awaited');
  });
});
