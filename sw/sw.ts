/**
 * The service worker: wiring only. It answers what the page asks, network or not, in these layers:
 *
 * 1. Other origins pass through, and so does what only the server has (src/sync/of-server.ts): /mcp, alerts, the past.
 *    There is nothing here that could answer them.
 * 2. /health and everything else under /api is answered here, errors included, by the same application as on the
 *    server (src/api) over IndexedDB (src/store). It never falls through to the network: the server's drawings are
 *    not this device's. The air is asked for with a plain fetch of the worker's own (src/sync), which no worker sees; so
 *    is the server that keeps the drawings, too, once a person has given its token (src/sync/runner/device-sync.ts).
 * 3. Files that other apps share are kept for the page (share.ts).
 * 4. The app's files and addresses are kept on the device (shell.ts). The rest goes to the network.
 *
 * What a browser does to a worker, and what follows from it:
 *
 * - It is stopped at any moment, also in the middle of a request, and Chromium then sends the same request again to
 *   the next one. So nothing is remembered in variables, and every write is safe to receive twice (the contract's
 *   "already applied" and idempotency keys).
 * - It starts cold before the first answer after a pause. So the database opens at once, and the script stays small
 *   (a check holds its size): others have most routes, and sync (later.ts).
 * - On the very first visit, and after a forced reload, pages load without it. So it claims them when it is activated,
 *   and again when a page asks for it; until then the page answers itself (src/app/inline.ts).
 * - A new version may come while someone draws. So it waits until the person agrees: only a first worker, which
 *   replaces nobody, skips the waiting. Pages of the build before keep finding their files until then and after.
 */
import type { Device } from '../src/sync/device.ts';
import { createDevice, TOKEN_VALUE, version } from '../src/sync/device.ts';
import { isOfServer } from '../src/sync/of-server.ts';
import type { DeviceSync } from '../src/sync/runner/device-sync.ts';
import { SHARE_PATH } from '../src/sync/shared-file.ts';
import { SYNC_CHANNEL, SYNC_IS_OFF } from '../src/sync/state/sync-status.ts';
import { readMessage, type WorkerMessage } from '../src/sync/state/worker-messages.ts';
import { loadCreateWrite, loadSeldom, loadSync, loadWholeApi } from './later.ts';
import { createShell, type ShellFile } from './shell.ts';

/** Background Synchronization (WICG), only in Chromium. */
interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

declare const self: Omit<ServiceWorkerGlobalScope, 'registration' | 'serviceWorker'> & {
  readonly __WB_MANIFEST: ShellFile[];
  readonly registration: ServiceWorkerRegistration & SyncRegistration;
  /** Missing in Firefox. */
  readonly serviceWorker?: ServiceWorker;
};

const SYNC_TAG = 'drawings';

const shell = createShell(() => self.__WB_MANIFEST);
let made: Device | undefined;
let syncing: Promise<DeviceSync> | undefined;

// The database opens while the browser still brings the event that it starts this worker for. Only in an active
// worker: one that is being installed must not upgrade the database.
if (self.serviceWorker?.state === 'activated') device().store.open();

function device(): Device {
  made ??= createDevice({
    upgrade: true,
    origin: location.origin,
    file,
    loadWholeApi,
    loadSeldomApi: async () => (await loadSeldom()).seldomApi,
    loadCreateWrite,
    onCommit,
  });
  return made;
}

function sync(): Promise<DeviceSync> {
  const { store, announce } = device();
  syncing ??= loadSync()
    .then((create) =>
      create({
        store,
        announce,
        origin: location.origin,
        tokenValue: TOKEN_VALUE,
        version,
        loadSeldom,
      }),
    )
    .catch((error: unknown) => {
      // The next message tries again.
      syncing = undefined;
      throw error;
    });
  return syncing;
}

/** Number of requests that changed something since the last message to sync. */
let commits = 0;

function onCommit(): void {
  commits += 1;
}

/**
 * Runs sync after a request that saved something. This is part of the request's event, because the browser
 * stops a worker without one.
 */
async function afterRequest(answered: Promise<Response>): Promise<void> {
  await answered;
  if (commits === 0) return;
  commits = 0;
  if (syncing !== undefined || (await isSyncOn().catch(() => false)))
    await laterIfFailed(sync().then((sync) => sync.notifySaved()));
}

