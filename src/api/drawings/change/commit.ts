/** The only place that creates a new revision of a drawing. */
import { type Dates, dateOfChange, firstDates, type GivenDates } from '../../../core/drawing/dates.ts';
import { KEYS_KEPT } from '../../../core/drawing/limits.ts';
import { changedMembers, optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import type { OptionalMembers } from '../../../core/drawing/types.ts';
import type { Extent } from '../../../core/drawing/versions.ts';
import { sha256Of } from '../../../core/hex.ts';
import type { ChunkRef, DrawingRow, KeyEntry, WriteTx } from '../../ports.ts';
import { requireSize } from './size.ts';
import { sweep } from './sweep.ts';
import { type Manner, removeVersions, settleVersions } from './versions.ts';

/** An Idempotency-Key and the digest of its request. */
export interface KeyedRequest {
  readonly key: string;
  readonly hash: string;
}

/** Digests a request for its key. Method and path are included, so that a key is valid on one route only. */
export async function keyedRequest(
  key: string | undefined,
  method: string,
  path: string,
  body: Uint8Array,
): Promise<KeyedRequest | undefined> {
  if (key === undefined) return undefined;
  const prefix = new TextEncoder().encode(`${method} ${path}\n`);
  const all = new Uint8Array(prefix.length + body.length);
  all.set(prefix);
  all.set(body, prefix.length);
  return { key, hash: await sha256Of(all) };
}

/** The changes to a drawing; absent members stay as they are. */
export interface Change extends GivenDates, Manner, OptionalMembers {
  readonly title?: string;
  readonly thumb?: string;
  readonly trashed?: boolean;
  readonly strokes?: StrokesChange;
}

export interface StrokesChange {
  readonly count: number;
  /** See `DrawingRow`. */
  readonly size: number;
  readonly chunks: readonly ChunkRef[];
  readonly written: readonly { readonly id: string; readonly text: string }[];
  readonly dropped: readonly string[];
  /** What is removed or replaced; absent if nothing. */
  readonly lost?: Extent | undefined;
}

/** True if a change is of what a person drew. */
function isDrawn(change: Change): boolean {
  const { title, strokes } = change;
  return title !== undefined || Object.keys(optionalMembers(change)).length > 0 || strokes !== undefined;
}

/**
 * The dates after a change. Trash and thumbnail are not part of what a person drew, so they leave `updatedAt`
 * unchanged: sync could not tell when they changed, and pages create thumbnails by themselves.
 */
function datesOf(before: Dates | undefined, change: Change, now: number): Dates {
  if (before === undefined) return firstDates(change, now);
  const { createdAt, updatedAt } = before;
  const isDated = isDrawn(change) || change.updatedAt !== undefined;
  return { createdAt, updatedAt: isDated ? dateOfChange(updatedAt, change.updatedAt, now) : updatedAt };
}

/** The number of the change that this write transaction makes. It identifies the change and its chunks. */
export async function nextNumber(tx: WriteTx): Promise<number> {
  return (await tx.meta()).counter + 1;
}

/** Returns the ids of the chunks that change number `seq` writes. */
export function chunkIds(seq: number): (index: number) => string {
  return (index) => `${seq.toString(36)}.${index.toString(36)}`;
}

/**
 * Writes the next revision of a drawing, or its first one, under the number `seq`.
 * @param seq result of `nextNumber` in this transaction
 * @param now ms since the epoch; `updatedAt` always increases, even if the clock went back
 * @throws ApiError 413 before anything is written, if the drawing would exceed its limit
 */
export async function commit(
  tx: WriteTx,
  seq: number,
  id: string,
  before: DrawingRow | undefined,
  change: Change,
  now: number,
  keyed: KeyedRequest | undefined,
): Promise<DrawingRow> {
  const { createdAt, updatedAt } = datesOf(before, change, now);
  const members = changedMembers(before ?? {}, change);
  const title = change.title ?? before?.title ?? '';
  // Revision numbers are never reused, even after a permanent deletion: a late request for the old drawing
  // must not match the new one.
  const purge = before === undefined ? await tx.purge(id) : undefined;
  const size = change.strokes?.size ?? before?.size;
  if (change.strokes !== undefined) requireSize(change.strokes.size, before?.size);
  if (purge !== undefined) await removeVersions(tx, id);
  const strokeCount = change.strokes?.count ?? before?.strokeCount ?? 0;
  const chunks = change.strokes?.chunks ?? before?.chunks ?? [];
  const gone = change.strokes?.dropped ?? [];
  const { kept, free } =
    before === undefined
      ? { kept: { seq: 0, at: new Date(now).toISOString() }, free: gone }
      : await settleVersions(
          tx,
          before,
          { title, ...members, chunks },
          gone,
          change,
          isDrawn(change),
          now,
          change.strokes?.lost,
        );
  const { deleted, sync } = sweep(before?.sync, free);
  const thumbSeq = change.thumb === undefined ? before?.thumbSeq : seq;
  const row: DrawingRow = {
    id,
    rev: (before?.rev ?? purge?.rev ?? 0) + 1,
    seq,
    title,
    ...members,
    strokeCount,
    size,
    chunks,
    trashed: change.trashed ?? before?.trashed ?? false,
    createdAt,
    updatedAt,
    thumbSeq,
    keyCount: (before?.keyCount ?? 0) + (keyed === undefined ? 0 : 1),
    kept,
    sync,
  };
  const writes: Promise<void>[] = [tx.setCounter(seq), tx.putDrawing(row)];
  if (purge !== undefined) writes.push(tx.deletePurge(id));
  // Deletes first: if writes happen in order, new chunks reuse the space of old ones.
  if (deleted.length > 0) writes.push(tx.deleteChunks(deleted));
  const { written = [] } = change.strokes ?? {};
  if (written.length > 0) writes.push(tx.putChunks(written));
  if (change.thumb !== undefined) writes.push(tx.putThumb(id, change.thumb));
  if (keyed !== undefined) {
    const entry: KeyEntry = { ...keyed, rev: row.rev, title, strokeCount, updatedAt };
    writes.push(tx.putKey(id, (row.keyCount - 1) % KEYS_KEPT, entry));
  }
  await Promise.all(writes);
  return row;
}
