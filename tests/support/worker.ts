/** Driving the service worker in Chromium. */
import type { CDPSession, Page } from 'playwright';

/** Waits until the worker answers this page's requests. */
export async function controlled(page: Page): Promise<void> {
  // By its events: to look in every frame would keep the page drawing while it installs.
  await page.waitForFunction(
    () =>
      new Promise<true>((resolve) => {
        const look = () => {
          const { controller } = navigator.serviceWorker;
          if (controller?.state === 'activated') resolve(true);
          else controller?.addEventListener('statechange', look, { once: true });
        };
        navigator.serviceWorker.addEventListener('controllerchange', look);
        look();
      }),
  );
}

/** Stops every worker at once, as a browser does after a pause or under pressure, and waits until they are stopped. */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    const workers = await watchWorkers(session);
    const stopped = workers.next(areStopped);
    await session.send('ServiceWorker.stopAllWorkers');
    // The next request may start one again at once.
    if (!areStopped(workers.states())) await stopped;
  } finally {
    await session.detach();
  }
}

function areStopped(states: readonly string[]): boolean {
  return states.every((state) => state === 'stopped');
}

interface Workers {
  /** Of every version, as it was told last: `starting`, `running`, `stopping` or `stopped`. */
  states(): readonly string[];
  /** Resolves when a change makes it so. */
  next(is: (states: readonly string[]) => boolean): Promise<void>;
}

/**
 * Resolves once Chromium tells this session of every change of a worker. That is later than its answer to `enable`: it
 * reads the registrations first, and what happens before that is never told.
 */
export async function watchWorkers(session: CDPSession): Promise<Workers> {
  const status = new Map<string, string>();
  const told = Promise.withResolvers<void>();
  const listeners = new Set<() => void>();
  session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
    for (const { versionId, runningStatus } of versions) status.set(versionId, runningStatus);
    if (status.size > 0) told.resolve();
    for (const listener of listeners) listener();
  });
  const states = () => [...status.values()];
  await session.send('ServiceWorker.enable');
  await told.promise;
  return {
    states,
    next(is) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const listener = () => {
        if (is(states())) resolve();
      };
      listeners.add(listener);
      return promise.finally(() => listeners.delete(listener));
    },
  };
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
