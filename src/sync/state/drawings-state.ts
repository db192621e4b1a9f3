/** The sync state of the drawings: what waits, what failed, and what a person should know. */

/** Why one drawing waits while the others continue. Every run tries it again. */
export type TroubleReason =
  /** The server's version is not a valid drawing. */
  | 'invalid'
  /** The server's response is larger than any drawing. */
  | 'too_large'
  /** The server lists the drawing but does not have it. */
  | 'missing'
  /** The server refuses the drawing. */
  | 'not_taken'
  /** The server is older than this app, and does not know a member of a stroke. */
  | 'server_older'
  /** The server failed to process the drawing. */
  | 'server_error'
  /** This device's version cannot be read. */
  | 'unreadable';

export interface DrawingTrouble {
  readonly drawing: string;
  /** `parked`: could not be pulled. `failed`: could not be pushed. */
  readonly kind: 'parked' | 'failed';
  readonly reason: TroubleReason;
}

/** What the person should know, until `dismiss`: the latest of each kind and drawing. */
export type SyncNotice =
  /** A stroke was changed on both sides; both versions of it are kept. */
  | { readonly kind: 'kept_both'; readonly drawing: string }
  /** Renamed on both sides: the server's title stays; `title` was this device's. */
  | { readonly kind: 'title'; readonly drawing: string; readonly title: string }
  /**
   * Both versions together are more than a drawing holds, of strokes or of photos: this device's version became the
   * drawing `copy` with the title `title`.
   */
  | { readonly kind: 'kept_copy'; readonly drawing: string; readonly copy: string; readonly title: string }
  /** Edited on one side and trashed on the other: it is out of the trash again. */
  | { readonly kind: 'restored'; readonly drawing: string }
  /** Permanently deleted elsewhere but changed here: it stays. */
  | { readonly kind: 'not_deleted'; readonly drawing: string }
  /**
   * Permanently deleted here, but on the server again: somebody had changed it, or a backup was restored
   * there.
   */
  | { readonly kind: 'came_back'; readonly drawing: string };

/** The sync state of all drawings. A drawing that it does not mention is the same here and on the server. */
export interface DrawingsState {
  /** Drawings with unsent changes, and how many revisions the server has not seen. */
  readonly waiting: readonly (readonly [id: string, changes: number])[];
  readonly troubles: readonly DrawingTrouble[];
  readonly notices: readonly SyncNotice[];
}
