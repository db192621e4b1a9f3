/** The messages of a page to its worker. */
import { type Guard, oneOf, shape, text } from './guards.ts';
import type { Trouble } from './sync-status.ts';

/** Longest token in characters that any server has. */
export const TOKEN_MAX = 1000;

export type WorkerMessage =
  /** Take control of this page. Sent after a forced reload, which the browser loads without the worker. */
  | { readonly type: 'CLAIM' }
  /** Activate the update, because the person agreed to it. */
  | { readonly type: 'SKIP_WAITING' }
  /** Send the version on the port of this message. */
  | { readonly type: 'GET_VERSION' }
  /** A reason to sync. The status is sent on its channel in any case. */
  | { readonly type: 'SYNC'; readonly why: 'look' | 'more' | 'online' | 'hand' }
  /**
   * The server's token. A `TokenReply` comes back on the port of this message; the token itself never does.
   */
  | { readonly type: 'SYNC_TOKEN'; readonly token: string }
  /**
   * A code of another device, and a name for this one, as the server takes them. The worker exchanges it for a token,
   * and turns sync on. A `TokenReply` comes back on the port of this message. Anything that the page sends on that port
   * gives it up.
   */
  | { readonly type: 'SYNC_CODE'; readonly pairing: object }
  | { readonly type: 'SYNC_OFF' }
  | { readonly type: 'SYNC_PAUSE'; readonly paused: boolean }
  /** Whether this device sends its photos to draw from to the server, and fetches those of others. Off at first. */
  | { readonly type: 'SYNC_PHOTOS'; readonly on: boolean }
  /** Stop runs, because an update was agreed to and nothing should keep this worker alive. */
  | { readonly type: 'SYNC_REST' }
  /** The person has read the notices of a drawing. */
  | { readonly type: 'SYNC_SEEN'; readonly id: string };

/** `trouble` is null if the token was accepted; `wait`: ms to leave the server alone. */
export interface TokenReply {
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
    // The characters that HTTP allows in a header, and the server in a token.
    token: (value: unknown): value is string => text(TOKEN_MAX)(value) && /^[\x21-\x7e]+$/.test(value),
  }),
  shape({ type: of('SYNC_CODE'), pairing: (value: unknown): value is object => value instanceof Object }),
  shape({ type: of('SYNC_OFF') }),
  shape({ type: of('SYNC_PAUSE'), paused: oneOf(true, false) }),
  shape({ type: of('SYNC_PHOTOS'), on: oneOf(true, false) }),
  shape({ type: of('SYNC_REST') }),
  shape({ type: of('SYNC_SEEN'), id: text(64) }),
];

/** Parses a message; undefined if it is unknown, because it may come from a page of another build. */
export function readMessage(data: unknown): WorkerMessage | undefined {
  for (const guard of MESSAGES) if (guard(data)) return data;
  return undefined;
}
