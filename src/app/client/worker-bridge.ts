/** The page's side of the worker: registration, control of the page, and updates with consent. */
import { signal } from '@preact/signals';
import type { Workbox } from 'workbox-window';
import { settledWithin } from '../../core/settled-within.ts';
import type { WorkerMessage } from '../../sync/state/worker-messages.ts';

/** ms that the first request waits for the worker before the page answers itself. */
const CONTROL_MS = 3000;
/**
 * ms to wait until the new worker controls this page. If a request comes while the old one ends, Chromium starts that again
 * and then looks once a second whether it is idle, sometimes for half a minute. A reload ends this, since no page is left; but
 * in the moment of such a look it waits as long itself. So it comes half a second after one.
 */
const TAKEOVER_MS = 2500;
/** ms between two checks for a new version. */
const UPDATE_CHECK_MS = 60 * 60 * 1000;

/** True if a new version waits for `applyUpdate`. */
export const updateReady = signal(false);

/**
 * True for the address `?transport=inline`: this page load does not use the worker, so that tests reach both
 * ways in every browser. Read once, because the router changes the address.
 */
const isWorkerUnused = new URLSearchParams(globalThis.location?.search).get('transport') === 'inline';

let workbox: Workbox | undefined;
let started: Promise<void> | undefined;
const holds = new Set<() => boolean>();

/**
 * True if a worker controls this page now. Never on an address that is not secure, where browsers allow no
 * worker.
 */
export function isControlled(): boolean {
  return !isWorkerUnused && container()?.controller != null;
}

/** The worker to send messages to; undefined if there is none or the page does not use it. */
export async function activeWorker(): Promise<ServiceWorker | undefined> {
  const workers = container();
  if (isWorkerUnused || workers === undefined) return undefined;
  return workers.controller ?? (await workers.getRegistration('/'))?.active ?? undefined;
}

/**
 * Registers the worker and waits until it controls this page, at most three seconds. Later calls return the
 * same promise. Never rejects: without a worker the page answers itself.
 */
export function startWorker(): Promise<void> {
  started ??= start();
  return started;
}

/**
 * Prevents updates while a reload would lose something.
 * @param isBusy true while a stroke is unfinished or unsaved; called when a person asks for the update
 * @returns a function that ends the hold
 */
export function holdUpdates(isBusy: () => boolean): () => void {
  holds.add(isBusy);
  return () => holds.delete(isBusy);
}

/**
 * Activates the new version and reloads this page. Called with the person's consent. Other pages are not
 * reloaded.
 * @returns false if a hold prevents the update now
 */
export function applyUpdate(): boolean {
  if (isHeld()) return false;
  void reloadIntoUpdate();
  return true;
}

async function start(): Promise<void> {
  const workers = container();
  if (isWorkerUnused || workers === undefined) return;
  const hadController = workers.controller !== null;
  const registered = register(workers, hadController);
  // A worker that already controls the page answers at once. Registration then only checks for a new version.
  if (!hadController) await settledWithin(registered.then(waitForControl), CONTROL_MS);
}

async function register(workers: ServiceWorkerContainer, hadController: boolean): Promise<void> {
  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js';
  if (hadController) workers.addEventListener('controllerchange', () => offerController(workers));
  try {
    // Loaded beside the app: nothing that a person sees first needs it.
    const { Workbox } = await import('workbox-window');
    workbox = new Workbox(url, {
      scope: '/',
      type: import.meta.env.DEV ? 'module' : 'classic',
      updateViaCache: 'none',
    });
    workbox.addEventListener('waiting', () => void offerWaiting(workers));
    const registration = await workbox.register({ immediate: true });
    if (registration !== undefined) checkForUpdates(registration);
  } catch (error) {
    console.warn('No service worker here; the page answers itself.', error);
  }
}

/**
 * Waits until the worker controls the page. After a forced reload it is active without control, and must be
 * asked.
 */
async function waitForControl(): Promise<void> {
  const workers = container();
  if (workers === undefined || workers.controller !== null) return;
  const controlled = nextController(workers);
  const registration = await workers.getRegistration('/');
  const claim: WorkerMessage = { type: 'CLAIM' };
  registration?.active?.postMessage(claim);
  await controlled;
}

/** Checks for a new version when a page that was open for long becomes visible. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < UPDATE_CHECK_MS) return;
    checked = Date.now();
    registration.update().catch(() => {
      // Offline: the next check may succeed.
    });
  });
}

/** Offers a version that waits beside an active one. The very first worker waits too, for a moment, beside none. */
async function offerWaiting(workers: ServiceWorkerContainer): Promise<void> {
  const registration = await workers.getRegistration('/');
  if (registration?.waiting && registration.active) updateReady.value = true;
}

/** Offers the version that another page has activated. Without a controller the browser took the worker away. */
function offerController({ controller }: ServiceWorkerContainer): void {
  if (controller !== null) updateReady.value = true;
}

async function reloadIntoUpdate(): Promise<void> {
  const workers = container();
  const registration = await workers?.getRegistration('/');
  if (workers && registration?.waiting) {
    const controlled = nextController(workers);
    // The new worker waits until the old one is idle, so sync must stop.
    const rest: WorkerMessage = { type: 'SYNC_REST' };
    workers.controller?.postMessage(rest);
    workbox?.messageSkipWaiting();
    await settledWithin(controlled, TAKEOVER_MS);
  }
  // A stroke may have begun meanwhile. The update then stays on offer.
  if (!isHeld()) location.reload();
}

function isHeld(): boolean {
  return [...holds].some((isBusy) => isBusy());
}

function nextController(workers: ServiceWorkerContainer): Promise<void> {
  return new Promise((resolve) => {
    workers.addEventListener('controllerchange', () => resolve(), { once: true });
  });
}

function container(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}
