/**
 * The site under test: one real server for all tests of a process, with a proxy for each test, which can take the
 * site down and bring it back.
 */
import type { BrowserContext, Page } from 'playwright/test';
import { type AppServer, startAppServer } from '../../support/app-server.ts';
import { controlled } from '../../support/worker.ts';
import { test as base, expect, photograph, takeOne } from '../fixtures.ts';
import { type TakenPlace, takePlace } from './places/places.ts';

export interface Site extends TakenPlace {
  /** Turns the page's network off and takes the site down. */
  offline(context: BrowserContext): Promise<void>;
  online(context: BrowserContext): Promise<void>;
}

interface PerTest {
  readonly site: Site;
  /** An empty page of a browser that has visited `site` before, and has nothing stored there but the app. */
  readonly visitor: Page;
  /** The same on the gallery of `site`, controlled by the worker. */
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
  visitor: async ({ browser, site }, use, info) => {
    takeOne(info, 'visitor');
    const page = await site.visitor(browser);
    await use(page);
    await photograph([page.context()], info);
  },
  app: async ({ visitor, site }, use) => {
    await openApp(visitor, site.url);
    await use(visitor);
  },
});

export { expect };

/** For tests of animations. Others run with reduced motion (playwright.config.ts). */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' as const } };

/** Opens a proxy of a server. */
export async function openSite(server: Pick<AppServer, 'url'>): Promise<Site> {
  const place = await takePlace(server.url);
  return {
    ...place,
    async offline(context) {
      await context.setOffline(true);
      await place.down();
    },
    async online(context) {
      await place.up();
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
