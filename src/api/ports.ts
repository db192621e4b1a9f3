/**
 * What the application needs from the host it runs on. Hosts (the worker, the page, the server) and
 * stores (memory, IndexedDB, SQLite) implement these; no rule lives there.
 */
import type { CatalogueState, Category } from '../core/air/products.ts';
import type { AirState, HourFigure, Metric } from '../core/air/types.ts';
import type { ChunkRef } from '../core/drawing/strokes/chunks.ts';

import type { Access } from './http/route.ts';

export type { ChunkRef } from '../core/drawing/strokes/chunks.ts';

/** A drawing without strokes and thumbnail: small, since every write reads and replaces it. */
export interface DrawingRow {
  readonly id: string;
  readonly rev: number;
  /** Number of the change that made this rev. Unique in the store; the order of /drawings/changes. */
  readonly seq: number;
  readonly title: string;
  readonly strokeCount: number;
  /** Of its chunks, as `sizeOfTexts` counts; absent where a build wrote the row that did not count yet. */
  readonly size?: number | undefined;
  readonly chunks: readonly ChunkRef[];
  readonly trashed: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** How many idempotency keys it has taken so far; the next goes into slot `keyCount % KEYS_KEPT`. */
  readonly keyCount: number;
  /** Only on devices that sync; stores of servers do not keep it. */
  readonly sync?: SyncMark;
}

/** What sync notes in a row, so that neither a save nor a look for what is to be sent has to read more than the row. */
export interface SyncMark {
  /** Of sync's records; those of another one are void. */
  readonly era: number;
  /** The row's own while the server has it as it is here, else anything else. */
  readonly seq: number;
  /** This device's rev that the server had last. */
  readonly rev: number;
  /** Chunks that were written up to this change stay, since sync may name them; `commit` obeys it. */
  readonly keep: number;
  /** Those of them that the row has dropped: sync deletes them. */
  readonly dropped: readonly string[];
}

/** The answer that a replayed request gets again. */
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
 * What stays of a drawing that was deleted for good: its place among the changes, and what keeps requests that come
 * late from being taken for new ones.
 */
export interface Purge {
  readonly id: string;
  /** Number of the change that deleted it. */
  readonly seq: number;
  /** Its last one: a drawing that is made anew under this id goes on from there. */
  readonly rev: number;
  /** Idempotency-Keys of its last writes. */
  readonly keys: readonly string[];
}

/** Identity and clock of the store: `epoch` is random per database, `counter` numbers the changes. */
export interface StoreMeta {
  readonly epoch: string;
  readonly counter: number;
}

export interface ListQuery {
  readonly trashed: boolean;
  /** Only what comes after this entry in the order of the list. */
  readonly after?: { readonly updatedAt: string; readonly id: string };
  /** All of them without one. */
  readonly limit?: number;
}

export interface StoreCounts {
  readonly drawings: number;
  readonly trashed: number;
  readonly newestUpdate: string | null;
}

/**
 * Reads inside one transaction: all of them see the same state. `work` functions await nothing but
 * these methods: an IndexedDB transaction ends at the first foreign await.
 */
export interface ReadTx {
  meta(): Promise<StoreMeta>;
  drawing(id: string): Promise<DrawingRow | undefined>;
  /** By `updatedAt` descending, then `id` ascending. */
  list(query: ListQuery): Promise<DrawingRow[]>;
  /** Drawings with `seq > since`, by `seq` ascending. */
  changes(since: number, limit: number): Promise<DrawingRow[]>;
  purge(id: string): Promise<Purge | undefined>;
  /** Those with `seq > since`, by `seq` ascending. */
  purges(since: number, limit: number): Promise<Purge[]>;
  counts(): Promise<StoreCounts>;
  /** In the order of `ids`; `""` for a drawing without one. */
  thumbs(ids: readonly string[]): Promise<string[]>;
  /** JSON texts of the chunks, in the order asked. A chunk that is missing is a StoreCorrupt. */
  chunks(ids: readonly string[]): Promise<string[]>;
  key(drawing: string, key: string): Promise<KeyEntry | undefined>;
  /** All that it remembers, in any order. */
  keys(drawing: string): Promise<KeyEntry[]>;
  /** A small named JSON text: the profile, the air that was kept. */
  value(name: string): Promise<string | undefined>;
  /** Hours of one metric from `since` (an instant, inclusive) on, newest first. */
  hours(metric: Metric, since: string, limit?: number): Promise<HourFigure[]>;
}

export interface WriteTx extends ReadTx {
  setCounter(counter: number): Promise<void>;
  putDrawing(row: DrawingRow): Promise<void>;
  /** Its thumbnail and its keys go with it; its chunks do not. */
  deleteDrawing(id: string): Promise<void>;
  /** Replaces an older one of the same drawing. */
  putPurge(purge: Purge): Promise<void>;
  deletePurge(id: string): Promise<void>;
  /** Forgets all but the `keep` newest, and answers the `seq` of the newest that it forgot. */
  dropPurges(keep: number): Promise<number | undefined>;
  /** `""` removes it. */
  putThumb(drawing: string, thumb: string): Promise<void>;
  /** Ids are new in every write: chunks are immutable. */
  putChunks(chunks: readonly { readonly id: string; readonly text: string }[]): Promise<void>;
  deleteChunks(ids: readonly string[]): Promise<void>;
  /** Replaces whatever the slot held, its key included. */
  putKey(drawing: string, slot: number, entry: KeyEntry): Promise<void>;
  putValue(name: string, text: string): Promise<void>;
  deleteValue(name: string): Promise<void>;
  /** Replaces an hour of the same metric. */
  putHours(hours: readonly HourFigure[]): Promise<void>;
  /** Forgets hours before the instant. */
  dropHours(before: string): Promise<void>;
}

