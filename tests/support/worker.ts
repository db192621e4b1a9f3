/** Controls the service worker in Chromium. */
import type { CDPSession, Page } from 'playwright';

/** Waits until the worker answers this page's requests. */
export async function controlled(page: Page): Promise<void> {
  // By events: checking in every frame would keep the page drawing while the worker installs.
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

/**
 * Stops every worker at once, as a browser does when idle or under memory pressure, and waits until they are
 * stopped.
 */
export async function stopWorkers(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  try {
    await stopWorkersOf(session);
  } finally {
    await session.detach();
  }
}

/** The same, for those that a page of this session could have. */
export async function stopWorkersOf(session: CDPSession): Promise<void> {
  const workers = await watchWorkers(session);
  const stopped = workers.next(areStopped);
  await session.send('ServiceWorker.stopAllWorkers');
  // The next request may start a worker again at once.
  if (!areStopped(workers.states())) await stopped;
}

function areStopped(states: readonly string[]): boolean {
  return states.every((state) => state === 'stopped');
}

interface Workers {
  /** The last known state of every version: `starting`, `running`, `stopping` or `stopped`. */
  states(): readonly string[];
  /** Resolves when the states satisfy `is`. */
  next(is: (states: readonly string[]) => boolean): Promise<void>;
}

/**
 * Resolves once Chromium reports every change of a worker to this session. That is later than its response to
 * `enable`: it reads the registrations first, and never reports what happens before that.
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
 * Path of the built module that answers in the page itself; it exports `answerInline(request)`. Read from the
 * server's files, because its build may be older than the current dist/.
 */
export async function inlineModule(serverUrl: string): Promise<string> {
  const worker = await (await fetch(`${serverUrl}/sw.js`)).text();
  const name = /assets\/inline-[\w-]+\.js/.exec(worker)?.[0];
  if (name === undefined) throw new Error('The build has no inline module.');
  return `/${name}`;
}

/** A request of a test. */
export interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The response, as a test checks it. */
export interface PlainResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Sends a request from the page, as the page's scripts do. */
export function ask(page: Page, path: string, init: Init = {}): Promise<PlainResponse> {
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
