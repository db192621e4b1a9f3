/** What is drawn on one device stands on the others at once: while all is well, and with every kind of trouble. */
import { shared as words } from '../../../src/app/words/en/shared.ts';
import type { Stroke } from '../../../src/core/drawing/types.ts';
import { apiOf, appendStroke, readDrawing } from '../../server/program.ts';
import { startAppServer } from '../../support/app-server.ts';
import { realStrokes } from '../../support/drawing/strokes.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import { acknowledged, drawReal, openDrawing } from '../support/studio/studio.ts';
import { drawNew, openSynced, settle, turnOn } from '../support/sync.ts';
import { workerStops } from '../support/worker-stops.ts';
import { bufferingProxy } from './buffering-proxy.ts';
import {
  arrives,
  arrivesAtOnce,
  countStreams,
  inkStaysUntil,
  isStored,
  picture,
  SOON,
  shareOf,
  streaming,
  streamsOf,
  watching,
} from './devices.ts';

/** Adds a stroke on the server. Again after a 409: a device may send a thumbnail between the two requests. */
async function append(api: ReturnType<typeof apiOf>, id: string, stroke: Stroke, key: string): Promise<void> {
  await expect(async () => {
    const { rev } = await readDrawing(api, id);
    expect((await appendStroke(api, id, rev, stroke, key)).status).toBe(200);
  }).toPass();
}

