/** Fixtures of the end-to-end tests: a server for each test, and a page that forgets everything afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from 'playwright/test';
import { launchProfile } from '../support/browser.ts';
import { controlled } from '../support/worker.ts';
import { type InProcessServer, startInProcessServer } from './support/in-process-server.ts';

/** A browser that can be closed and started again with its storage. */
export interface Profile {
  /** Starts the browser, or starts it again after `close`. */
  open(options?: { offline?: boolean; hasTouch?: boolean }): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface Fixtures {
  /** Started for this test alone, and ended after it. */
  readonly server: InProcessServer;
  /** A page on the gallery, controlled by the worker. */
  readonly app: Page;
  readonly profile: Profile;
}

export const test = base.extend<Fixtures>({
  // Playwright reads the wanted fixtures from the parameter. `browserName` is there because it needs one.
  server: async ({ browserName: _ }, use) => {
    await using server = await startInProcessServer();
    await use(server);
  },
  app: async ({ page, server }, use) => {
    await page.goto(`${server.url}/`);
    await controlled(page);
    await use(page);
  },
  profile: async ({ browserName }, use) => {
    const dir = mkdtempSync(join(tmpdir(), `pleinair-${browserName}-`));
    let context: BrowserContext | undefined;
    const close = async () => {
      await context?.close();
      context = undefined;
    };
    await use({
      async open(options = {}) {
        await close();
        context = await launchProfile(dir, { viewport: { width: 1280, height: 800 }, ...options });
        return context;
      },
      close,
    });
    await close();
    rmSync(dir, { recursive: true, force: true });
  },
});

export { expect };
