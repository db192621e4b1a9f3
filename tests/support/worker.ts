/** Driving the service worker in Chromium. */
import type { CDPSession, Page } from 'playwright';

/** Waits until the worker answers this page's requests. */
export async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Stops every worker at once, as a browser does after a pause or under pressure, and waits until they are stopped. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    const stopped = allStopped(session);
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
  } finally {
    await session.detach();
  }
}

/** Resolves when Chromium has reported every version that runs as stopped. */
function allStopped(session: CDPSession): Promise<void> {
  const status = new Map<string, string>();
  return new Promise((resolve) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      for (const { versionId, runningStatus } of versions) status.set(versionId, runningStatus);
      if (status.size > 0 && [...status.values()].every((state) => state === 'stopped')) resolve();
    });
  });
}

/**
 * Path of the built module that answers in the page itself; it exports `answerInline(request)`. Taken from what the
 * server delivers: its build may be older than dist/ is by now.
 */
export async function inlineModule(serverUrl: string): Promise<string> {
  const worker = await (await fetch(`${serverUrl}/sw.js`)).text();
  const name = /assets\/inline-[\w-]+\.js/.exec(worker)?.[0];
  if (name === undefined) throw new Error('The build has no inline module.');
  return `/${name}`;
}

/** What a test sends. */
export interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A response as a test looks at it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request from the page, as its scripts do. */
export function ask(page: Page, path: string, init: Init = {}): Promise<Answer> {
  return page.evaluate(
    async ([path, init]) => {
      const response = await fetch(path, init);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    [path, init] as const,
  );
}
