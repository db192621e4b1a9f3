/**
 * What a page does while sync is on: it asks the worker to sync now and then, and at once when another device has
 * changed something or this one has. Loaded when sync is on.
 */
import { computed, effect } from '@preact/signals';
import { isControlled } from '../client/worker-bridge.ts';
import { lookedAt } from '../platform/looked-at.ts';
import { online } from '../platform/online.ts';
import { followStream } from './live-stream.ts';
import { askOwner, syncedWith } from './owner.ts';
import { requestSync, syncState } from './sync-link.ts';

/** ms without a message from a running sync, after which the page requests it again. */
const SILENCE_MS = 5_000;
/** ms between two syncs while the page is visible. */
const LOOK_MS = 30_000;
/** Least ms between two syncs for commits of this device. A sync commits, too. */
const COMMIT_MS = 200;
/** Web Lock of the page that has the stream. */
const LOCK = 'live';

let isFollowing = false;

/**
 * Begins, the first time that it is called.
 * @param look asks for a sync if the page is visible
 */
export function followWhileOn(look: () => void): void {
  if (isFollowing) return;
  isFollowing = true;
  setInterval(() => syncState.value?.on && look(), LOOK_MS);
  retryAfterBackoff(look);
  resumeAfterSilence();
  followLive();
  // Settings asks anew; a device that was connected by an older version has to ask once.
  if (syncedWith.value === undefined) void askOwner();
}

/** Requests a running sync again when its messages stop: the browser may have stopped the worker. */
function resumeAfterSilence(): void {
  effect(() => {
    if (!syncState.value?.running) return;
    const timer = setInterval(() => requestSync('more'), SILENCE_MS);
    return () => clearInterval(timer);
  });
}

/** Requests sync when the backoff after a failure ends, if that is sooner than the next interval. */
function retryAfterBackoff(look: () => void): void {
  effect(() => {
    const state = syncState.value;
    const wait = (state?.retryAt ?? 0) - Date.now();
    if (!state?.on || wait <= 0 || wait > LOOK_MS) return;
    const timer = setTimeout(look, wait + 50);
    return () => clearTimeout(timer);
  });
}

/** True while a stream is of use. A trouble without a retry is one that only a person can end. */
const wanted = computed(() => {
  const { on = false, paused = false, trouble = null, retryAt = null } = syncState.value ?? {};
  const canSync = on && !paused && (trouble === null || retryAt !== null);
  return canSync && online.value && lookedAt.value;
});

/** Keeps a stream while it is wanted. Of several pages one has it, and the next one when that is closed. */
function followLive(): void {
  effect(() => {
    if (!wanted.value) return;
    const controller = new AbortController();
    const { signal } = controller;
    navigator.locks
      .request(LOCK, { signal }, () => stream(signal))
      // Not wanted any more while it waited for the lock.
      .catch(() => {});
    return () => controller.abort();
  });
}

async function stream(signal: AbortSignal): Promise<void> {
  const channel = new BroadcastChannel('drawings');
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let more = false;
  // What is drawn here goes to the others at once, while they can hear of it.
  function send(): void {
    if (!isOpen) return;
    more = timer !== undefined;
    if (more) return;
    requestSync('online');
    timer = setTimeout(() => {
      timer = undefined;
      if (more) send();
    }, COMMIT_MS);
  }
  channel.addEventListener('message', send);
  try {
    await followStream(
      {
        tickets: '/api/v1/live-tickets',
        onNews: () => requestSync('online'),
        onOpen(next) {
          isOpen = next;
        },
        async fetch(path, init) {
          // Without the worker, the request would go to the server, which knows nobody without a token.
          if (!isControlled()) throw new TypeError('no worker');
          return fetch(path, init);
        },
      },
      signal,
    );
  } finally {
    channel.close();
  }
}
