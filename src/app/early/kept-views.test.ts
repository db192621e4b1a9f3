/** How much is kept of which views, in Chromium with its real database. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as InPage from '../../../tests/store/kept-views-page.ts';
import { launchBrowser } from '../../../tests/support/browser.ts';
import { bundle } from '../../../tests/support/bundle.ts';

const ORIGIN = 'http://localhost';
const HTML = `<!doctype html><title>Kept views</title>
  <script type="module">import * as inPage from '/bundle.js'; window.inPage = inPage;</script>`;

describe('studio: kept views', { timeout: 60_000 }, () => {
  let browser: Browser;
  let code: string;

  beforeAll(async () => {
    code = await bundle(join(import.meta.dirname, '../../../tests/store/kept-views-page.ts'));
    browser = await launchBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  /** A new browser. `call` runs a function of tests/store/kept-views-page.ts in it. */
  async function fresh() {
    const page: Page = await (await browser.newContext()).newPage();
    await page.route(`${ORIGIN}/**`, (route) =>
      route.request().url().endsWith('/bundle.js')
        ? route.fulfill({ contentType: 'text/javascript', body: code })
        : route.fulfill({ contentType: 'text/html', body: HTML }),
    );
    await page.goto(`${ORIGIN}/`);
    await page.waitForFunction(() => 'inPage' in window);
    function call<Name extends keyof typeof InPage>(
      name: Name,
      ...args: Parameters<(typeof InPage)[Name]>
    ): Promise<Awaited<ReturnType<(typeof InPage)[Name]>>> {
      return page.evaluate(([fn, values]) => Reflect.get(window, 'inPage')[fn](...values), [
        name,
        args,
      ] as const);
    }
    return { call, end: () => page.context().close() };
  }

  it('are the pixels of three drawings, and picture files of older ones', async () => {
    const { call, end } = await fresh();
    for (const id of ['a', 'b', 'c', 'd', 'e']) await call('keep', id, 4);
    expect(await call('kept', ['a', 'b', 'c', 'd', 'e'])).toEqual([
      'packed',
      'packed',
      'plain',
      'plain',
      'plain',
    ]);
    // Somebody looks at c again, and opens a: the oldest is d.
    await call('touchKeptView', 'c');
    await call('keep', 'a', 4);
    expect(await call('kept', ['a', 'b', 'c', 'd', 'e'])).toEqual([
      'plain',
      'packed',
      'plain',
      'packed',
      'plain',
    ]);
    expect(await call('bytes')).toBeLessThan(12.4 * 1_000_000);
    await end();
  });

  it('are the pixels of at most 24 MB', async () => {
    const { call, end } = await fresh();
    for (const id of ['a', 'b', 'c']) await call('keep', id, 11);
    expect(await call('kept', ['a', 'b', 'c'])).toEqual(['packed', 'plain', 'plain']);
    // One that is larger alone, of a large screen.
    await call('keep', 'd', 28);
    expect(await call('kept', ['b', 'c', 'd'])).toEqual(['plain', 'plain', 'packed']);
    await end();
  });

  it('take 40 MB at most, and of those beyond only the paper is known', async () => {
    const { call, end } = await fresh();
    // As if much were drawn on each.
    await call('changeEncoder', 7);
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await call('keep', id, 8);
    expect(await call('kept', ['a', 'b', 'c', 'd', 'e', 'f'])).toEqual([
      'paper',
      'packed',
      'packed',
      'plain',
      'plain',
      'plain',
    ]);
    expect(await call('bytes')).toBeLessThanOrEqual(40 * 1_000_000);
    await end();
  });

  it('keep each pixel in a picture file', async () => {
    const { call, end } = await fresh();
    expect(await call('differences', 1, 'noise')).toBe(0);
    expect(await call('differences', 4, 'ink')).toBe(0);
    await end();
  });

  it('are counted without reading any pixels', async () => {
    const { call, end } = await fresh();
    for (const id of ['a', 'b']) await call('keep', id, 4);
    expect(await call('pixelReads', 'b')).toBe(0);
    await end();
  });

  it('beyond three are deleted where the browser writes no picture files', async () => {
    const { call, end } = await fresh();
    await call('changeEncoder', undefined);
    for (const id of ['a', 'b', 'c', 'd']) await call('keep', id, 1);
    expect(await call('kept', ['a', 'b', 'c', 'd'])).toEqual(['paper', 'plain', 'plain', 'plain']);
    await end();
  });

  it('are kept anew where a newer app, which was rolled back, has left its own', async () => {
    const { call, end } = await fresh();
    await call('keep', 'a', 1);
    await call('leaveNewer');
    expect(await call('kept', ['a'])).toEqual([undefined]);
    await call('keep', 'a', 1);
    expect(await call('kept', ['a'])).toEqual(['plain']);
    await end();
  });

  it('go with their drawing, and all of them when the storage is full', async () => {
    const { call, end } = await fresh();
    for (const id of ['a', 'b', 'c']) await call('keep', id, 1);
    await call('forget', 'b');
    expect(await call('kept', ['a', 'b', 'c'])).toEqual(['plain', undefined, 'plain']);
    expect(await call('makeRoomOfViews')).toBe(true);
    expect(await call('makeRoomOfViews')).toBe(false);
    // Another would take the room again.
    await call('keep', 'a', 1);
    expect(await call('kept', ['a', 'b', 'c'])).toEqual([undefined, undefined, undefined]);
    expect(await call('bytes')).toBe(0);
    await end();
  });
});
