/**
 * For tests of the worker: a browser and the real server, with an address and a storage of its own for each
 * test.
 */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { openTestProxy, type TestProxy } from '../support/test-proxy.ts';
import { controlled, type Init } from '../support/worker.ts';

interface World {
  readonly server: AppServer;
  readonly proxy: TestProxy;
  readonly context: BrowserContext;
  page: Page;
}

/** What the running test uses; `useFreshSite` makes it. */
export let world: World;

/** Makes the world of each test in a file, with a page that is still empty. */
export function useFreshSite(startServer: () => Promise<AppServer> = startAppServer): void {
  let server: AppServer;
  let browser: Browser;
  beforeAll(async () => {
    server = await startServer();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    const proxy = await openTestProxy(server.url);
    const context = await browser.newContext();
    world = { server, proxy, context, page: await context.newPage() };
  });
  afterEach(async () => {
    await world.context.close();
    await world.proxy[Symbol.asyncDispose]();
  });
}

/** Opens the app and waits until the worker controls it. */
export async function openApp(): Promise<void> {
  await world.page.goto(`${world.proxy.url}/`);
  await controlled(world.page);
}

/** Takes the server away: from now on only the device answers. */
export async function goOffline(): Promise<void> {
  await world.context.setOffline(true);
  await world.proxy.down();
}

/** Counts how often the page is loaded from now on. */
export function countLoads(): () => number {
  let loads = 0;
  world.page.on('load', () => {
    loads += 1;
  });
  return () => loads;
}

export const JSON_TYPE = { 'Content-Type': 'application/json' };

export const STROKE = {
  tool: 'pen',
  color: '#123456',
  size: 3,
  points: [
    [0, 0.1],
    [1.5, 2],
  ],
};

/** A request that creates a drawing. */
export function create(strokes: readonly unknown[] = []): { path: string; init: Init } {
  const body = JSON.stringify({ title: 'From a test', strokes, thumb: '' });
  const headers = { ...JSON_TYPE, 'If-None-Match': '*' };
  return { path: `/api/v1/drawings/${randomUUID()}`, init: { method: 'PUT', headers, body } };
}
