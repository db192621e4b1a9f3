/** What is drawn on one device stands on the others at once: while all is well, and with every kind of trouble. */
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { shared as words } from '../../../src/app/words/en/shared.ts';
import { apiOf } from '../../server/program.ts';
import { startAppServer } from '../../support/app-server.ts';
import { missingOnScreen } from '../support/ink/ink-on-screen.ts';
import { storedStrokes } from '../support/ink/stored.ts';
import { expect, openApp, test } from '../support/site.ts';
import { acknowledged, drawReal, openDrawing } from '../support/studio/studio.ts';
import { type Device, drawNew, openSynced, type ServerAccess, settle, turnOn } from '../support/sync.ts';
import { workerStops } from '../support/worker-stops.ts';

/** Less than the half minute after which devices ask anyway. */
const SOON = { timeout: 15_000 };

/** How many streams the present document of a page has opened. */
const opened = new WeakMap<Page, number>();

/** Counts the streams that a page opens after its next load. */
function countStreams(page: Page): void {
  page.on('domcontentloaded', () => void opened.set(page, 0));
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/live' && response.ok()) opened.set(page, streamsOf(page) + 1);
  });
}

const streamsOf = (page: Page) => opened.get(page) ?? 0;

/** Resolves once the page has opened so many streams. */
async function streaming(page: Page, times = 1): Promise<void> {
  await expect.poll(() => streamsOf(page), SOON).toBeGreaterThanOrEqual(times);
}

/** A device with the drawing open, and its stream. */
async function watching(device: Device, id: string): Promise<void> {
  await settle(device);
  countStreams(device.page);
  await openDrawing(device.page, device.site.url, id);
  await streaming(device.page);
}

/** Draws on one device, and waits until the other has it by itself. */
async function isStored(from: Device, to: Device, id: string) {
  await drawReal(from.page, 1);
  const strokes = await acknowledged(from.page, id);
  await expect.poll(async () => (await storedStrokes(to.page, id)).length, SOON).toBe(strokes.length);
  return strokes;
}

/** The same, and until the other shows it. */
async function arrives(from: Device, to: Device, id: string): Promise<void> {
  const strokes = await isStored(from, to, id);
  await expect.poll(() => missingOnScreen(to.page, strokes), SOON).toEqual([]);
}

/** The same twice: devices look every half a minute anyway, so only one stroke could come by chance. */
async function arrivesAtOnce(from: Device, to: Device, id: string): Promise<void> {
  await arrives(from, to, id);
  await arrives(from, to, id);
}

async function shareOf(server: ServerAccess, id: string): Promise<string> {
  const response = await apiOf(server)('POST', `/drawings/${id}/shares`, { body: {} });
  return ((await response.json()) as { url: string }).url;
}

const picture = (page: Page, strokes: number) =>
  page.getByRole('img', { name: words.picture(strokes), exact: true });

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
      await expect(page.getByRole('heading', { name: words.gone })).toBeVisible(SOON);
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

/**
 * Watches one place with ink, frame by frame, until the paper has this name and some frames more. Runs in the page.
 * @returns how often there was no ink at that place
 */
function inkStaysUntil(name: string): Promise<{ frames: number; gaps: number }> {
  const paper = document.querySelector('.canvas');
  const layers = [...document.querySelectorAll<HTMLCanvasElement>('.canvas canvas')];
  const inkedAt = (layer: HTMLCanvasElement) => {
    const data = layer.getContext('2d')?.getImageData(0, 0, layer.width, layer.height).data;
    return data?.findIndex((value, i) => i % 4 === 3 && value === 255) ?? -1;
  };
  return new Promise((resolve) => {
    let place: { layer: HTMLCanvasElement; x: number; y: number } | undefined;
    let frames = 0;
    let gaps = 0;
    let left = 30;
    const look = () => {
      if (place === undefined) {
        for (const layer of layers) {
          const at = (inkedAt(layer) - 3) / 4;
          if (at >= 0) place = { layer, x: at % layer.width, y: Math.floor(at / layer.width) };
        }
      } else {
        const alpha = place.layer.getContext('2d')?.getImageData(place.x, place.y, 1, 1).data[3];
        frames += 1;
        if (alpha !== 255) gaps += 1;
      }
      if (paper?.getAttribute('aria-label') === name) left -= 1;
      if (left === 0) resolve({ frames, gaps });
      else requestAnimationFrame(look);
    };
    // The view has moved by then.
    requestAnimationFrame(() => requestAnimationFrame(look));
  });
}

/** A proxy that sends an answer only when it has all of it. */
async function bufferingProxy(origin: string) {
  let held = 0;
  let open = 0;
  const server = createServer((incoming, outgoing) => {
    const isStream = incoming.url?.startsWith('/live?') === true;
    if (isStream) {
      held += 1;
      open += 1;
    }
    const onward = send(new URL(incoming.url ?? '/', origin), {
      method: incoming.method,
      headers: incoming.headers,
    });
    onward.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        outgoing.end(Buffer.concat(chunks));
      });
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => {
      if (isStream) open -= 1;
      onward.destroy();
    });
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    held: () => held,
    open: () => open,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
