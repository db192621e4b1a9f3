/** The page's side of the worker: to be answered by it soon, and to move to a new version only when asked to. */
import { signal } from '@preact/signals';
import { Workbox } from 'workbox-window';
import { settledWithin } from '../../core/settled-within.ts';
import type { WorkerMessage } from '../../sync/state/worker-messages.ts';

/** How long the first request waits for the worker before the page answers itself. */
const CONTROL_MS = 3000;
/**
 * How long the new worker may take to take this page over. Chromium at times starts the old one anew while it ends, and
 * then waits half a minute for it; once no page is left, as in a reload, it does not wait.
 */
const TAKEOVER_MS = 2000;
const UPDATE_CHECK_MS = 60 * 60 * 1000;

/** A new version is ready, and waits to be asked for with `applyUpdate`. */
export const updateReady = signal(false);

/**
 * `?transport=inline` leaves the worker out for this page load: both ways must be testable in every browser, and the
 * answers are the same. Read once, since the app changes the address as it goes.
 */
const leaveOut = new URLSearchParams(globalThis.location?.search).get('transport') === 'inline';

let workbox: Workbox | undefined;
let started: Promise<void> | undefined;
const holds = new Set<() => boolean>();

/** Does a worker answer this page's requests now? False on an address that is not secure: browsers have none there. */
export function isControlled(): boolean {
  return !leaveOut && container()?.controller != null;
}

/** The worker that takes messages; undefined where there is none, and where the page answers itself. */
export async function activeWorker(): Promise<ServiceWorker | undefined> {
  const workers = container();
  if (leaveOut || workers === undefined) return undefined;
  return workers.controller ?? (await workers.getRegistration('/'))?.active ?? undefined;
}

/**
 * Registers the worker and waits for it to take this page over, at most three seconds. Asked again it gives the same
 * promise. Never rejects: without a worker the page answers itself.
 */
export function startWorker(): Promise<void> {
  started ??= start();
  return started;
}

/**
 * Keeps updates away while something would be lost by a reload.
 * @param isBusy asked when the person wants the update: is a stroke unfinished or unsaved?
 * @returns ends the hold
 */
export function holdUpdates(isBusy: () => boolean): () => void {
  holds.add(isBusy);
  return () => holds.delete(isBusy);
}

/**
 * Moves to the new version and reloads this page, on the person's consent. Other pages go on undisturbed.
 * @returns false when something unsaved forbids it now
 */
export function applyUpdate(): boolean {
  if (isHeld()) return false;
  void reloadIntoUpdate();
  return true;
}

async function start(): Promise<void> {
  const workers = container();
  if (leaveOut || workers === undefined) return;
  const hadController = workers.controller !== null;
  const registered = register(workers, hadController);
  // One that is in control already answers at once; registering then only looks for a new version.
  if (!hadController) await settledWithin(registered.then(waitForControl), CONTROL_MS);
}

async function register(workers: ServiceWorkerContainer, hadController: boolean): Promise<void> {
  const url = import.meta.env.DEV ? '/dev-sw.js?dev-sw' : '/sw.js';
  workbox = new Workbox(url, {
    scope: '/',
    type: import.meta.env.DEV ? 'module' : 'classic',
    updateViaCache: 'none',
  });
  workbox.addEventListener('waiting', offerUpdate);
  if (hadController) workers.addEventListener('controllerchange', offerUpdate);
  try {
    const registration = await workbox.register({ immediate: true });
    if (registration !== undefined) checkForUpdates(registration);
  } catch (error) {
    console.warn('No service worker here; the page answers itself.', error);
  }
}

/** After a forced reload the worker is active without being in control: it takes the page over when asked. */
async function waitForControl(): Promise<void> {
  const workers = container();
  if (workers === undefined || workers.controller !== null) return;
  const controlled = nextController(workers);
  const registration = await workers.getRegistration('/');
  const claim: WorkerMessage = { type: 'CLAIM' };
  registration?.active?.postMessage(claim);
  await controlled;
}

/** A page left open for days learns of new versions when it is looked at again. */
function checkForUpdates(registration: ServiceWorkerRegistration): void {
  let checked = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checked < UPDATE_CHECK_MS) return;
    checked = Date.now();
    registration.update().catch(() => {
      // Without a network there is nothing new to be had.
    });
  });
}

function offerUpdate(): void {
  updateReady.value = true;
}

async function reloadIntoUpdate(): Promise<void> {
  const workers = container();
  const registration = await workers?.getRegistration('/');
  if (workers && registration?.waiting) {
    const controlled = nextController(workers);
    // The new one waits until the old one has nothing to do.
    const rest: WorkerMessage = { type: 'SYNC_REST' };
    workers.controller?.postMessage(rest);
    workbox?.messageSkipWaiting();
    await settledWithin(controlled, TAKEOVER_MS);
  }
  // Someone may have begun to draw meanwhile; the update is still offered then.
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
