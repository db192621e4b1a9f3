/**
 * What the application needs from its host. Hosts (the worker, the page, the server) and stores (memory,
 * IndexedDB, SQLite) implement these interfaces; they contain no rules.
 */
import type { CatalogueState, Category } from '../core/air/products.ts';
import type { AirState, HourFigure } from '../core/air/types.ts';
import type { PhotoType } from '../core/drawing/members/photo.ts';
import type { ChunkRef } from '../core/drawing/strokes/chunks.ts';
import type { OptionalMembers } from '../core/drawing/types.ts';
import type { Extent } from '../core/drawing/versions.ts';
import type { SkyMetric } from '../core/past/metrics.ts';
import type { SkyHour } from '../core/past/sky-hours.ts';
import type { SkyFacts } from '../core/sky/facts.ts';
import type { SkyState } from '../core/sky/types.ts';

export type { ChunkRef } from '../core/drawing/strokes/chunks.ts';

/** A drawing without strokes and thumbnail. Small, because every write reads and replaces it. */
export interface DrawingRow extends OptionalMembers {
  readonly id: string;
  readonly rev: number;
  /** Number of the change that made this rev. Unique in the store; the order of /drawings/changes. */
  readonly seq: number;
  readonly title: string;
  readonly strokeCount: number;
  /** Size of its chunks, counted by `sizeOfTexts`; absent if an older build wrote the row. */
  readonly size?: number | undefined;
  readonly chunks: readonly ChunkRef[];
  readonly trashed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Number of the change that set the thumbnail last; servers' stores do not keep it. */
  readonly thumbSeq?: number | undefined;
  /** Number of idempotency keys stored so far; the next goes into slot `keyCount % KEYS_KEPT`. */
  readonly keyCount: number;
  /** Absent while it is not known whether there are versions. */
  readonly kept?: KeptMark | undefined;
  /** Present only on devices that sync; servers' stores do not keep it. */
  readonly sync?: SyncMark | undefined;
}

/** What a row notes of the drawing's earlier versions, so that a save need not read them. */
export interface KeptMark {
  /** `seq` of the newest version; 0 if there was none. No version has a chunk of a later change. */
  readonly seq: number;
  /** When the newest version was kept, or else the drawing created. */
  readonly at: string;
  /** When a version was last left out since, because the storage was full. */
  readonly leftOut?: string | undefined;
  /** True while nothing has come or changed since the newest version, which has all that is left. */
  readonly falls?: boolean | undefined;
  /** What losses have left of the newest version, by `less`; absent if an older build wrote the row. */
  readonly spare?: Extent;
  /** When versions of the drawing last went because they took too much room, rather than by their age. */
  readonly gaveWay?: string | undefined;
}

/**
 * An earlier version of a drawing, which its host keeps: the row of that time. Its `rev` names it. Never changed, but
 * for `held`.
 */
export interface VersionRow
  extends OptionalMembers,
    Pick<DrawingRow, 'rev' | 'seq' | 'title' | 'strokeCount' | 'size' | 'chunks' | 'updatedAt'> {
  readonly drawing: string;
  /** When it was kept, if it is dated later. */
  readonly keptAt?: string;
  /** Chunks that the drawing no longer has, with their characters. Each in the newest version that has it. */
  readonly held: readonly (readonly [id: string, size: number])[];
}

/**
 * The notes of sync in a row, so that neither a save nor the search for unsent changes reads more than the
 * row.
 */
export interface SyncMark {
  /** Era of sync's records; a mark of another era is void. */
  readonly era: number;
  /** Equals the row's own `seq` while the server has this version; any other value means it has not. */
  readonly seq: number;
  /** The rev on this device that the server had last. */
  readonly rev: number;
  /** Chunks written up to this change must stay, because sync may refer to them. `commit` obeys this. */
  readonly keep: number;
  /** Kept chunks that the row no longer uses. Sync deletes them. */
  readonly dropped: readonly string[];
}

/** What is known of a photo to draw from without reading it. */
export interface PhotoRow {
  readonly drawing: string;
  /** Lower-case hex of its bytes' SHA-256, which names it. */
  readonly sha256: string;
  readonly type: PhotoType;
  /** Bytes. */
  readonly size: number;
}

/** The remembered response for a repeated request. */
export interface KeyEntry {
  readonly key: string;
  /** Lower-case hex SHA-256 of method, path and body. */
  readonly hash: string;
  readonly rev: number;
  readonly title: string;
  readonly strokeCount: number;
  readonly updatedAt: string;
}

