/** The limits of undo steps and pictures, and leaving the page, tested in Chromium with its real database. */
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as InPage from '../../../../tests/store/drawing-memory-page.ts';
import { launchBrowser } from '../../../../tests/support/browser.ts';
import { bundle } from '../../../../tests/support/bundle.ts';

const ORIGIN = 'http://localhost';
const HTML = `<!doctype html><title>DrawingMemory</title>
  <script type="module">import * as inPage from '/bundle.js'; window.inPage = inPage;</script>`;
const MB = 1_000_000;

describe('studio: the drawing memory', { timeout: 60_000 }, () => {
  let browser: Browser;
  let code: string;

  beforeAll(async () => {
    code = await bundle(join(import.meta.dirname, '../../../../tests/store/drawing-memory-page.ts'));
    browser = await launchBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  /** A new browser. `call` runs a function of tests/store/drawing-memory-page.ts in it. */
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
    return { page, call, end: () => page.context().close() };
  }

  const sum = (sizes: Record<number, number>) => Object.values(sizes).reduce((all, size) => all + size, 0);
  const drawings = (sizes: Record<number, number>) => Object.keys(sizes).map(Number);

  it('deletes the least recently used histories beyond 64 MB, without counting the others for each step', async () => {
    const { call, end } = await fresh();
    for (let n = 0; n < 8; n++) await call('draw', n, 7.8 * MB);
    expect(drawings(await call('kept'))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    // Somebody draws again on the second drawing, while there is room.
    await call('draw', 1, 1000);
    expect(await call('readsOfMany', 1, 20)).toBe(0);
    await call('draw', 8, 7.8 * MB);
    const kept = await call('kept');
    expect(sum(kept)).toBeLessThanOrEqual(48 * MB);
    expect(drawings(kept)).toEqual([1, 4, 5, 6, 7, 8]);
    expect([await call('undoable', 0), await call('undoable', 1), await call('undoable', 8)]).toEqual([
      0, 22, 1,
    ]);
    // Later steps are counted too.
    await call('draw', 9, 7.8 * MB);
    await call('draw', 10, 7.8 * MB);
    expect(drawings(await call('kept'))).toEqual([1, 4, 5, 6, 7, 8, 9, 10]);
    await call('draw', 11, 7.8 * MB);
    expect(drawings(await call('kept'))).toEqual([1, 7, 8, 9, 10, 11]);
    await end();
  });

  it('writes all steps anew with those that were undone, from the first that is left', async () => {
    const { call, end } = await fresh();
    // More than there may be.
    for (let n = 0; n < 203; n++) await call('draw', 0, 100);
    await call('rewrite', 0, 7);
    expect(await call('sizesOf', 0)).toEqual([199, Array(200).fill(7)]);
    // A new step takes the place of the undone one.
    await call('draw', 0, 100);
    expect(await call('sizesOf', 0)).toEqual([200, [...Array(199).fill(7), 1]]);
    await end();
  });

  it('keeps each step where it is while all are undone', async () => {
    const { call, end } = await fresh();
    for (const size of [1, 2, 3]) await call('draw', 0, 100, size);
    await call('undoAll', 0);
    expect(await call('sizesOf', 0)).toEqual([0, [1, 2, 3]]);
    await end();
  });

  it('keeps the history of the open drawing, whatever the clock says', async () => {
    const { call, end } = await fresh();
    for (let n = 0; n < 8; n++) await call('draw', n, 7.8 * MB);
    await call('setClockBack', 1e9);
    await call('draw', 8, 7.8 * MB);
    expect(drawings(await call('kept'))).toEqual([3, 4, 5, 6, 7, 8]);
    await end();
  });

  it('counts the histories of an older build once', async () => {
    const { call, end } = await fresh();
    await call('draw', 9, 1000);
    for (const n of [0, 1, 2, 3]) await call('drawAsBefore', n, 20 * MB);
    // An older build has overwritten an entry that had a size.
    await call('drawAsBefore', 9, 0);
    await call('draw', 9, 1000);
    const kept = await call('kept');
    expect(sum(kept)).toBeLessThanOrEqual(48 * MB);
    expect(drawings(kept)).toEqual([2, 3, 9]);
    expect(await call('undoable', 9)).toBe(2);
    // Counted once after a deletion, and not again.
    await call('draw', 9, 1000);
    expect(await call('readsOfMany', 9, 3)).toBe(0);
    await call('draw', 8, 20 * MB);
    expect(drawings(await call('kept'))).toEqual([2, 3, 8, 9]);
    await call('draw', 7, 7 * MB);
    expect(drawings(await call('kept'))).toEqual([3, 7, 8, 9]);
    await end();
  });

  it('deletes the least recently saved pictures beyond 16 MB', async () => {
    const { call, end } = await fresh();
    for (let n = 0; n < 40; n++) await call('picture', n, 400_000);
    expect(await call('pictured')).toHaveLength(40);
    // Saved again, the first is no longer the oldest.
    await call('picture', 0, 400_000);
    await call('picture', 40, 1_000_000);
    expect(await call('pictured')).toEqual([0, ...Array.from({ length: 36 }, (_, i) => i + 4)]);
    // What was forgotten, and what an older build of the app has saved, is counted again.
    await call('forget', 0);
    await call('pictureAsBefore', 0, 15_000_000);
    await call('picture', 1, 400_000);
    expect(await call('pictured')).not.toContain(0);
    expect((await call('pictured')).length).toBeGreaterThan(30);
    // One that is larger than all together may be is kept alone.
    await call('picture', 5, 17_000_000);
    expect(await call('pictured')).toEqual([5]);
    await end();
  });

  it('is deleted first if the storage is full, except for the open drawing', async () => {
    const { page, call, end } = await fresh();
    const cdp = await page.context().newCDPSession(page);
    // Before any write, because Chromium caches the free space for a while.
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: ORIGIN, quotaSize: 4 * 1024 * 1024 });
    for (const n of [0, 1, 2]) await call('draw', n, 100_000);
    for (const n of [1, 2]) await call('picture', n, 10_000);
    await cdp.send('Storage.overrideQuotaForOrigin', { origin: ORIGIN, quotaSize: 1 });
    // The storage is really full: nothing more can be written.
    await call('draw', 3, 5 * MB);
    expect(drawings(await call('kept'))).toEqual([0, 1, 2]);
    // First what can be made again, then what cannot.
    expect(await call('roomBeside', 1)).toBe(true);
    expect(await call('pictured')).toEqual([1]);
    expect(drawings(await call('kept'))).toEqual([0, 1, 2]);
    expect(await call('roomBeside', 1)).toBe(true);
    expect(drawings(await call('kept'))).toEqual([1]);
    expect(await call('undoable', 1)).toBe(1);
    expect(await call('roomBeside', 1)).toBe(false);
    await end();
  });

  it('leaves no transaction open in a page that is left, and ends what was interrupted when it is shown again', async () => {
    const { call, end } = await fresh();
    expect(await call('leave', 1)).toEqual({
      open: [],
      away: ['camera', 'early', 'stale'],
      back: ['forgotten', 'picture', 'step'],
    });
    expect(await call('undoable', 1)).toBe(1);
    expect(await call('pictured')).toEqual([1]);
    await end();
  });
});
