/** Fixtures of the end-to-end tests: a server for each test, and pages that forget everything afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type TestInfo } from 'playwright/test';
import { launchProfile } from '../support/browser.ts';
import { type InProcessServer, startInProcessServer } from './support/in-process-server.ts';
import { closePlaces, isKept, wantContexts } from './support/places/places.ts';

/** A browser that can be closed and started again with its storage. */
export interface Profile {
  /** Starts the browser, or starts it again after `close`. */
  open(options?: { offline?: boolean; hasTouch?: boolean }): Promise<BrowserContext>;
  close(): Promise<void>;
}

export interface Fixtures {
  /** Started for this test alone, and ended after it. */
  readonly server: InProcessServer;
  readonly profile: Profile;
  readonly options: undefined;
  readonly leftovers: undefined;
}

export interface PerProcess {
  readonly places: undefined;
}

export const test = base.extend<Fixtures, PerProcess>({
  places: [
    async ({ browserName: _ }, use) => {
      await use(undefined);
      await closePlaces();
    },
    { scope: 'worker', auto: true },
  ],
  // Everything of `test.use` that a context is made with.
  options: [
    async (
      {
        acceptDownloads,
        bypassCSP,
        colorScheme,
        contextOptions,
        contrast,
        deviceScaleFactor,
        extraHTTPHeaders,
        forcedColors,
        geolocation,
        hasTouch,
        isMobile,
        javaScriptEnabled,
        locale,
        offline,
        permissions,
        reducedMotion,
        screen,
        serviceWorkers,
        timezoneId,
        userAgent,
        viewport,
      },
      use,
    ) => {
      const page = {
        colorScheme,
        contrast,
        forcedColors,
        reducedMotion,
        screen,
        viewport,
        deviceScaleFactor,
      };
      const device = { hasTouch, isMobile, locale, timezoneId, userAgent, geolocation, permissions };
      const rest = {
        acceptDownloads,
        bypassCSP,
        contextOptions,
        extraHTTPHeaders,
        javaScriptEnabled,
        offline,
        serviceWorkers,
      };
      wantContexts({ page, device, rest });
      await use(undefined);
    },
    { auto: true },
  ],
  // Playwright reads the wanted fixtures from the parameter. `browserName` is there because it needs one.
  server: async ({ browserName: _ }, use) => {
    await using server = await startInProcessServer();
    await use(server);
  },
  context: async ({ context }, use, info) => {
    takeOne(info, 'context');
    await use(context);
    await photograph([context], info);
  },
  leftovers: [
    async ({ browser }, use, info) => {
      await use(undefined);
      const left = browser.contexts().filter((context) => !isKept(context));
      await photograph(left, info);
      // They would go on working beside the next tests.
      await Promise.all(left.map((context) => context.close()));
    },
    { auto: true },
  ],
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

const taken = new WeakMap<TestInfo, string>();

/** Fails a test whose pages would come from two contexts, so that they would not share their storage. */
export function takeOne(info: TestInfo, kind: 'context' | 'visitor'): void {
  const other = taken.get(info) ?? kind;
  if (other !== kind) throw new Error('A test with `app` or `visitor` has its context by `app.context()`.');
  taken.set(info, kind);
}

/**
 * Adds a picture of each page to the report if the test failed. Playwright's own setting takes one of every page
 * that is closed, also in tests that pass: a tenth of their processor time.
 */
export async function photograph(contexts: readonly BrowserContext[], info: TestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return;
  for (const page of contexts.flatMap((context) => context.pages())) {
    const path = info.outputPath(`page-${info.attachments.length + 1}.png`);
    const taken = await page.screenshot({ path, timeout: 5000 }).catch(() => undefined);
    if (taken) info.attachments.push({ name: 'screenshot', path, contentType: 'image/png' });
  }
}

export { expect };
