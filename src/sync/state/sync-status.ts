/** The sync status, which the worker sends to the pages; and the drawings whose photo sync has to ask for. */
import type { WriteTx } from '../../api/ports.ts';
import type { Underlay } from '../../core/drawing/types.ts';
import type { DrawingsState } from './drawings-state.ts';

/** BroadcastChannel of the status. */
export const SYNC_CHANNEL = 'sync';
/** Number of drawings listed of each kind. Limited because the status is sent often. */
export const NAMED_MAX = 1000;

/** Why a run failed, or a token was refused. */
export const TROUBLES = [
  /** No network, or no response from the server. */
  'unreachable',
  /** The server is overloaded, or broken for the moment. */
  'busy',
  /** The server counted too many wrong tokens. */
  'limited',
  'wrong_token',
  /** The server was started without a token. */
  'no_token_there',
  /** Something else than Pleinair answers. */
  'not_pleinair',
  'server_older',
  'server_newer',
  'server_full',
  /** The storage of this device does not answer. */
  'storage',
  'device_full',
  /** A defect in the app. */
  'defect',
] as const;
export type Trouble = (typeof TROUBLES)[number];

export interface Progress {
  readonly done: number;
  readonly total: number;
}

export interface SyncStatus {
  /** True if Settings has a token. */
  readonly on: boolean;
  /** True while the person has paused sync. */
  readonly paused: boolean;
  /** True if photos to draw from are synced too; absent from a worker of the version before. */
  readonly photos?: boolean;
  readonly running: boolean;
  readonly progress: Progress | null;
  /** True if a time slice ended with work left, which can continue at once. */
  readonly more: boolean;
  /** ms since the epoch on this device's clock, like `retryAt`. */
  readonly lastSuccess: number | null;
  /** Time of the next automatic retry; null if a retry would not help. */
  readonly retryAt: number | null;
  readonly trouble: Trouble | null;
  /**
   * Drawings whose current version the server does not have; `of` lists some of them, with their number of
   * changes.
   */
  readonly waiting: {
    readonly drawings: number;
    readonly changes: number;
    readonly of: DrawingsState['waiting'];
  };
  readonly troubles: DrawingsState['troubles'];
  readonly notices: DrawingsState['notices'];
}

export const SYNC_IS_OFF: SyncStatus = {
  on: false,
  paused: false,
  running: false,
  progress: null,
  more: false,
  lastSuccess: null,
  retryAt: null,
  trouble: null,
  waiting: { drawings: 0, changes: 0, of: [] },
  troubles: [],
  notices: [],
};

/** Name of the stored value in which the sync of photos has the drawings whose photo it has to ask for. */
export const PHOTOS = 'sync-photos/state';
/** ms after which a photo is asked for that the server may have lost, and at most between two tries of one that waits. */
export const PHOTO_PAUSE = 5 * 60_000;

/** A photo's place in a drawing of the server, at a revision. */
interface PlacedAt {
  readonly rev: number;
  readonly underlay?: Underlay | null | undefined;
}

/**
 * Notes that the server may have lost the photo of a drawing, although both sides had it: it goes with its drawing, and once
 * that names it no more. So it may not come with a place that was not there, or that may have been away in between.
 * @param next content of the server at `rev`
 * @param base content of the server before, as far as known
 * @param now ms, if there is time to ask for the photo a pause later
 */
export async function notePlace(
  tx: WriteTx,
  drawing: string,
  { underlay }: Pick<PlacedAt, 'underlay'>,
  rev: number,
  base: PlacedAt | undefined,
  now = 0,
): Promise<void> {
  // One change alone would have taken it away, and not brought it back.
  if (!underlay || (base?.underlay?.sha256 === underlay.sha256 && rev <= base.rev + 1)) return;
  const text = await tx.value(PHOTOS);
  if (text === undefined) return;
  const memory = JSON.parse(text);
  if (now && memory.waiting[drawing]) return;
  memory.waiting[drawing] = { at: now && now + PHOTO_PAUSE, pause: 0 };
  await tx.putValue(PHOTOS, JSON.stringify(memory));
}
