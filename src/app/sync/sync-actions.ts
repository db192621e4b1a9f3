/** What a person asks of sync. The token goes to the worker and is not kept here. */
import { TROUBLES, type Trouble } from '../../sync/state/sync-status.ts';
import { tellWorker } from './sync-link.ts';

/** ms until the worker has asked the server, or given up. */
const TIMEOUT = 75_000;

/** Why a token was not taken; `no_worker`: nobody was there to take it. */
export interface NotTaken {
  readonly trouble: Trouble | 'no_worker';
  /** Seconds to wait; 0 where none are known. */
  readonly wait: number;
}

/** Hands the token over, and resolves once the server was asked. Undefined when it was taken. */
export async function giveToken(token: string): Promise<NotTaken | undefined> {
  const { port1, port2 } = new MessageChannel();
  try {
    const answer = new Promise<unknown>((resolve) => {
      port1.onmessage = ({ data }) => resolve(data);
      setTimeout(() => resolve(undefined), TIMEOUT);
    });
    if (!(await tellWorker({ type: 'SYNC_TOKEN', token }, [port2]))) return { trouble: 'no_worker', wait: 0 };
    return notTaken(await answer);
  } finally {
    port1.close();
  }
}

/** The worker may be of another build. */
function notTaken(answer: unknown): NotTaken | undefined {
  if (typeof answer !== 'object' || answer === null || !('trouble' in answer))
    return { trouble: 'no_worker', wait: 0 };
  const { trouble } = answer;
  if (trouble === null) return undefined;
  const wait = 'wait' in answer && typeof answer.wait === 'number' ? Math.ceil(answer.wait / 1000) : 0;
  return { trouble: TROUBLES.find((one) => one === trouble) ?? 'busy', wait };
}

export function turnOff(): void {
  void tellWorker({ type: 'SYNC_OFF' });
}

export function pauseSync(paused: boolean): void {
  void tellWorker({ type: 'SYNC_PAUSE', paused });
}

/** The person has read what is to be known about a drawing. */
export function seen(id: string): void {
  void tellWorker({ type: 'SYNC_SEEN', id });
}