/**
 * The record of a permanently deleted drawing: its place in the change feed, and what is needed to recognise
 * late requests.
 */
export interface Purge {
  readonly id: string;
  /** Number of the change that deleted it. */
  readonly seq: number;
  /** Its last revision. A drawing created again under this id continues from it. */
  readonly rev: number;
  /** Idempotency keys of its last writes. */
  readonly keys: readonly string[];
}

/**
 * Identity and change counter of the store: `epoch` is random per database, `counter` numbers the changes.
 */
export interface StoreMeta {
  readonly epoch: string;
  readonly counter: number;
}

export interface ListQuery {
  readonly trashed: boolean;
  /** Only entries after this one, in the order of the list. */
  readonly after?: { readonly updatedAt: string; readonly id: string };
  /** No limit if absent. */
  readonly limit?: number;
}

/** What a space holds. */
export interface SpaceUse {
  /** Those in the trash included. */
  readonly drawings: number;
  readonly trashed: number;
  /** Characters of strokes, as `DrawingRow.size` counts them, and of thumbnails; bytes of photos. */
  readonly bytes: number;
}

/** What is kept of an hour, by its metric. */
export type StoredHour = HourFigure | SkyHour;
export type HourOf<M extends StoredHour['metric']> = M extends SkyMetric ? SkyHour : HourFigure;

export interface HoursQuery {
  /** Only hours before this instant. */
  readonly before?: string;
  /** No limit if absent. */
  readonly limit?: number;
}

export interface StoreCounts {
  readonly drawings: number;
  readonly trashed: number;
  readonly newestUpdate: string | null;
}

/**
 * Reads inside one transaction, which all see the same state. `work` functions must await nothing but these
 * methods: an IndexedDB transaction ends at the first other await.
 */
export interface ReadTx {
  meta(): Promise<StoreMeta>;
  drawing(id: string): Promise<DrawingRow | undefined>;
  /** By `updatedAt` descending, then `id` ascending. */
  list(query: ListQuery): Promise<DrawingRow[]>;
  /** Drawings with `seq > since`, by `seq` ascending. */
  changes(since: number, limit: number): Promise<DrawingRow[]>;
  purge(id: string): Promise<Purge | undefined>;
  /** Deletions with `seq > since`, by `seq` ascending. */
  purges(since: number, limit: number): Promise<Purge[]>;
  /** From figures or an index that the store keeps: anybody with a token may ask at any time. */
  counts(): Promise<StoreCounts>;
  /** In the order of `ids`; `""` for a drawing without one. */
  thumbs(ids: readonly string[]): Promise<string[]>;
  /** JSON texts of the chunks, in the order of `ids`. Rejects with StoreCorrupt if one is missing. */
  chunks(ids: readonly string[]): Promise<string[]>;
  key(drawing: string, key: string): Promise<KeyEntry | undefined>;
  /** All remembered keys of the drawing, in any order. */
  keys(drawing: string): Promise<KeyEntry[]>;
  /**
   * Earlier versions of a drawing, by `rev` ascending; undefined if the storage has no place for versions, as before
   * its upgrade.
   */
  versions(drawing: string): Promise<VersionRow[] | undefined>;
  /**
   * The oldest versions of all drawings, by `updatedAt` ascending.
   * @param isNewestSpared true to leave the newest version of each drawing out, by `rev`
   */
  oldestVersions(limit: number, isNewestSpared?: boolean): Promise<VersionRow[]>;
  /**
   * The photos of a drawing, or without one those of all, in any order; undefined if the storage has no place for photos,
   * as before its upgrade.
   */
  photos(drawing?: string): Promise<PhotoRow[] | undefined>;
  /** Bytes of the photos of all drawings. */
  photosSize(): Promise<number>;
  /** The bytes of a photo from `start` up to `end`, or its end; undefined if it is missing. */
  photoBytes(drawing: string, sha256: string, start: number, end: number): Promise<Uint8Array | undefined>;
  /** A small named JSON text, such as the profile or the cached air. */
  value(name: string): Promise<string | undefined>;
  /** Hours of one metric from `since` (an instant, inclusive) on, newest first. */
  hours<M extends StoredHour['metric']>(metric: M, since: string, query?: HoursQuery): Promise<HourOf<M>[]>;
}

