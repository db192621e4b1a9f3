/**
 * The site under test: one real server for all tests of a process, with a proxy for each test. So each test has
 * an address, and a browser storage, of its own, and can take the site down and bring it back.
 */
import { type BrowserContext, expect, type Page } from 'playwright/test';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { openTestProxy, type TestProxy } from '../../support/test-proxy.ts';
import { controlled } from '../../support/worker.ts';
import { test as base } from '../fixtures.ts';

export interface Site extends TestProxy {
  /** Turns the page's network off and takes the site down. */
  offline(context: BrowserContext): Promise<void>;
  online(context: BrowserContext): Promise<void>;
}

interface PerTest {
  readonly site: Site;
  /** A page on the gallery of `site`, controlled by the worker. */
  readonly app: Page;
}

interface PerProcess {
  readonly shared: AppServer;
}

export const test = base.extend<PerTest, PerProcess>({
  shared: [
    async ({ browserName: _ }, use) => {
      await using server = await startAppServer();
      await use(server);
    },
    // Longer than the server's own time limit, so that its error is reported.
    { scope: 'worker', timeout: 120_000 },
  ],
  site: async ({ shared }, use) => {
    await using site = await openSite(shared);
    await use(site);
  },
  app: async ({ page, site }, use) => {
    await openApp(page, site.url);
    await use(page);
  },
});

export { expect };

/** For tests of animations. Others run with reduced motion (playwright.config.ts). */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' as const } };

/** Opens a proxy of a server. */
export async function openSite(server: Pick<AppServer, 'url'>): Promise<Site> {
  const proxy = await openTestProxy(server.url);
  return {
    ...proxy,
    async offline(context) {
      await context.setOffline(true);
      await proxy.down();
    },
    async online(context) {
      await proxy.up();
      await context.setOffline(false);
    },
  };
}

/**
 * Opens the gallery, and waits until the worker controls this page and everything that the app needs offline is
 * cached.
 */
export async function openApp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`);
  await controlled(page);
}
