/** The page's side of sync: the worker's state, and requests to sync at moments that only a page notices. */
import { effect, signal } from '@preact/signals';
import { settledWithin } from '../../core/settled-within.ts';
import { isSyncStatus } from '../../sync/state/read-status.ts';
import { SYNC_CHANNEL, type SyncStatus } from '../../sync/state/sync-status.ts';
import type { WorkerMessage } from '../../sync/state/worker-messages.ts';
import { activeWorker, startWorker } from '../client/worker-bridge.ts';

/** ms to wait at most for the first state. */
const KNOWN_MS = 2_000;

/** The worker's last state; undefined before the first, and without a worker. */
export const syncState = signal<SyncStatus | undefined>(undefined);

/**
 * Sends a message to the worker.
 * @param replies ports for the worker's reply
 * @returns false if there is no worker
 */
export async function postToWorker(
  message: WorkerMessage,
  replies: readonly MessagePort[] = [],
): Promise<boolean> {
  await startWorker();
  const worker = await activeWorker();
  worker?.postMessage(message, [...replies]);
  return worker !== undefined;
}

/** Resolves when the worker's state is known, after two seconds at most, or at once without a worker. */
export async function syncStateKnown(): Promise<void> {
  if (syncState.value !== undefined || !(await postToWorker({ type: 'SYNC', why: 'look' }))) return;
  const known = new Promise<void>((resolve) => {
    const end = syncState.subscribe((state) => {
      if (state === undefined) return;
      resolve();
      queueMicrotask(() => end());
    });
  });
  await settledWithin(known, KNOWN_MS);
}

type Reason = Extract<WorkerMessage, { type: 'SYNC' }>['why'];

/** Asks the worker to sync. After the reason `look` it may skip that, if the last sync is recent. */
export function requestSync(why: Reason): void {
  void postToWorker({ type: 'SYNC', why });
}

/** Follows the worker's state, and requests sync when that makes sense. Called once. */
export function followSync(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(SYNC_CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (!isSyncStatus(data)) return;
    syncState.value = data;
    // The worker syncs in slices, each as a part of one event. This message starts the next.
    if (data.more) requestSync('more');
  });
  const look = () => {
    if (document.visibilityState === 'visible') requestSync('look');
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', () => requestSync('online'));
  effect(() => {
    if (!syncState.value?.on) return;
    // What does not load is asked for again with the worker's next message.
    import('./while-on.ts').then(
      ({ followWhileOn }) => followWhileOn(look),
      () => {},
    );
  });
  requestSync('look');
}
