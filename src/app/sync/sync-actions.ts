/** Actions of a person on sync, as messages to the worker. The page does not store the token. */
import { TROUBLES, type Trouble } from '../../sync/state/sync-status.ts';
import type { WorkerMessage } from '../../sync/state/worker-messages.ts';
import { postToWorker } from './sync-link.ts';

/** ms that the worker may take to check a token with the server. */
const TIMEOUT = 75_000;

/** Why a token was refused. `no_worker`: there is no worker, or it did not reply. */
export interface TokenRefusal {
  readonly trouble: Trouble | 'no_worker';
  /** Seconds to wait before the next try; 0 if unknown. */
  readonly wait: number;
}

/** Sends the token to the worker, which checks it with the server. Returns undefined if it was accepted. */
export async function sendToken(token: string): Promise<TokenRefusal | undefined> {
  return readTokenReply(await tokenMessage({ type: 'SYNC_TOKEN', token }));
}

/**
 * Sends a message about a token, and returns the worker's reply; undefined if there is none.
 * @param signal gives it up: the worker then forgets the token
 */
export async function tokenMessage(message: WorkerMessage, signal?: AbortSignal): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  const giveUp = () => port1.postMessage('stop');
  signal?.addEventListener('abort', giveUp);
  try {
    const reply = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => resolve(undefined), TIMEOUT);
    });
    return (await postToWorker(message, [port2])) ? await reply : undefined;
  } finally {
    signal?.removeEventListener('abort', giveUp);
    port1.close();
  }
}

/** Reads the worker's reply, which may be of another build or missing. */
export function readTokenReply(reply: unknown): TokenRefusal | undefined {
  if (typeof reply !== 'object' || reply === null || !('trouble' in reply))
    return { trouble: 'no_worker', wait: 0 };
  const { trouble } = reply;
  if (trouble === null) return undefined;
  const wait = 'wait' in reply && typeof reply.wait === 'number' ? Math.ceil(reply.wait / 1000) : 0;
  return { trouble: TROUBLES.find((one) => one === trouble) ?? 'busy', wait };
}

/** Turns sync off. */
export function turnOff(): void {
  void postToWorker({ type: 'SYNC_OFF' });
}

/** Pauses or resumes sync. */
export function pauseSync(paused: boolean): void {
  void postToWorker({ type: 'SYNC_PAUSE', paused });
}

/** Keeps photos to draw from on the server, too, or only on this device. */
export function syncPhotos(on: boolean): void {
  void postToWorker({ type: 'SYNC_PHOTOS', on });
}

/** Removes the notices about a drawing, after the person has read them. */
export function dismissNotice(id: string): void {
  void postToWorker({ type: 'SYNC_SEEN', id });
}