/** Reads that all see the state of one moment, however long they go on. */
export interface Snapshot {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /** May be called again, and while a read is under way, which then rejects. */
  close(): void;
}

export interface Store {
  read<T>(work: (tx: ReadTx) => Promise<T>): Promise<T>;
  /**
   * The state of this moment. Absent on storage that cannot keep one while others write.
   * @throws StoreUnavailable also when too many are kept already
   */
  snapshot?(): Promise<Snapshot>;
  /**
   * One write at a time. What `work` wrote is durable when the promise resolves; when `work` throws,
   * nothing of it happened. May run `work` again after a lost connection, so it must be repeatable.
   */
  write<T>(work: (tx: WriteTx) => Promise<T>): Promise<T>;
  /** Can it be written to just now? */
  writable(): Promise<boolean>;
  close(): Promise<void>;
}

/** The device's quota or the server's disk is full; nothing was written. */
export class StoreFull extends Error {
  override name = 'StoreFull';
}
/** The storage cannot answer now: blocked, closed, locked, of a newer version. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable';
}
/** What is stored contradicts itself. */
export class StoreCorrupt extends Error {
  override name = 'StoreCorrupt';
}

/** Who sent a request, as far as the host knows. */
export interface Client {
  /** Network address, for limits; undefined on the device. */
  readonly address?: string | undefined;
}

export type AuthResult =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'missing' | 'wrong' | 'not_configured' };

export interface Auth {
  readonly mode: 'token' | 'origin';
  /** Is there a token to check against? Always true on the device. */
  readonly configured: boolean;
  /** @throws ApiError 429 */
  check(request: Request, client: Client): Promise<AuthResult>;
}

export interface AirPort {
  /** The newest that is known, refreshed first when it is due. Never throws. */
  state(): Promise<AirState>;
  /** The same, asked anew although it is not due: a person wants it. On hosts that can; within their limits. */
  refresh?(): Promise<AirState>;
  /** The hours of the last day and a little more, in any order, beside the state; refreshed as `state` is. Never throws. */
  history(): Promise<AirHistory>;
  /** The instant, ms, to reckon ages with: the server's clock on every host. */
  now(): number;
}

export interface AirHistory {
  readonly state: AirState;
  /** Of both metrics, each hour at most once. */
  readonly hours: readonly HourFigure[];
}

export interface ProductsPort {
  /** What is known of a category of the operator's catalogue. Never throws. */
  catalogue(category: Category): Promise<CatalogueState>;
}

/** May this client ask the air routes once more? */
export type Quota = (client: Client) => { readonly retryAfter: number } | undefined;

/** Whole seconds after which to ask again, while this host has too much to do; undefined when it has room. */
export type Busy = (access: Access) => number | undefined;

/** Whom a host that many ask turns away: `admission.ts` makes it of the first two. */
export interface Admission {
  readonly busy: Busy;
  readonly quota: Quota;
  /** @throws ApiError 503 `busy`, 429 */
  admit(access: Access, client: Client): void;
}

export interface Ports {
  readonly store: Store;
  readonly auth: Auth;
  readonly air: AirPort;
  readonly products: ProductsPort;
  /** JSON text of the guide's own members, as `core/air/guide.ts` makes it: a file of the build on the device. */
  readonly guide: () => Promise<string>;
  /** Absent on hosts that turn nobody away. */
  readonly admission?: Admission;
  /** How many a minute that is, for callers to read; undefined where nobody counts. */
  readonly quotaPerMinute?: number;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly newId: () => string;
  /** Tells the pages of a commit; nothing on a host without pages. */
  readonly announce: (change: { readonly id: string; readonly rev: number }) => void;
  /** At most `limit` bytes of the body, or `'too_large'`, whatever Content-Length says. */
  readonly readBody: (request: Request, limit: number) => Promise<Uint8Array | 'too_large'>;
  /** How the text of an answer is sent, where the host sends long ones in another way than as they are. */
  readonly sendText?: (text: string) => BodyInit;
  /** What this host sends with every answer at a path, beside the answer's own headers. */
  readonly hostHeaders?: (path: string) => Readonly<Record<string, string>>;
  /** The JSON text of the OpenAPI document that was made at build time. */
  readonly openapi: () => Promise<string>;
  /** A defect: kept where the operator looks. `id` is what the response names. */
  readonly onDefect: (id: string, error: unknown) => void;
  /** Base address for absolute links in air answers; no path or host is ever taken from a request. */
  readonly publicUrl: string;
  /** Product version for /app and /status. */
  readonly version: string;
}

/** The application: what every host answers with. */
export type Handle = (request: Request, client?: Client) => Promise<Response>;
