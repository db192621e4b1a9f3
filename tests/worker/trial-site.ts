/** For tests of the worker: a browser and the real server, and for each test an address and a storage of its own. */
import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type AppServer, startAppServer } from '../support/app-server.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Front, openFront } from '../support/front.ts';
import { controlled, type Init } from '../support/worker.ts';

interface World {
  readonly server: AppServer;
  readonly front: Front;
  readonly context: BrowserContext;
  page: Page;
}

/** What the test that runs has, once `eachOnItsSite` has made it. */
export let world: World;

/** Makes the world of each test of a file, on a page that is still empty. */
export function eachOnItsSite(startServer: () => Promise<AppServer> = startAppServer): void {
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
    const front = await openFront(server.url);
    const context = await browser.newContext();
    world = { server, front, context, page: await context.newPage() };
  });
  afterEach(async () => {
    await world.context.close();
    await world.front[Symbol.asyncDispose]();
  });
}

/** Opens the app and waits until the worker is in control. */
export async function openApp(): Promise<void> {
  await world.page.goto(`${world.front.url}/`);
  await controlled(world.page);
}

/** From now on nothing but the device answers. */
export async function goOffline(): Promise<void> {
  await world.context.setOffline(true);
  await world.front.down();
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

/** A request that makes a drawing. */
export function create(strokes: readonly unknown[] = []): { path: string; init: Init } {
  const body = JSON.stringify({ title: 'From a test', strokes, thumb: '' });
  const headers = { ...JSON_TYPE, 'If-None-Match': '*' };
  return { path: `/api/v1/drawings/${randomUUID()}`, init: { method: 'PUT', headers, body } };
}
