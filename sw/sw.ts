/**
 * The service worker: wiring only. It answers what the page asks, network or not, in these layers:
 *
 * 1. Other origins and /mcp pass through: there is nothing here that could answer them.
 * 2. /health and everything under /api is answered here, errors included, by the same application as on the
 *    server (src/api) over IndexedDB (src/store). It never falls through to the network: the server's drawings are
 *    not this device's. The air is asked for with a plain fetch of the worker's own (src/sync), which no worker sees.
 * 3. The app's files and addresses are kept on the device (shell.ts). The rest goes to the network.
 *
 * What a browser does to a worker, and what follows from it:
 *
 * - It is stopped at any moment, also in the middle of a request, and Chromium then sends the same request again to
 *   the next one. So nothing is remembered in variables, and every write is safe to receive twice (the contract's
 *   "already applied" and idempotency keys).
 * - It starts cold before the first answer after a pause. So the application is made at the first request that
 *   needs it, and the script stays small (a check holds its size).
 * - On the very first visit, and after a forced reload, pages load without it. So it claims them when it is activated,
 *   and again when a page asks for it; until then the page answers itself (src/app/inline.ts).
 * - A new version may come while someone draws. So it waits until the person agrees: only a first worker, which
 *   replaces nobody, skips the waiting. Pages of the build before keep finding their files until then and after.
 */
import type { Device } from '../src/sync/device.ts';
import { createDevice, version } from '../src/sync/device.ts';
import { readMessage } from '../src/sync/worker-messages.ts';
import { createShell, type ShellFile } from './shell.ts';

declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: ShellFile[] };

const shell = createShell(self.__WB_MANIFEST);
let made: Device | undefined;

function device(): Device {
  made ??= createDevice({ upgrade: true, origin: location.origin, file });
  return made;
}

/** As it was built; while developing nothing is kept, and the development server answers. */
async function file(path: string): Promise<string> {
  const kept = await shell.text(path);
  if (kept !== undefined) return kept;
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} of the app cannot be had: status ${response.status}`);
  return response.text();
}

/** Async, so that whatever fails in here fails the request: a listener that throws lets it go to the network. */
async function answer(request: Request): Promise<Response> {
  return device().handle(request);
}

function isApi(path: string): boolean {
  return path === '/health' || path === '/api' || path.startsWith('/api/');
}

function isMcp(path: string): boolean {
  return path === '/mcp' || path.startsWith('/mcp/');
}

self.addEventListener('install', (event) => {
  event.waitUntil(shell.install());
  if (self.registration.active === null) event.waitUntil(self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  // Opening the store here brings the database to this version before the first request is answered.
  const opened = device()
    .store.read((tx) => tx.meta())
    .catch((error: unknown) => console.error('The database could not be opened:', error));
  event.waitUntil(Promise.all([self.clients.claim(), shell.forgetOldBuilds(), opened]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || isMcp(url.pathname)) return;
  if (isApi(url.pathname)) event.respondWith(answer(request));
  else if (shell.has(request, url)) event.respondWith(shell.answer(request, url));
});

self.addEventListener('message', (event) => {
  const message = readMessage(event.data);
  if (message?.type === 'CLAIM') event.waitUntil(self.clients.claim());
  if (message?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
  if (message?.type === 'GET_VERSION') event.ports[0]?.postMessage(version);
});
