/**
 * The site under test: one real server for all tests of a process, and before it a front of each test's own. So a
 * test has an address, and a browser storage, that nobody else uses, and can take the site away and bring it back.
 */
import { type BrowserContext, expect, type Page } from 'playwright/test';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { openTestProxy, type TestProxy } from '../../support/test-proxy.ts';
import { controlled } from '../../support/worker.ts';
import { test as base } from '../fixtures.ts';

export interface Site extends TestProxy {
  /** The page's network is off and the site is gone. */
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
    // Longer than the server itself is given, so that what is wrong is said.
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

/** For tests of what moves: the others have it reduced (playwright.config.ts). */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' as const } };

/** A front of a server, whichever that is. */
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

/** Opens the gallery, and waits until the worker answers this page and all that the app needs offline is there. */
export async function openApp(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/`);
  await controlled(page);
}
