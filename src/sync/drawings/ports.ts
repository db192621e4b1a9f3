/**
 * The sync of drawings between this device and its server: what it needs, what it answers, what it knows. It has no
 * words for people, no timers and no pauses: who calls it has those.
 */
import type { Ports, Store } from '../../api/ports.ts';
import type { Progress, Trouble } from '../state/sync-status.ts';

/** What a request carries beside the token. */
export interface SendInit {
  readonly method: 'GET' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface SyncOptions {
  /** The device's. */
  readonly store: Store;
  /**
   * Sends to the server, with the token of Settings. `path` begins with `/api/v1/`. Rejects when no answer came, or none
   * in time: what was sent may or may not have happened.
   */
  readonly send: (path: string, init: SendInit, signal: AbortSignal) => Promise<Response>;
  /** ms since the epoch. */
  readonly now: () => number;
  /** A new Idempotency-Key. */
  readonly newId: () => string;
  /** Tells the pages of what a run wrote here. */
  readonly announce: Ports['announce'];
  /** Drawings of this run: looked at so far, and known to be looked at. `total` may grow. */
  readonly onProgress?: (progress: Progress) => void;
}

export interface Sync {
  /**
   * One run: settles what is in doubt, pulls, pushes. Ends when nothing is left, when the signal says so, or at a failure
   * that concerns everything. Rejects only by a mistake of its own. One at a time: the caller holds the Web Lock.
   * @param signal the slice is over. What was under way is in doubt then, and settled by the next run
   */
  run(signal?: AbortSignal): Promise<SyncOutcome>;
  /** @throws StoreUnavailable */
  state(): Promise<DrawingsState>;
  /** The person has seen what is said of a drawing: its notices go. */
  dismiss(drawing: string): Promise<void>;
  /**
   * Forgets everything that was agreed with the server, and touches no drawing. Not needed to turn sync off, nor for
   * another token: what is remembered lets it go on where it was. After it everything is read and merged anew.
   */
  forget(): Promise<void>;
}

/** `more`: it was told to end, and there is more to do. */
export type SyncOutcome = 'done' | 'more' | Stopped;

/** A failure that concerns everything. What was done up to there stays. */
export interface Stopped {
  readonly trouble: Extract<
    Trouble,
    | 'unreachable'
    | 'busy'
    | 'limited'
    | 'wrong_token'
    | 'no_token_there'
    | 'not_pleinair'
    /** What the server has was pulled all the same. */
    | 'server_full'
    | 'storage'
    | 'device_full'
  >;
  /** ms that the server wants to be left alone; 0 where it does not say. */
  readonly wait: number;
}

/** Why one drawing waits while the others go on. It is tried again in each run. */
export type TroubleReason =
  /** What the server has of it is not a sound drawing. */
  | 'invalid'
  /** What the server answers for it is larger than any drawing. */
  | 'too_large'
  /** The server names it, and does not have it. */
  | 'missing'
  /** The server does not take it. */
  | 'not_taken'
  /** The server failed at it. */
  | 'server_error'
  /** What this device has of it cannot be read. */
  | 'unreadable';

export interface DrawingTrouble {
  readonly drawing: string;
  /** Pulled or pushed? */
  readonly kind: 'parked' | 'failed';
  readonly reason: TroubleReason;
}

/** What a person should know, until `dismiss`: the latest of each kind and drawing. */
export type SyncNotice =
  /** Changed on both sides: a stroke stands there in both forms. */
  | { readonly kind: 'kept_both'; readonly drawing: string }
  /** Renamed on both sides: the server's title stays, `title` was this device's. */
  | { readonly kind: 'title'; readonly drawing: string; readonly title: string }
  /** Together they would exceed a limit: this device's version is the drawing `copy`, under the title `title`. */
  | { readonly kind: 'kept_copy'; readonly drawing: string; readonly copy: string; readonly title: string }
  /** Edited on one side and trashed on the other: it is back. */
  | { readonly kind: 'restored'; readonly drawing: string }
  /** Deleted for good elsewhere, and changed here: it stays. */
  | { readonly kind: 'not_deleted'; readonly drawing: string }
  /** Deleted for good, and on the server again: somebody else had changed it, or a backup was put back there. */
  | { readonly kind: 'came_back'; readonly drawing: string };

/** A drawing that is named nowhere in it is on the server as it is here. */
export interface DrawingsState {
  /** Drawings with something to send, and how many of their revisions the server has not seen. */
  readonly waiting: readonly (readonly [id: string, changes: number])[];
  readonly troubles: readonly DrawingTrouble[];
  readonly notices: readonly SyncNotice[];
}
