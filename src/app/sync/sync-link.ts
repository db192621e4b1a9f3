/**
 * The page's side of sync: what the worker tells of it, and reasons to do it, which a worker cannot find by itself.
 */
import { effect, signal } from '@preact/signals';
import { settledWithin } from '../../core/settled-within.ts';
import { isSyncStatus } from '../../sync/state/read-status.ts';
import { SYNC_CHANNEL, type SyncStatus } from '../../sync/state/sync-status.ts';
import type { WorkerMessage } from '../../sync/state/worker-messages.ts';
import { activeWorker, startWorker } from '../client/worker-bridge.ts';

/** ms without news of a run that is under way. */
const SILENCE = 5_000;
/** ms until a page does without knowing. */
const KNOWN = 2_000;
/** ms between two looks at the server while the page is visible. */
const LOOK = 30_000;

/** Undefined until the worker has told; without a worker it never does. */
export const syncState = signal<SyncStatus | undefined>(undefined);

/** Tells the worker; false where there is none. */
export async function tellWorker(
  message: WorkerMessage,
  answers: readonly MessagePort[] = [],
): Promise<boolean> {
  await startWorker();
  const worker = await activeWorker();
  worker?.postMessage(message, [...answers]);
  return worker !== undefined;
}

/** Resolves when the worker has told how it stands, or there is none that could. */
export async function syncKnown(): Promise<void> {
  if (syncState.value !== undefined || !(await tellWorker({ type: 'SYNC', why: 'look' }))) return;
  const known = new Promise<void>((resolve) => {
    const end = syncState.subscribe((state) => {
      if (state === undefined) return;
      resolve();
      queueMicrotask(() => end());
    });
  });
  await settledWithin(known, KNOWN);
}

type Reason = Extract<WorkerMessage, { type: 'SYNC' }>['why'];

export function wantSync(why: Reason): void {
  void tellWorker({ type: 'SYNC', why });
}

/** Follows sync from now on, and gives it reasons to run. Called once. */
export function followSync(): void {
  if (!('BroadcastChannel' in globalThis)) return;
  const channel = new BroadcastChannel(SYNC_CHANNEL);
  channel.addEventListener('message', ({ data }) => {
    if (!isSyncStatus(data)) return;
    syncState.value = data;
    // A slice is over; the next one needs an event of its own.
    if (data.more) wantSync('more');
  });
  const look = () => {
    if (document.visibilityState === 'visible') wantSync('look');
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', () => wantSync('online'));
  setInterval(() => syncState.value?.on && look(), LOOK);
  retryInTime(look);
  noticeSilence();
  wantSync('look');
}

/** A worker that was stopped in the middle tells nobody: who hears nothing of a run any more begins it again. */
function noticeSilence(): void {
  effect(() => {
    if (!syncState.value?.running) return;
    const timer = setInterval(() => wantSync('more'), SILENCE);
    return () => clearInterval(timer);
  });
}

/** A pause after a failure may be over sooner than the next look. */
function retryInTime(look: () => void): void {
  effect(() => {
    const state = syncState.value;
    const wait = (state?.retryAt ?? 0) - Date.now();
    if (!state?.on || wait <= 0 || wait > LOOK) return;
    const timer = setTimeout(look, wait + 50);
    return () => clearTimeout(timer);
  });
}
