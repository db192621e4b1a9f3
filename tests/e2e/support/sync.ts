/** Devices of one person and their server: each a browser profile of its own, behind a front of its own. */
import assert from 'node:assert/strict';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import { expect } from 'playwright/test';
import { backup } from '../../../src/app/words/en/sync/backup.ts';
import { server as words } from '../../../src/app/words/en/sync/server.ts';
import type { Drawing, Stroke } from '../../../src/core/drawing/types.ts';
import type { SyncStatus } from '../../../src/sync/state/sync-status.ts';
import { apiOf, readDrawing } from '../../server/program.ts';
import { storedStrokes } from './ink/stored.ts';
import { openApp, openSite, type Site } from './site.ts';
import { acknowledged, drawingId, drawReal, newDrawing } from './studio/studio.ts';

/** What a device and a test need of a server. */
export type Served = Parameters<typeof apiOf>[0];

export interface Device extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly site: Site;
  offline(): Promise<void>;
  online(): Promise<void>;
}

/** A device on its gallery, with nothing on it. */
export async function openDevice(browser: Browser, server: Pick<Served, 'url'>): Promise<Device> {
  const site = await openSite(server);
  const context = await browser.newContext();
  const page = await context.newPage();
  await openApp(page, site.url);
  return {
    page,
    context,
    site,
    offline: () => site.offline(context),
    online: () => site.online(context),
    async [Symbol.asyncDispose]() {
      await context.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** Where the token is given, as a person does it. */
export function tokenField(page: Page) {
  return page.getByLabel(words.token, { exact: true });
}

export async function typeToken(page: Page, token: string): Promise<void> {
  await tokenField(page).fill(token);
  await page.getByRole('button', { name: words.turnOn, exact: true }).click();
}

/** Gives the token in Settings, and waits until all that is there is synced. Leaves the page on its gallery. */
export async function turnOn({ page, site }: Device, token: string): Promise<void> {
  await page.goto(`${site.url}/settings`);
  await typeToken(page, token);
  await expect(page.getByRole('status').getByText(backup.done, { exact: true })).toBeVisible();
  await page.goto(`${site.url}/`);
}

/** A device with the token, on its gallery. */
export async function openSynced(browser: Browser, server: Served): Promise<Device> {
  const device = await openDevice(browser, server);
  await turnOn(device, server.token);
  return device;
}

/** Draws `n` real strokes on a new sheet, waits until they are saved, and leaves it open. */
export async function drawNew({ page }: Device, n: number) {
  await newDrawing(page);
  const drawn = await drawReal(page, n);
  const id = await drawingId(page);
  return { id, drawn, strokes: await acknowledged(page, id) };
}

/** Asks the worker for a run and waits until it has ended, with whatever it leads to; answers how it stands then. */
export function syncNow(page: Page): Promise<SyncStatus> {
  return page.evaluate(
    () =>
      new Promise<SyncStatus>((resolve) => {
        const channel = new BroadcastChannel('sync');
        let began = false;
        channel.onmessage = ({ data }: MessageEvent<SyncStatus>) => {
          began ||= data.running;
          if (!began || data.running || data.more) return;
          channel.close();
          resolve(data);
        };
        navigator.serviceWorker.controller?.postMessage({ type: 'SYNC', why: 'hand' });
      }),
  );
}

/** How it stands, without a run of its own where one was a moment ago. */
export function told(page: Page): Promise<SyncStatus> {
  return page.evaluate(
    () =>
      new Promise<SyncStatus>((resolve) => {
        const channel = new BroadcastChannel('sync');
        channel.onmessage = ({ data }: MessageEvent<SyncStatus>) => {
          channel.close();
          resolve(data);
        };
        navigator.serviceWorker.controller?.postMessage({ type: 'SYNC', why: 'look' });
      }),
  );
}

/** Every device once or more, until none has anything to send: then all have the same. */
export async function settle(...devices: readonly Device[]): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const { page } of devices) {
      await expect
        .poll(async () => {
          const { trouble, waiting } = await syncNow(page);
          return { trouble, waiting: waiting.drawings };
        })
        .toEqual({ trouble: null, waiting: 0 });
    }
  }
}

/** What the server has of a drawing. */
export function onServer(server: Served, id: string): Promise<Drawing> {
  return readDrawing(apiOf(server), id);
}

/** Every device and the server have the same strokes, which are these. */
export async function assertEqualEverywhere(
  server: Served,
  id: string,
  ...devices: readonly Device[]
): Promise<readonly Stroke[]> {
  const { strokes } = await onServer(server, id);
  for (const { page } of devices) assert.deepStrictEqual(await storedStrokes(page, id), strokes);
  return strokes;
}
