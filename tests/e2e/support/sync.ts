/** Devices of one person and their server: each with its own browser profile, behind its own proxy. */
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

/** The server as a device and a test use it. */
export type ServerAccess = Parameters<typeof apiOf>[0];

export interface Device extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly site: Site;
  offline(): Promise<void>;
  online(): Promise<void>;
}

/** A device on its gallery, without any drawing. */
export async function openDevice(browser: Browser, server: Pick<ServerAccess, 'url'>): Promise<Device> {
  const site = await openSite(server);
  const page = await site.visitor(browser);
  const context = page.context();
  await openApp(page, site.url);
  return {
    page,
    context,
    site,
    offline: () => site.offline(context),
    online: () => site.online(context),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** The field for the token. */
export function tokenField(page: Page) {
  return page.getByLabel(words.token, { exact: true });
}

export async function typeToken(page: Page, token: string): Promise<void> {
  await tokenField(page).fill(token);
  await page.getByRole('button', { name: words.turnOn, exact: true }).click();
}

/** Enters the token in Settings, and waits until everything is synced. Leaves the page on its gallery. */
export async function turnOn({ page, site }: Device, token: string): Promise<void> {
  await page.goto(`${site.url}/settings`);
  await typeToken(page, token);
  await expect(page.getByRole('status').getByText(backup.done, { exact: true })).toBeVisible();
  await page.goto(`${site.url}/`);
}

/** A device with the token, on its gallery. */
export async function openSynced(browser: Browser, server: ServerAccess): Promise<Device> {
  const device = await openDevice(browser, server);
  await turnOn(device, server.token);
  return device;
}

/** Makes a new drawing with `n` real strokes, waits until they are saved, and leaves it open. */
export async function drawNew({ page }: Device, n: number) {
  await newDrawing(page);
  const drawn = await drawReal(page, n);
  const id = await drawingId(page);
  return { id, drawn, strokes: await acknowledged(page, id) };
}

/**
 * Asks the worker to sync, and waits until that has ended with everything it leads to. Returns the sync status.
 */
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

/** The sync status, without another run if one has just ended. */
export function syncStatus(page: Page): Promise<SyncStatus> {
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

/** Syncs every device, repeatedly, until none has anything to push: then all have the same. */
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

/** The server's copy of a drawing. */
export function onServer(server: ServerAccess, id: string): Promise<Drawing> {
  return readDrawing(apiOf(server), id);
}

/** Expects every device and the server to have exactly these strokes. */
export async function assertEqualEverywhere(
  server: ServerAccess,
  id: string,
  ...devices: readonly Device[]
): Promise<readonly Stroke[]> {
  const { strokes } = await onServer(server, id);
  for (const { page } of devices) assert.deepStrictEqual(await storedStrokes(page, id), strokes);
  return strokes;
}