export interface WriteTx extends ReadTx {
  setCounter(counter: number): Promise<void>;
  putDrawing(row: DrawingRow): Promise<void>;
  /** Deletes the drawing with its thumbnail, keys, versions and photos, but not its chunks. */
  deleteDrawing(id: string): Promise<void>;
  /** Replaces an older record of the same drawing. */
  putPurge(purge: Purge): Promise<void>;
  deletePurge(id: string): Promise<void>;
  /** Deletes all but the `keep` newest records. Returns the `seq` of the newest one deleted. */
  dropPurges(keep: number): Promise<number | undefined>;
  /** `""` removes it. */
  putThumb(drawing: string, thumb: string): Promise<void>;
  /** Every id must be new, because chunks are immutable. */
  putChunks(chunks: readonly { readonly id: string; readonly text: string }[]): Promise<void>;
  deleteChunks(ids: readonly string[]): Promise<void>;
  /** Replaces whatever the slot held, its key included. */
  putKey(drawing: string, slot: number, entry: KeyEntry): Promise<void>;
  /** Replaces the version of the same drawing and `rev`. Only where `versions` is not undefined. */
  putVersion(version: VersionRow): Promise<void>;
  deleteVersion(drawing: string, rev: number): Promise<void>;
  /** Its drawing must exist, and have no photo of this digest. Only where `photos` is not undefined. */
  putPhoto(photo: PhotoRow, bytes: Uint8Array): Promise<void>;
  deletePhoto(drawing: string, sha256: string): Promise<void>;
  putValue(name: string, text: string): Promise<void>;
  deleteValue(name: string): Promise<void>;
  /** Replaces an hour of the same metric. */
  putHours(hours: readonly StoredHour[]): Promise<void>;
  /** Deletes the hours of every metric before the instant. */
  dropHours(before: string): Promise<void>;
}

/** Reads of the state at one moment, however long they take. */
export interface Snapshot {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** May be called again, also during a read, which then rejects. */
  close(): void;
}

export interface Store {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * A snapshot of the current state. Absent if the storage cannot keep one while others write.
   * @param byLink true for somebody who has only a link: they get a part of the snapshots
   * @throws StoreBusy if too many snapshots are open
   */
  snapshot?(byLink?: boolean): Promise<Snapshot>;
  /**
   * Runs one write at a time. When the promise resolves, the writes of `work` are durable; if `work` throws,
   * none of them happened. `work` may run again after a lost connection, so it must be repeatable.
   */
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /** True if a full storage refuses every transaction that writes anything, whatever it deletes. */
  readonly freesApart?: boolean;
  /** True if writes work at the moment. */
  writable(): Promise<boolean>;
  close(): Promise<void>;
}

/** The device's quota or the server's disk is full; nothing was written. */
export class StoreFull extends Error {
  override name = 'StoreFull';
  /** The limit that was reached, in words for the person who has it; absent if the storage itself is full. */
  declare readonly limit?: string;
  /** What alone is full, as a JSON Pointer into a drawing: the space for photos; absent if that is the whole. */
  declare readonly part?: '/underlay';
}
/** The storage cannot answer now: blocked, closed, locked, of a newer version. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
/** The storage could answer, but too many others read at length. */
export class StoreBusy extends StoreUnavailable {}
/** The person of the space was removed, or is about to be; nothing was written. */
export class SpaceGone extends Error {
  override name = 'SpaceGone';
}
/** The stored data contradict themselves. */
export class StoreCorrupt extends Error {
  override name = 'StoreCorrupt';
}

/** The sender of a request, as far as the host knows. */
export interface Client {
  /** Network address, for limits; undefined on the device. */
  readonly address?: string | undefined;
}

/** Who sends a request. */
export interface Principal {
  /** Whose drawings it is about. */
  readonly space: string;
  /** What admitted the sender: a token, its origin on the device, or access to the database file. */
  readonly via: 'token' | 'origin' | 'database';
  /** Names the token, and opens nothing; absent where there is none. What it makes ends with it. */
  readonly admittedBy?: string;
}

/** The space that `DRAW_TOKEN` opens, and the only one of a device. */
export const HOME = 'home';

export type AuthResult =
  | { readonly ok: true; readonly principal: Principal }
  | { readonly ok: false; readonly reason: 'missing' | 'wrong' | 'not_configured' };

export interface Auth {
  readonly mode: 'token' | 'origin';
  /** True if a token is configured. Always true on the device. */
  isConfigured(): Promise<boolean>;
  /** @throws ApiError 429 */
  check(request: Request, client: Client): Promise<AuthResult>;
}

export interface AirPort {
  /** The newest known state, refreshed first if due; at once if nothing is due. Never throws. */
  state(): AirState | Promise<AirState>;
  /**
   * The state after a refresh that a person requested, even if none is due. Only on hosts that can, within
   * their limits.
   */
  refresh?(): Promise<AirState>;
  /**
   * The state, and the hours of the last day and a little more, in any order. Refreshed like `state`. Never
   * throws.
   */
  history(): Promise<AirHistory>;
  /** The time in ms for computing ages: the server's clock on every host. */
  now(): number;
}

