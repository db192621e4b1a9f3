/**
 * The earlier versions of drawings in a store. A version names chunks that the drawing has too. When a change takes
 * such a chunk out of the drawing, it stays as long as a version has it, and counts as what the versions take.
 * docs/versions.md has the reasons.
 */
import { hasLayer, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import { sameMembers } from '../../../core/drawing/members/member-kinds.ts';
import { optionalMembers } from '../../../core/drawing/members/optional-members.ts';
import type { OptionalMembers } from '../../../core/drawing/types.ts';
import {
  type Extent,
  isPassing,
  isVersionDue,
  less,
  losesMuch,
  NOTHING,
  SPACE_VERSIONS_SIZE_MAX,
  thinnedVersions,
} from '../../../core/drawing/versions.ts';
import {
  type DrawingRow,
  type KeptMark,
  type ReadTx,
  type Store,
  StoreFull,
  type VersionRow,
  type WriteTx,
} from '../../ports.ts';
import { numberOf, sweep } from './sweep.ts';
import { unlessCorrupt } from './unless-corrupt.ts';

/** Whether a change keeps the state before it: when that is due, or not at all. */
export type Keeping = 'due' | 'never';

export interface Manner {
  /** Absent: when that is due. */
  readonly keeping?: Keeping | undefined;
  /** True for a change with which no stroke comes or changes. */
  readonly takes?: true | undefined;
}

/**
 * Name of the stored value with the bytes that all versions of the store take. Whoever deletes versions on a full disk deletes
 * it too: a deletion is all that such a disk may take, and what is not there is counted anew.
 */
export const TOTAL = 'versions';
/** More than all versions of a store. */
const ALL = 1_000_000;
/** Number of versions that give way at a time. */
const GIVE_WAY = 32;
/** Bytes of versions that give way on a full disk. */
const ROOM = 4 * 1024 * 1024;

/** Bytes that a version takes: the chunks that only versions have, and its own text. */
export function bytesOfVersion(version: VersionRow): number {
  return version.held.reduce((sum, [, size]) => sum + size, JSON.stringify(version).length);
}

/** Bytes that all versions of the store take. */
export async function bytesOfVersions(tx: ReadTx): Promise<number> {
  return Number((await tx.value(TOTAL)) ?? sizeOf(await tx.oldestVersions(ALL)));
}

/** Bytes that these versions take. */
export function sizeOf(versions: Iterable<VersionRow>): number {
  return [...versions].reduce((sum, version) => sum + bytesOfVersion(version), 0);
}

type State = Pick<DrawingRow, 'title' | 'chunks' | keyof OptionalMembers>;

export interface Settled {
  readonly kept: KeptMark | undefined;
  /** Chunks that neither the drawing nor a version has any more. */
  readonly free: readonly string[];
}

/** All strokes of a drawing, as a change loses them that replaces it as a whole. */
export function allOf({ strokeCount, size = 0 }: Pick<DrawingRow, 'strokeCount' | 'size'>): Extent {
  return [strokeCount, size];
}

/**
 * Keeps the state before a change if it is to be kept, thins the versions out, and tells which chunks nothing needs any
 * more. Reads nothing unless a version is kept, or a chunk goes or comes back that a version may have.
 * @param before the row that the change replaces
 * @param gone chunks that `after` no longer has
 * @param isDrawn false for a change that a person would not call one, such as a thumbnail
 * @param now ms
 * @param lost what it removes or replaces of the state before it
 */
export async function settleVersions(
  tx: WriteTx,
  before: DrawingRow,
  after: State,
  gone: readonly string[],
  { keeping, takes }: Manner,
  isDrawn: boolean,
  now: number,
  lost = NOTHING,
): Promise<Settled> {
  const { layers = ONE_LAYER } = before;
  const stay = layers.filter(({ id: layer }) => hasLayer(after.layers, { layer }));
  // A paper that came, or a layer that was renamed, is in no version either.
  const isTaking = takes && after.title === before.title && sameMembers({ ...before, layers: stay }, after);
  // While there is no version, any loss is much.
  const spare = before.kept?.seq ? (before.kept.spare ?? allOf(before)) : NOTHING;
  const left = less(spare, lost);
  const falls = before.kept?.falls && (isTaking || !isDrawn);
  const kept = before.kept && { ...before.kept, spare: left, falls };
  // The row does not know which layers have strokes, and to look would be to read all: any that goes counts.
  const isMuch = losesMuch(lost, left) || stay.length < layers.length;
  // Mostly nothing is read for this.
  const isOnTheWay =
    falls &&
    isMuch &&
    isPassing(before.updatedAt, now) &&
    // On the way down from the newest version, if that is still there.
    (await tx.versions(before.id))?.at(-1)?.seq === kept?.seq;
  const wanted =
    isDrawn &&
    before.strokeCount > 0 &&
    kept?.seq !== before.seq &&
    ((isMuch && !isOnTheWay) || isVersionDue(kept?.at ?? before.createdAt, now));
  const isOfVersion = (chunk: string) => kept === undefined || numberOf(chunk) <= kept.seq;
  // Sync brings back a chunk that its base kept.
  const drawn = new Set(before.chunks.map(([id]) => id));
  const isBack = after.chunks.some(([id]) => isOfVersion(id) && !drawn.has(id));
  const asked = isBack || gone.some(isOfVersion);
  if (!wanted && !asked) return { kept, free: gone };
  const found = await tx.versions(before.id);
  if (found === undefined) return { kept: undefined, free: gone };
  const newest = found.at(-1);
  const mark: KeptMark = kept ?? { seq: newest?.seq ?? 0, at: before.createdAt };
  const versions = new Map(found.map((version) => [version.rev, version]));
  let next: KeptMark = mark;
  if (wanted && keeping === 'never') {
    next = { ...mark, falls: undefined, leftOut: new Date(now).toISOString() };
  } else if (wanted) {
    next = {
      ...mark,
      seq: before.seq,
      at: new Date(now).toISOString(),
      leftOut: undefined,
      falls: isTaking,
      spare: less(allOf(before), lost),
    };
    if (newest === undefined || !isSameState(newest, before))
      versions.set(before.rev, versionOf(before, now));
  }
  if (isBack) release(versions, after.chunks);
  const broken = await hold(tx, versions, gone);
  const free = [...gone, ...broken];
  // What goes over to another version counts for that one, so one time may leave too much.
  for (let revs = [0]; revs.length > 0; ) {
    const all = [...versions.values()].map((version) => ({ ...version, bytes: bytesOfVersion(version) }));
    revs = thinnedVersions(all, now);
    free.push(...remove(versions, revs));
  }
  await write(tx, before.id, found, versions, now);
  const needed = new Set(
    [...after.chunks, ...[...versions.values()].flatMap(({ chunks }) => chunks)].map(([id]) => id),
  );
  return { kept: next, free: [...new Set(free)].filter((chunk) => !needed.has(chunk)) };
}

function isSameState(version: VersionRow, row: DrawingRow): boolean {
  return (
    version.title === row.title &&
    sameMembers(version, row) &&
    version.chunks.length === row.chunks.length &&
    version.chunks.every(([id], index) => id === row.chunks[index]?.[0])
  );
}

function versionOf(row: DrawingRow, now: number): VersionRow {
  const { id, rev, seq, title, strokeCount, size, chunks, updatedAt } = row;
  return {
    drawing: id,
    rev,
    seq,
    title,
    ...optionalMembers(row),
    strokeCount,
    size,
    chunks,
    updatedAt,
    ...(Date.parse(updatedAt) > now && { keptAt: new Date(now).toISOString() }),
    held: [],
  };
}

/** The newest version that has a chunk, by its id. */
function ownersOf(versions: ReadonlyMap<number, VersionRow>): Map<string, number> {
  const owners = new Map<string, number>();
  for (const { rev, chunks } of versions.values()) for (const [id] of chunks) owners.set(id, rev);
  return owners;
}

/**
 * Notes which of the chunks that leave the drawing a version has: the newest that has it.
 * @returns the chunks of versions that turned out to be damaged, and are taken away
 */
async function hold(
  tx: WriteTx,
  versions: Map<number, VersionRow>,
  gone: readonly string[],
): Promise<string[]> {
  const owners = ownersOf(versions);
  const held = new Set([...versions.values()].flatMap((version) => version.held.map(([id]) => id)));
  const added = [...new Set(gone)].filter((id) => owners.has(id) && !held.has(id));
  if (added.length === 0) return [];
  const texts = await tx.chunks(added).catch(unlessCorrupt);
  if (texts === undefined) {
    // A chunk is missing already. A change may repair the drawing, but a version with a part of it is none.
    const missing = new Set(added);
    const damaged = [...versions.values()].filter(({ chunks }) => chunks.some(([id]) => missing.has(id)));
    return remove(
      versions,
      damaged.map(({ rev }) => rev),
    );
  }
  for (const [index, id] of added.entries()) {
    const version = versions.get(owners.get(id) ?? 0);
    if (version === undefined) continue;
    versions.set(version.rev, { ...version, held: [...version.held, [id, texts[index]?.length ?? 0]] });
  }
  return [];
}

/** The drawing has these chunks, so no version takes them. */
function release(versions: Map<number, VersionRow>, chunks: State['chunks']): void {
  const drawn = new Set(chunks.map(([id]) => id));
  for (const version of versions.values()) {
    const held = version.held.filter(([id]) => !drawn.has(id));
    if (held.length < version.held.length) versions.set(version.rev, { ...version, held });
  }
}

/**
 * Takes versions away. What another one has too goes over to the newest of those.
 * @returns the chunks of theirs that no other version has; the drawing may have them
 */
function remove(versions: Map<number, VersionRow>, revs: readonly number[]): string[] {
  const gone = revs.flatMap((rev) => versions.get(rev) ?? []);
  for (const rev of revs) versions.delete(rev);
  const owners = ownersOf(versions);
  for (const [id, size] of gone.flatMap(({ held }) => held)) {
    const heir = versions.get(owners.get(id) ?? 0);
    if (heir !== undefined) versions.set(heir.rev, { ...heir, held: [...heir.held, [id, size]] });
  }
  return gone.flatMap(({ chunks }) => chunks.map(([id]) => id)).filter((id) => !owners.has(id));
}

/** Writes the versions of a drawing, and what all take. Those of other drawings give way if that is too much. */
async function write(
  tx: WriteTx,
  drawing: string,
  before: readonly VersionRow[],
  after: ReadonlyMap<number, VersionRow>,
  now: number,
): Promise<void> {
  const old = new Map(before.map((version) => [version.rev, version]));
  const total = await bytesOfVersions(tx);
  let bytes = Math.max(0, total + sizeOf(after.values()) - sizeOf(before));
  const writes: Promise<void>[] = [];
  for (const { rev } of before) if (!after.has(rev)) writes.push(tx.deleteVersion(drawing, rev));
  for (const [rev, version] of after) if (old.get(rev) !== version) writes.push(tx.putVersion(version));
  await Promise.all(writes);
  if (bytes > SPACE_VERSIONS_SIZE_MAX) {
    bytes -= await noteGone(tx, await giveWay(tx, bytes - SPACE_VERSIONS_SIZE_MAX, drawing), now);
  }
  if (bytes !== total) await tx.putValue(TOTAL, String(bytes));
}

/** What was deleted for want of room. */
interface GaveWay {
  readonly bytes: number;
  /** Whose versions they were. */
  readonly drawings: readonly string[];
}

/**
 * Deletes the oldest versions; the newest of a drawing, which alone may have what was erased from it, only if the others
 * are not enough.
 * @param least bytes to free, if there are so many
 * @param except a drawing that keeps its versions
 */
async function giveWay(tx: WriteTx, least: number, except?: string): Promise<GaveWay> {
  let freed = 0;
  const drawings: string[] = [];
  for (const isNewestSpared of [true, false]) {
    for (let limit = GIVE_WAY; freed < least; limit *= 2) {
      const oldest = await tx.oldestVersions(limit, isNewestSpared);
      for (const { drawing, rev } of oldest) {
        if (drawing === except || freed >= least) continue;
        const found = (await tx.versions(drawing)) ?? [];
        freed += await deleteVersion(tx, drawing, rev, found);
        drawings.push(drawing);
      }
      if (oldest.length < limit) break;
    }
  }
  await tx.deleteValue(TOTAL);
  return { bytes: freed, drawings };
}

/** Notes in the drawings that versions of theirs gave way, so that nobody is told that there never were any. Returns the bytes. */
async function noteGone(tx: WriteTx, { bytes, drawings }: GaveWay, now: number): Promise<number> {
  const gaveWay = new Date(now).toISOString();
  for (const id of new Set(drawings)) {
    const row = await tx.drawing(id);
    // A row of an older build notes nothing of its versions.
    if (row?.kept) await tx.putDrawing({ ...row, kept: { ...row.kept, gaveWay } });
  }
  return bytes;
}

async function deleteVersion(
  tx: WriteTx,
  drawing: string,
  rev: number,
  found: readonly VersionRow[],
): Promise<number> {
  const versions = new Map(found.map((version) => [version.rev, version]));
  const free = remove(versions, [rev]);
  const row = await tx.drawing(drawing);
  const needed = new Set(row?.chunks.map(([id]) => id));
  const unneeded = free.filter((chunk) => !needed.has(chunk));
  const { deleted, sync } = sweep(row?.sync, unneeded);
  const writes: Promise<void>[] = [tx.deleteVersion(drawing, rev)];
  if (deleted.length > 0) writes.push(tx.deleteChunks(deleted));
  for (const version of versions.values()) {
    if (!found.includes(version)) writes.push(tx.putVersion(version));
  }
  if (row !== undefined && sync !== undefined && sync !== row.sync)
    writes.push(tx.putDrawing({ ...row, sync }));
  await Promise.all(writes);
  return sizeOf(found) - sizeOf(versions.values());
}

/** Deletes all versions of a drawing that is gone, with their chunks. */
export async function removeVersions(tx: WriteTx, drawing: string): Promise<void> {
  const versions = (await tx.versions(drawing)) ?? [];
  if (versions.length === 0) return;
  const chunks = new Set(versions.flatMap((version) => version.chunks.map(([id]) => id)));
  await tx.deleteChunks([...chunks]);
  for (const { rev } of versions) await tx.deleteVersion(drawing, rev);
  await takeFromTotal(tx, sizeOf(versions));
}

/** Takes what went off the bytes that all versions of the store take, unless they are counted anew. */
export async function takeFromTotal(tx: WriteTx, bytes: number): Promise<void> {
  const total = await tx.value(TOTAL);
  if (total && bytes) await tx.putValue(TOTAL, String(Number(total) - bytes));
}

/**
 * Runs `work`, which changes drawings, in one transaction. If the storage is full, it runs again without keeping a
 * version, and at last the oldest versions give way: what a person draws now goes first. They go only where they take
 * as much as the change writes, and together with it; in a transaction before it only where the storage demands that.
 * Where there is no version `work` does not run again.
 * @param now ms
 * @throws StoreFull if even that is too much, or a limit of the space is reached
 */
export async function writeKeeping<T>(
  store: Store,
  now: () => number,
  work: (tx: WriteTx, keeping: 'due' | 'never') => Promise<T>,
): Promise<T> {
  let full: unknown;
  /** True if the last attempt wrote a version. */
  let kept = false;
  /** Characters of the strokes and the thumbnail that the last attempt wrote. */
  let written = 0;
  const attempt = (keeping: 'due' | 'never') =>
    store.write((tx) => {
      kept = false;
      written = 0;
      const watched: WriteTx = {
        ...tx,
        putVersion(version) {
          kept = true;
          return tx.putVersion(version);
        },
        putChunks(chunks) {
          for (const { text } of chunks) written += text.length;
          return tx.putChunks(chunks);
        },
        putThumb(drawing, thumb) {
          written += thumb.length;
          return tx.putThumb(drawing, thumb);
        },
      };
      return work(watched, keeping);
    });
  for (const keeping of ['due', 'never'] as const) {
    try {
      return await attempt(keeping);
    } catch (error) {
      if (!isDiskFull(error)) throw error;
      full = error;
    }
    if (!kept) break;
  }
  if ((await store.read(bytesOfVersions)) <= written) throw full;
  const room = Math.max(ROOM, written);
  const goneApart = store.freesApart && (await store.write((tx) => giveWay(tx, room)).catch(() => undefined));
  if (goneApart ? !goneApart.bytes : store.freesApart) throw full;
  return store.write(async (tx) => {
    await noteGone(tx, goneApart || (await giveWay(tx, room)), now());
    return work(tx, 'never');
  });
}

/** True if the storage is full, rather than a limit of the space reached, which versions do not count for. */
function isDiskFull(error: unknown): boolean {
  return error instanceof StoreFull && error.limit === undefined;
}