/** Asks the browser to wake the worker when the network is back, if the run failed and the browser can. */
async function laterIfFailed(run: Promise<unknown>): Promise<void> {
  try {
    if ((await run) === true) await self.registration.sync?.register(SYNC_TAG);
  } catch {
    // The storage does not answer, or the browser refuses: the pages ask again.
  }
}

/** Runs sync after a wake-up. Rejects if it failed, so that the browser tries again. */
async function whenAwake(): Promise<void> {
  if (await (await sync()).run('online')) throw new Error('offline');
}

/** Text of a file of this build. During development nothing is stored, and the development server answers. */
async function file(path: string): Promise<string> {
  const kept = await shell.text(path);
  if (kept !== undefined) return kept;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} of the app cannot be had: status ${response.status}`);
  return response.text();
}

/**
 * Answers an API request. Async, so that an error fails the request: a listener that throws would let it go
 * to the network.
 */
async function answer(request: Request): Promise<Response> {
  return device().handle(request);
}

async function install(): Promise<void> {
  await Promise.all([loadWholeApi(), loadSync(), loadSeldom()]);
  await shell.install();
}

/**
 * Passes a message on to sync. If it asks for a run and sync is off, only the status is announced, without
 * running sync.
 */
async function hearSync(message: WorkerMessage, port: MessagePort | undefined): Promise<unknown> {
  const isForRuns = message.type === 'SYNC' || message.type === 'SYNC_REST';
  if (syncing !== undefined || !isForRuns || (await isSyncOn())) {
    return (await sync()).onMessage(message, port);
  }
  const channel = new BroadcastChannel(SYNC_CHANNEL);
  channel.postMessage(SYNC_IS_OFF);
  channel.close();
  return false;
}

/**
 * Cached answer of `isSyncOn`. To turn sync on or off, pages message this worker, which then runs sync.
 */
let isOn: Promise<boolean> | undefined;

/** True if the person turned sync on. Cached, because saving a stroke must not wait for the storage twice. */
function isSyncOn(): Promise<boolean> {
  isOn ??= device()
    .store.read((tx) => tx.value(TOKEN_VALUE))
    .then((token = '') => token !== '');
  isOn.catch(() => {
    isOn = undefined;
  });
  return isOn;
}

/** Keeps the files that another app shares, and goes to the page that imports them. */
async function share(request: Request): Promise<Response> {
  return (await loadSeldom()).keepShared(request);
}

function isApi(path: string): boolean {
  return path === '/health' || path === '/api' || path.startsWith('/api/');
}

self.addEventListener('install', (event) => {
  event.waitUntil(install());
  if (self.registration.active === null) event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  // Opens the store here, so that the database is upgraded before the first request is answered.
  const opened = device()
    .store.read((tx) => tx.meta())
    .catch((error: unknown) => console.error('The database could not be opened:', error));
  event.waitUntil(Promise.all([self.clients.claim(), shell.forgetOldBuilds(), opened]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || isOfServer(url.pathname)) return;
  if (isApi(url.pathname)) {
    const answered = answer(request);
    event.respondWith(answered);
    if (request.method !== 'GET') event.waitUntil(afterRequest(answered));
  } else if (request.method === 'POST' && url.pathname === SHARE_PATH) event.respondWith(share(request));
  else if (shell.has(request, url)) event.respondWith(shell.answer(request, url));
});

self.addEventListener('message', (event) => {
  const message = readMessage(event.data);
  if (message?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message?.type === 'GET_VERSION') event.ports[0]?.postMessage(version);
  if (message?.type.startsWith('SYNC')) event.waitUntil(laterIfFailed(hearSync(message, event.ports[0])));
});

self.addEventListener('sync', (event) => {
  if (event instanceof ExtendableEvent) event.waitUntil(whenAwake());
});

self.addEventListener('push', (event) => {
  event.waitUntil(loadSeldom().then(({ showPush }) => showPush(self.registration, event)));
});

self.addEventListener('pushsubscriptionchange', (event) => {
  if (event instanceof ExtendableEvent) {
    const old = Reflect.get(event, 'oldSubscription');
    event.waitUntil(loadSeldom().then(({ renewSubscription }) => renewSubscription(self.registration, old)));
  }
});

self.addEventListener('notificationclick', (event) => {
  event.waitUntil(loadSeldom().then(({ openOutdoors }) => openOutdoors(self.clients, event.notification)));
});