test.describe('live: two devices and a shared page', () => {
  test('a stroke on one stands on the others, in both directions, and nothing tells of a secret', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id } = await drawNew(phone, 2);
    await watching(phone, id);
    await watching(desk, id);
    const path = await shareOf(server, id);
    const viewer = await browser.newContext();
    const page = await viewer.newPage();
    try {
      const addresses: string[] = [];
      for (const one of [phone.page, desk.page, page]) {
        one.on('request', (request) => void addresses.push(request.url()));
      }
      countStreams(page);
      await page.goto(desk.site.url + path);
      await expect(picture(page, 2)).toBeVisible();
      await streaming(page);
      await arrives(phone, desk, id);
      await expect(picture(page, 3)).toBeVisible(SOON);
      await arrivesAtOnce(desk, phone, id);
      await expect(picture(page, 5)).toBeVisible(SOON);

      for (const url of addresses) expect(url).not.toContain(server.token);
      for (const one of [phone.page, desk.page, page]) {
        expect(await one.content()).not.toContain(server.token);
        const kept = await one.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }));
        expect(kept).not.toContain(server.token);
      }
    } finally {
      await viewer.close();
    }
  });

  test('a picture follows the strokes that were sent before it was made', async ({ browser, server }) => {
    await using phone = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await watching(phone, id);
    const there = async () => readDrawing(apiOf(server), id);
    await drawReal(phone.page, 1);
    await expect.poll(async () => (await there()).strokes.length, SOON).toBe(2);
    const before = (await there()).thumb;
    await expect.poll(async () => (await there()).thumb, SOON).not.toBe(before);
    const { strokes, thumb } = await there();
    expect(strokes).toHaveLength(2);
    expect(thumb).toMatch(/^data:image\/png;base64,/);
  });

  test('the page of a link keeps its view and every stroke while it grows, and says so when the link ends', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    const { id } = await drawNew(phone, 3);
    await watching(phone, id);
    const path = await shareOf(server, id);
    const viewer = await browser.newContext();
    const page = await viewer.newPage();
    try {
      countStreams(page);
      await page.goto(phone.site.url + path);
      await expect(picture(page, 3)).toBeVisible();
      await streaming(page);
      await page.mouse.move(600, 400);
      await page.mouse.wheel(30, 40);
      const kept = page.evaluate(inkStaysUntil, words.picture(5));
      await drawReal(phone.page, 1);
      await expect(picture(page, 4)).toBeVisible(SOON);
      await drawReal(phone.page, 1);
      const { frames, gaps } = await kept;
      expect(frames).toBeGreaterThan(10);
      expect(gaps).toBe(0);

      await apiOf(server)('DELETE', `/drawings/${id}`);
      await expect(page.getByRole('heading', { name: words.hasEnded })).toBeVisible(SOON);

      // The drawing was moved to the trash by mistake. Back again, it is as live as before.
      const streams = streamsOf(page);
      const api = apiOf(server);
      expect((await api('PUT', `/drawings/${id}/restore`)).status).toBe(200);
      await page.getByRole('button', { name: words.retry }).click();
      await expect(picture(page, 5)).toBeVisible();
      await streaming(page, streams + 1);
      await append(api, id, realStrokes(1)[0]!, 'a key');
      await expect(picture(page, 6)).toBeVisible(SOON);
    } finally {
      await viewer.close();
    }
  });

  test('the page of a link shows all of a drawing that grows, until somebody moves the view', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    const { id } = await drawNew(phone, 2);
    await settle(phone);
    const path = await shareOf(server, id);
    const api = apiOf(server);
    const viewer = await browser.newContext();
    const page = await viewer.newPage();
    /** Far away from the others. */
    const add = async (distance: number) => {
      const [stroke] = realStrokes(1);
      const far = { ...stroke!, points: stroke!.points.map(([x, y]) => [x + distance, y] as const) };
      await append(api, id, far, `far ${distance}`);
    };
    const fit = page.getByRole('button', { name: words.fit });
    const painted = async (strokes: number) => {
      await expect(picture(page, strokes)).toBeVisible(SOON);
      const tiles = page.locator('canvas[data-tiles]');
      await expect(tiles).toHaveAttribute('data-settled', 'true');
      return tiles.evaluate((element: HTMLCanvasElement) => element.toDataURL());
    };
    try {
      countStreams(page);
      await page.goto(phone.site.url + path);
      await expect(picture(page, 2)).toBeVisible();
      await streaming(page);
      await add(3_000);
      const fitted = await painted(3);
      await fit.click();
      await expect.poll(async () => (await painted(3)) === fitted).toBe(true);

      await picture(page, 3).focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(async () => (await painted(3)) === fitted).toBe(false);
      const moved = await painted(3);
      await add(9_000);
      const after = await painted(4);
      expect(after === moved).toBe(true);
      await fit.click();
      await expect.poll(async () => (await painted(4)) === after).toBe(false);
      const again = await painted(4);
      await add(20_000);
      await expect.poll(async () => (await painted(5)) === again).toBe(false);
    } finally {
      await viewer.close();
    }
  });

  test('the page of a link says that the server is away, and soon that it is back', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await settle(phone);
    const path = await shareOf(server, id);
    const viewer = await browser.newContext();
    const page = await viewer.newPage();
    try {
      countStreams(page);
      await page.goto(phone.site.url + path);
      await expect(picture(page, 1)).toBeVisible();
      await streaming(page);
      const away = page.getByText(words.kept('just now'));
      await phone.site.down();
      await expect(away).toBeVisible(SOON);
      await phone.site.up();
      await expect(away).toBeHidden(SOON);
    } finally {
      await viewer.close();
    }
  });

  test('also with the workers stopped again and again', async ({ browser, server }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await watching(phone, id);
    await watching(desk, id);
    const stops = await Promise.all([workerStops(phone.page), workerStops(desk.page)]);
    for (let n = 0; n < 4; n++) {
      await stops[n % 2]?.();
      await arrives(phone, desk, id);
    }
  });

  test('also after the stream was cut', async ({ browser, server }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await watching(phone, id);
    await watching(desk, id);
    const before = streamsOf(desk.page);
    await desk.site.down();
    await desk.site.up();
    await streaming(desk.page, before + 1);
    await arrivesAtOnce(phone, desk, id);
  });

  test('also after the server was restarted', async ({ browser }) => {
    test.slow();
    await using server = await startAppServer();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await watching(phone, id);
    await watching(desk, id);
    const before = [phone, desk].map(({ page }) => streamsOf(page));
    expect(await server.stop('SIGTERM')).toBe(0);
    await server.start();
    await streaming(phone.page, (before[0] ?? 0) + 1);
    await streaming(desk.page, (before[1] ?? 0) + 1);
    await arrivesAtOnce(phone, desk, id);
    expect(server.output()).not.toContain('ticket=');
  });

  test('two tabs of a device have one stream; when its tab is closed, the other one takes over', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await watching(phone, id);
    await settle(desk);
    countStreams(desk.page);
    await desk.page.reload();
    await streaming(desk.page);
    const second = await desk.context.newPage();
    countStreams(second);
    await openApp(second, desk.site.url);
    await openDrawing(second, desk.site.url, id);
    const other = { ...desk, page: second };
    // The second tab shows what the first one heard of.
    await arrives(phone, other, id);
    expect([streamsOf(desk.page), streamsOf(second)]).toEqual([1, 0]);
    await desk.page.close();
    await streaming(second);
    await arrivesAtOnce(phone, other, id);
  });

  test('a page that was hidden for a minute lets its stream go, and opens one again when it is looked at', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using desk = await openSynced(browser, server);
    const { id } = await drawNew(phone, 1);
    await watching(phone, id);
    await desk.page.clock.install();
    await watching(desk, id);
    const become = (state: DocumentVisibilityState) =>
      desk.page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, state);
    await become('hidden');
    for (let seconds = 0; seconds < 40; seconds += 20) {
      await desk.page.clock.fastForward(20_000);
      // Who looks something up and comes back keeps the stream. It must not seem to be silent meanwhile.
      await isStored(phone, desk, id);
    }
    expect(streamsOf(desk.page)).toBe(1);
    await desk.page.clock.fastForward(20_000);
    await become('visible');
    await streaming(desk.page, 2);
    await arrives(phone, desk, id);
  });

  test('a proxy that holds streams back is no trouble: sync goes on as without, and says nothing', async ({
    browser,
    server,
  }) => {
    test.slow();
    await using phone = await openSynced(browser, server);
    await using buffering = await bufferingProxy(server.url);
    const context = await browser.newContext();
    try {
      const page = await context.newPage();
      await openApp(page, buffering.url);
      const { id } = await drawNew(phone, 1);
      await settle(phone);
      await turnOn({ ...phone, page, site: { ...phone.site, url: buffering.url } }, server.token);
      await openDrawing(page, buffering.url, id);
      await expect.poll(() => buffering.held(), SOON).toBeGreaterThan(0);
      await drawReal(phone.page, 1);
      await acknowledged(phone.page, id);
      // The page asks by itself within half a minute.
      await expect.poll(async () => (await storedStrokes(page, id)).length, { timeout: 60_000 }).toBe(2);
      await expect(page.getByRole('alert')).toHaveCount(0);
      // It gave up.
      await expect.poll(() => buffering.open(), SOON).toBe(0);
    } finally {
      await context.close();
    }
  });
});
