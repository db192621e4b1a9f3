/**
 * Sync in the worker: the runner for this device's store and this origin's server, and its replies to pages.
 */
import type { Ports, Store } from '../../api/ports.ts';
import { randomId } from '../../api/random-id.ts';
import type { PhotoRun, SendInit } from '../drawings/ports.ts';
import { createSync } from '../drawings/sync.ts';
import { SYNC_CHANNEL, type SyncStatus } from '../state/sync-status.ts';
import type { TokenReply, WorkerMessage } from '../state/worker-messages.ts';
import type { PairingAnswer, readPairing } from './pairing.ts';
import { createRunner, PHOTOS_VALUE, type Runner } from './runner.ts';
import type { checkServer } from './server-check.ts';

/** Time limit in ms for the start of a response. Even a slow network sends four megabytes in less. */
const REPLY_TIMEOUT = 60_000;
/** Time limit in ms for the whole response, however large. */
const WHOLE = 180_000;

const ACCEPTED: TokenReply = { trouble: null, wait: 0 };

export interface DeviceSync extends Pick<Runner, 'run' | 'notifySaved'> {
  /** Handles the message of a page; resolves when it is done. */
  onMessage(message: WorkerMessage, port: MessagePort | undefined): Promise<unknown>;
}

export interface DeviceSyncOptions {
  readonly store: Store;
  readonly announce: Ports['announce'];
  readonly origin: string;
  /** Name of the stored value of the token. */
  readonly tokenValue: string;
  readonly version: string;
  /** Loads what most runs never need. */
  readonly loadSeldom: () => Promise<SeldomSync>;
}

/** What is needed to turn sync on, and by those who let photos be synced. */
export interface SeldomSync {
  readonly checkServer: typeof checkServer;
  readonly readPairing: typeof readPairing;
  readonly syncPhotos: (run: PhotoRun) => Promise<void>;
}

export function createDeviceSync(options: DeviceSyncOptions): DeviceSync {
  const { store, announce, origin, tokenValue, version, loadSeldom } = options;
  const channel = new BroadcastChannel(SYNC_CHANNEL);
  let token = '';
  const engine = createSync({
    store,
    announce,
    send: (path, init, signal) => send(new URL(path, origin), withToken(init, token), signal),
    now: Date.now,
    newId: randomId,
    async photos(run) {
      if ((await store.read((tx) => tx.value(PHOTOS_VALUE))) !== 'on') return;
      const { syncPhotos } = await loadSeldom();
      await syncPhotos(run);
    },
    onProgress: (progress) => runner.reportProgress(progress),
  });
  const runner = createRunner({
    store,
    tokenValue,
    sync: (given) => {
      token = given;
      return engine;
    },
    async check(given) {
      const { checkServer } = await loadSeldom();
      return checkServer(
        (path, headers) =>
          send(new URL(path, origin), { method: 'GET', headers }, new AbortController().signal),
        given,
      );
    },
    publish: (state: SyncStatus) => channel.postMessage(state),
    withLock,
    version,
    now: Date.now,
    random: Math.random,
    timer(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  });

  async function take(
    given: PairingAnswer,
    port: MessagePort | undefined,
    signal?: AbortSignal,
  ): Promise<void> {
    const { token } = given;
    const refused = typeof token === 'string' ? await runner.setToken(token, signal) : given;
    port?.postMessage(refused ?? ACCEPTED);
    if (refused === undefined) await runner.run('hand');
  }

  return {
    run: runner.run,
    notifySaved: runner.notifySaved,
    async onMessage(message, port) {
      switch (message.type) {
        case 'SYNC':
          return runner.run(message.why);
        case 'SYNC_TOKEN':
          return take(message, port);
        case 'SYNC_CODE': {
          const init: SendInit = {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(message.pairing),
          };
          const connecting = new AbortController();
          // Whatever the page sends on the port gives it up.
          if (port) port.onmessage = () => connecting.abort();
          const { signal } = connecting;
          const { readPairing } = await loadSeldom();
          const sent = send(new URL('/api/v1/pairings', origin), init, signal);
          return take(await readPairing(sent), port, signal);
        }
        case 'SYNC_OFF':
          return runner.turnOff();
        case 'SYNC_PAUSE':
          await runner.pause(message.paused);
          return message.paused ? false : runner.run('hand');
        case 'SYNC_PHOTOS':
          await runner.setPhotos(message.on);
          return message.on && runner.run('hand');
        case 'SYNC_REST':
          return runner.rest();
        case 'SYNC_SEEN':
          return runner.dismiss(message.id);
      }
    },
  };
}

function withToken(init: SendInit, token: string): SendInit {
  return { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } };
}

/**
 * Sends a request to the server. Requests of the worker itself do not pass through a worker, and this one
 * skips the HTTP cache.
 */
async function send(url: URL, init: SendInit, signal: AbortSignal): Promise<Response> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  const late = setTimeout(abort, REPLY_TIMEOUT);
  setTimeout(abort, WHOLE);
  try {
    const { bytes, body = null, ...rest } = init;
    const { signal } = controller;
    return await fetch(url, { ...rest, body: bytes ?? body, signal, cache: 'no-store', redirect: 'error' });
  } finally {
    clearTimeout(late);
  }
}

/** Allows one run at a time on this device. Browsers without locks still have only one worker at a time. */
async function withLock<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (navigator.locks === undefined) return work();
  return navigator.locks.request('sync', { ifAvailable: true }, async (lock) =>
    lock === null ? undefined : work(),
  );
}
