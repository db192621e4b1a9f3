/**
 * The interface of the sync of drawings: what it needs, what it returns and what it knows. It contains no
 * texts for people, no timers and no pauses; its caller has those.
 */
import type { Ports, Store } from '../../api/ports.ts';
import type { DrawingsState } from '../state/drawings-state.ts';
import type { Progress, Trouble } from '../state/sync-status.ts';

/** A request, without the token. */
export interface SendInit {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** A body that is no text. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

export interface SyncOptions {
  /** The store of the device. */
  readonly store: Store;
  /**
   * Sends a request to the server with the token from Settings. `path` begins with `/api/v1/`. Rejects if no
   * response came in time: the request may or may not have been applied.
   */
  readonly send: (path: string, init: SendInit, signal: AbortSignal) => Promise<Response>;
  /** ms since the epoch. */
  readonly now: () => number;
  /** A new Idempotency-Key. */
  readonly newId: () => string;
  /** Announces to the pages what a run wrote here. */
  readonly announce: Ports['announce'];
  /** Makes the photos to draw from equal, after the drawings; absent or doing nothing where they stay on the device. */
  readonly photos?: (run: PhotoRun) => Promise<void>;
  /** Reports the drawings of this run: done, and known so far. `total` may grow. */
  readonly onProgress?: (progress: Progress) => void;
}

/** A response about one photo: the status and the tag, or the code of the contract. */
type Asked =
  | { readonly ok: true; readonly status: number; readonly tag: string | null }
  | { readonly ok: false; readonly code: string };

/** What the photos need of a run. */
export interface PhotoRun {
  readonly options: SyncOptions;
  readonly server: { ask(path: string, init: SendInit): Promise<Asked> };
  readonly signal: AbortSignal;
  /** True if a person asked for this run: then no photo waits for its time. */
  readonly isByHand: boolean;
  /** Ends the run if its time slice is over. Call it between photos. */
  pause(): void;
}

export interface Sync {
  /**
   * One run: settles requests in doubt, pulls, pushes. It ends when nothing is left, when the signal aborts,
   * or at a failure that affects everything. Rejects only for a defect in sync. One run at a time: the caller
   * holds the Web Lock.
   * @param signal aborts at the end of the time slice; a request under way is then in doubt, and the next run
   *   settles it
   * @param isByHand true if a person asked for it
   */
  run(signal?: AbortSignal, isByHand?: boolean): Promise<SyncOutcome>;
  /** @throws StoreUnavailable */
  state(): Promise<DrawingsState>;
  /** Removes the notices of a drawing, because the person has read them. */
  dismiss(drawing: string): Promise<void>;
  /**
   * Forgets everything agreed with the server, without touching a drawing. The next run reads and merges
   * everything again. Not needed to turn sync off or to change the token: the memory lets sync continue where
   * it was.
   */
  forget(): Promise<void>;
}

/** `more`: the run was stopped with work left. */
export type SyncOutcome = 'done' | 'more' | RunFailure;

/** A failure that affects everything. What was done before stays. */
export interface RunFailure {
  readonly trouble: Extract<
    Trouble,
    | 'unreachable'
    | 'busy'
    | 'limited'
    | 'wrong_token'
    | 'no_token_there'
    | 'not_pleinair'
    /** The server is full, but its changes were pulled all the same. */
    | 'server_full'
    | 'storage'
    | 'device_full'
  >;
  /** ms to leave the server alone; 0 if it did not say. */
  readonly wait: number;
}
