/** What a page says to its worker. */
import { type Guard, oneOf, shape, text } from './guards.ts';
import type { Trouble } from './sync-status.ts';

/** Characters; no server has a longer one. */
export const TOKEN_MAX = 1000;

export type WorkerMessage =
  /** After a forced reload, which the browser loads without the worker: take this page over again. */
  | { readonly type: 'CLAIM' }
  /** The person agreed to the update. */
  | { readonly type: 'SKIP_WAITING' }
  /** Answered on the port that came with it. */
  | { readonly type: 'GET_VERSION' }
  /** A reason to sync; how it stands is told on the channel of sync in any case. */
  | { readonly type: 'SYNC'; readonly why: 'look' | 'more' | 'online' | 'hand' }
  /** The server's token. A `TokenAnswer` comes on the port that came with it; the token itself never comes back. */
  | { readonly type: 'SYNC_TOKEN'; readonly token: string }
  | { readonly type: 'SYNC_OFF' }
  | { readonly type: 'SYNC_PAUSE'; readonly paused: boolean }
  /** An update was agreed to: nothing should keep this worker. */
  | { readonly type: 'SYNC_REST' }
  /** The person has read what is to be known about a drawing. */
  | { readonly type: 'SYNC_SEEN'; readonly id: string };

/** `trouble` is null when the token was taken; `wait`: ms that the server wants to be left alone. */
export interface TokenAnswer {
  readonly trouble: Trouble | null;
  readonly wait: number;
}

const of = <T extends WorkerMessage['type']>(type: T) => oneOf(type);
const MESSAGES: readonly Guard<WorkerMessage>[] = [
  shape({ type: of('CLAIM') }),
  shape({ type: of('SKIP_WAITING') }),
  shape({ type: of('GET_VERSION') }),
  shape({ type: of('SYNC'), why: oneOf('look', 'more', 'online', 'hand') }),
  shape({
    type: of('SYNC_TOKEN'),
    // What HTTP allows in a header, and the server in a token.
    token: (value: unknown): value is string => text(TOKEN_MAX)(value) && /^[\x21-\x7e]+$/.test(value),
  }),
  shape({ type: of('SYNC_OFF') }),
  shape({ type: of('SYNC_PAUSE'), paused: oneOf(true, false) }),
  shape({ type: of('SYNC_REST') }),
  shape({ type: of('SYNC_SEEN'), id: text(64) }),
];

/** Messages may come from a page of another build: anything unknown is undefined. */
export function readMessage(data: unknown): WorkerMessage | undefined {
  for (const guard of MESSAGES) if (guard(data)) return data;
  return undefined;
}
