/**
 * Sync's memory on the device, stored as named values beside the drawings, so that stores need not know about
 * it. Each value changes in the same transaction as the data it describes.
 */
import type { ChunkRef, ReadTx, Store, WriteTx } from '../../api/ports.ts';
import { optionalMembers } from '../../core/drawing/members/optional-members.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';
import type { DrawingTrouble, SyncNotice, TroubleReason } from '../state/drawings-state.ts';

export interface Memory {
  /**
   * Rises whenever the feed is read from its start, because the server was found restored from a backup or nothing was
   * agreed before. Everything agreed in an earlier era is void.
   */
  readonly era: number;
  /** Where to continue in the server's change feed. */
  readonly cursor?: string;
  /**
   * The cursor of this era's first page. While that page is applied there is no other one, and what is agreed meanwhile
   * needs a proof that the server is still the same.
   */
  readonly firstCursor?: string | undefined;
  /** Changes of this device up to this number are on the server, or in trouble. */
  readonly scanned: number;
  /** Permanent deletions here up to this change are done on the server too, if it had the drawings. */
  readonly purged?: number | undefined;
  readonly troubles: Readonly<
    Record<string, { readonly kind: DrawingTrouble['kind']; readonly reason: TroubleReason }>
  >;
  readonly notices: readonly SyncNotice[];
  /** The last profile that both sides agreed on, as the server sent it. */
  readonly profile?:
    | {
        readonly text: string;
        readonly etag: string;
        /** The profile that is being sent, or was sent without a response. */
        readonly sent?: string | undefined;
      }
    | undefined;
}

/**
 * Title, optional members, strokes and trash state of a drawing. Its chunks are in the store; some also belong to the drawing
 * itself.
 */
export interface Content extends OptionalMembers {
  readonly title: string;
  readonly trashed: boolean;
  readonly strokeCount: number;
  readonly chunks: readonly ChunkRef[];
}

/** The content of a drawing, or of more. */
export function contentOf({ title, trashed, strokeCount, chunks, ...members }: Content): Content {
  return { title, ...optionalMembers(members), trashed, strokeCount, chunks };
}

/** The last state that both sides agreed on. */
export interface Base extends Content {
  readonly era: number;
  /** The server's rev. Never compare it with this device's. */
  readonly rev: number;
  /** The server's dates; absent if an older build of the app wrote the base, or the server's are not the drawing's. */
  readonly createdAt?: string | undefined;
  readonly updatedAt?: string | undefined;
}

/** A stored request that was sent, or is being sent. It is sent again unchanged until its result is known. */
export interface StoredRequest {
  /** Slot in which it is stored. Each slot has one request, and each drawing at most one. */
  readonly slot: number;
  readonly era: number;
  readonly drawing: string;
  readonly method: 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The server's rev that it was made for; 0 to create. */
  readonly rev: number;
  /** True if it contains dates of the drawing. */
  readonly dated?: boolean;
  /** The drawing's content on the server once it has landed. */
  readonly next: Content;
  /** Chunks written only for `next`. */
  readonly temporary: readonly string[];
}

/** The era of a void base, whose chunks stay until it is replaced. */
export const NO_ERA = 0;

const MEMORY = 'sync';
const NONE = 'null';
/** Number of requests that may be under way at the same time. */
export const SLOTS = 4;
const START: Memory = { era: 1, scanned: 0, troubles: {}, notices: [] };

export async function readMemory(tx: ReadTx): Promise<Memory> {
  const text = await tx.value(MEMORY);
  return text === undefined ? START : JSON.parse(text);
}

export function writeMemory(tx: WriteTx, memory: Memory): Promise<void> {
  return tx.putValue(MEMORY, JSON.stringify(memory));
}

/** Changes the memory, whatever else changes it meanwhile. */
export async function changeMemory(
  store: Pick<Store, 'write'>,
  next: (memory: Memory) => Memory,
): Promise<void> {
  await store.write(async (tx) => writeMemory(tx, next(await readMemory(tx))));
}

/** A cursor of this era, with which the server says whether it was restored from a backup since. */
export function cursorOfEra({ cursor, firstCursor }: Memory): string | undefined {
  return cursor ?? firstCursor;
}

/**
 * Starts a new era: everything agreed before is void.
 * @param firstCursor of its first page, if that is known
 */
export function nextEra({ era, notices, purged, profile }: Memory, firstCursor?: string): Memory {
  return {
    ...START,
    era: era + 1,
    notices,
    firstCursor,
    purged,
    profile,
  };
}

/** The base of a drawing; also undefined if it is of another era. */
export async function readBase(tx: ReadTx, drawing: string, era: number): Promise<Base | undefined> {
  const base = await readAnyBase(tx, drawing);
  return base?.era === era ? base : undefined;
}

/** The base of any era. Its chunks exist until it is replaced. */
export async function readAnyBase(tx: ReadTx, drawing: string): Promise<Base | undefined> {
  const text = await tx.value(`sync/${drawing}`);
  return text === undefined ? undefined : JSON.parse(text);
}

export function writeBase(tx: WriteTx, drawing: string, base: Base): Promise<void> {
  return tx.putValue(`sync/${drawing}`, JSON.stringify(base));
}

/** Deletes a base, and the chunks that only it uses. */
export async function forgetBase(tx: WriteTx, drawing: string, base: Base | undefined): Promise<void> {
  if (base === undefined) return;
  await Promise.all([
    tx.deleteValue(`sync/${drawing}`),
    base.chunks.length > 0 ? tx.deleteChunks(base.chunks.map(([chunk]) => chunk)) : undefined,
  ]);
}

const sentName = (slot: number) => `sync/sent/${slot}`;

export async function readSent(tx: ReadTx): Promise<StoredRequest[]> {
  const texts = await Promise.all(Array.from({ length: SLOTS }, (_, slot) => tx.value(sentName(slot))));
  return texts.flatMap((text = NONE): StoredRequest[] => JSON.parse(text) ?? []);
}

export function writeSent(tx: WriteTx, sent: StoredRequest): Promise<void> {
  return tx.putValue(sentName(sent.slot), JSON.stringify(sent));
}

/** Removes a request whose result is known. */
export function clearSent(tx: WriteTx, { slot }: StoredRequest): Promise<void> {
  return tx.putValue(sentName(slot), NONE);
}

export function withTrouble(
  memory: Memory,
  drawing: string,
  kind: DrawingTrouble['kind'],
  reason: TroubleReason,
): Memory {
  // Moved to the end: the drawing tried last is tried again last.
  const { [drawing]: _, ...others } = memory.troubles;
  return { ...memory, troubles: { ...others, [drawing]: { kind, reason } } };
}

export function withoutTrouble(memory: Memory, drawing: string): Memory {
  if (!Object.hasOwn(memory.troubles, drawing)) return memory;
  const { [drawing]: _, ...troubles } = memory.troubles;
  return { ...memory, troubles };
}

/** Adds notices. A new one replaces that of the same kind and drawing. */
export function withNotices(memory: Memory, added: readonly SyncNotice[]): Memory {
  if (added.length === 0) return memory;
  const isNewer = ({ kind, drawing }: SyncNotice) =>
    added.some((notice) => notice.kind === kind && notice.drawing === drawing);
  return { ...memory, notices: [...memory.notices.filter((notice) => !isNewer(notice)), ...added] };
}