export interface AirHistory {
  readonly state: AirState;
  /** Hours of both metrics, each at most once. */
  readonly hours: readonly HourFigure[];
}

export interface SkyPort {
  /**
   * The newest known state of every feed, or on a device what its server said of every area. Never throws. The feeds are
   * asked only while somebody calls this. The same object while nothing changed.
   */
  state(): Promise<SkyState | SkyFacts>;
  /**
   * The same after a refresh that a person requested, even if none is due. Only on hosts that can, within their limits.
   */
  refresh?(): Promise<SkyState | SkyFacts>;
  /** The time in ms for computing ages: the server's clock on every host. */
  now(): number;
}

export interface ProductsPort {
  /** The current state of a category of the operator's catalogue. Never throws. */
  catalogue(category: Category): Promise<CatalogueState>;
}

/**
 * Limits requests: how long to wait if the client is over its quota, otherwise undefined. A promise where several
 * processes count together.
 */
export type Quota = (client: Client) => OverQuota | undefined | Promise<OverQuota | undefined>;

interface OverQuota {
  /** Seconds. */
  readonly retryAfter: number;
}

/**
 * Who may call a route: anybody; anybody with the token; anybody with the link that is in the path; or anybody within
 * the air's quota, with CORS.
 */
export type Access = 'public' | 'token' | 'shared' | 'air';

/** Whole seconds to wait while this host is overloaded; undefined if it has room. */
export type Busy = (access: Access) => number | undefined;

/** Limits for hosts with many clients. `admission.ts` builds it from `busy` and `quota`. */
export interface Admission {
  readonly busy: Busy;
  readonly quota: Quota;
  /**
   * @returns undefined if the request may pass, or a promise of that
   * @throws ApiError 503 `busy`, 429
   */
  admit(access: Access, client: Client): undefined | Promise<undefined>;
}

/** What the routes of drawings need. */
export interface DrawingPorts {
  /**
   * The store of a space: the drawings, the trash and the profile of one person. Nobody else's can be reached
   * through it. The same store for the same space.
   */
  readonly storeOf: (space: string) => Store;
  readonly auth: Auth;
  /** Absent on hosts without limits. */
  readonly admission?: Admission;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Announces a commit to the pages; does nothing on a host without pages. */
  readonly announce: (change: { readonly id: string; readonly rev: number }) => void;
  /**
   * Reads at most `limit` bytes of the body, or returns `'too_large'`, whatever Content-Length says.
   * @param space whose memory for bodies it takes, on hosts of many people
   * @throws ApiError busy if the host has no memory for it
   */
  readonly readBody: (request: Request, limit: number, space?: string) => Promise<Uint8Array | 'too_large'>;
  /**
   * Converts the text of a response, if the host sends long texts in another form, and can send the head of one that is
   * still being read.
   * @param onBroken called with the error if a text that is still being read cannot be
   */
  readonly sendText?: (text: string | Promise<string>, onBroken?: (error: unknown) => void) => BodyInit;
  /** Headers that this host adds to every response at a path. */
  readonly hostHeaders?: (path: string) => Readonly<Record<string, string>>;
  /** Logs a defect for the operator. The response contains `id`. */
  readonly onDefect: (id: string, error: unknown) => void;
}

/** What the application without the products and the sky needs. */
export interface Ports extends DrawingPorts {
  /** True if the storage of this host takes writes at the moment. Answered without a lock. */
  readonly writable: () => Promise<boolean>;
  readonly air: AirPort;
  /** JSON of the guide's own members, built by `core/air/guide.ts`; on the device a file of the build. */
  readonly guide: () => Promise<string>;
  /** The quota in requests per minute, for callers to read; undefined if there is none. */
  readonly quotaPerMinute?: number;
  /** JSON of the OpenAPI document, made by the build. */
  readonly openapi: () => Promise<string>;
  /** Base address of absolute links in air responses. Links never use a path or host of a request. */
  readonly publicUrl: string;
  /** Product version for /app and /status. */
  readonly version: string;
}

/** What the whole application needs. */
export interface SkyPorts extends Ports {
  readonly products: ProductsPort;
  readonly sky: SkyPort;
}

/** The application, called by every host. It responds at once if it has to wait for nothing. */
export type Handle = (request: Request, client?: Client) => Response | Promise<Response>;
