/**
 * Invariant 10: every earlier version that a host lists can be read whole, what a change takes away is in one, and
 * nothing is stored that neither a drawing nor a version nor sync has: what was deleted for good is gone.
 */
import { bytesOfVersion, bytesOfVersions } from '../../../src/api/drawings/change/versions.ts';
import type { DrawingRow, ReadTx, Store, VersionRow, WriteTx } from '../../../src/api/ports.ts';
import { parseChunk } from '../../../src/core/drawing/strokes/chunks.ts';
import {
  SPACE_VERSIONS_SIZE_MAX,
  VERSIONS_MAX,
  VERSIONS_SIZE_MAX,
} from '../../../src/core/drawing/versions.ts';
import { readAnyBase, readSent } from '../../../src/sync/drawings/records.ts';

/** More than there are in a run. */
const ALL = 1_000_000;
/** A change that leaves a smaller part of the strokes takes much away. */
const MUCH = 0.75;

export interface Watched {
  readonly tx: WriteTx;
  check(): Promise<void>;
}

export interface VersionsWatch {
  /** A write transaction of a host, of which `check` is called at the end. */
  watch(host: string, tx: WriteTx): Watched;
  /** The violation in words; undefined while the invariant holds. */
  readonly broken: string | undefined;
}

/** Looks, before each commit, for the state before a change that takes much away: later it may be thinned out. */
export function watchVersions(): VersionsWatch {
  let broken: string | undefined;
  return {
    watch(host, inner) {
      const changed = new Map<string, { readonly before: DrawingRow | undefined; after: DrawingRow }>();
      const put: VersionRow[] = [];
      /** Texts of the chunks that the transaction has deleted. */
      const deleted = new Map<string, string>();
      const tx: WriteTx = {
        ...inner,
        async putDrawing(row) {
          const known = changed.get(row.id);
          const before = known === undefined ? await inner.drawing(row.id) : known.before;
          changed.set(row.id, { before, after: row });
          await inner.putDrawing(row);
        },
        putVersion(version) {
          put.push(version);
          return inner.putVersion(version);
        },
        async deleteChunks(ids) {
          const texts = await inner.chunks(ids).catch(() => []);
          for (const [i, text] of texts.entries()) deleted.set(ids[i] ?? '', text);
          await inner.deleteChunks(ids);
        },
      };
      const textsOf = async (ids: readonly string[]) => {
        const there = ids.filter((id) => !deleted.has(id));
        return [
          ...(await inner.chunks(there).catch(() => [])),
          ...ids.flatMap((id) => deleted.get(id) ?? []),
        ];
      };
      return {
        tx,
        async check() {
          for (const { before, after } of changed.values()) {
            if (before === undefined || after.strokeCount >= MUCH * before.strokeCount) continue;
            // The disk was full, and the drawing says so.
            if (after.kept?.leftOut !== undefined && after.kept.leftOut !== before.kept?.leftOut) continue;
            const versions = (await inner.versions(after.id)) ?? [];
            // What is kept of one drawing may give way to what the same transaction keeps of the next.
            const all = changed.size > 1 ? [...versions, ...put] : versions;
            if (all.some((version) => isState(version, before))) continue;
            if (await isIn(before, all, textsOf)) continue;
            broken ??= `invariant 10: ${nameOf(after.id)} goes from ${before.strokeCount} strokes to ${after.strokeCount} on ${host}, and no version has those before`;
          }
        },
      };
    },
    get broken() {
      return broken;
    },
  };
}

/** True if one version has all strokes of a state: on the way down from it, the state itself need not be kept. */
async function isIn(
  { id, chunks }: DrawingRow,
  versions: readonly VersionRow[],
  textsOf: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<boolean> {
  const strokesOf = async (of: DrawingRow['chunks']) =>
    (await textsOf(of.map(([chunk]) => chunk))).flatMap((text) =>
      parseChunk(text).map((stroke) => JSON.stringify(stroke)),
    );
  const wanted = await strokesOf(chunks);
  if (wanted.length === 0) return false;
  for (const version of versions) {
    if (version.drawing !== id) continue;
    const had = new Set(await strokesOf(version.chunks));
    if (wanted.every((stroke) => had.has(stroke))) return true;
  }
  return false;
}

function isState({ drawing, chunks }: VersionRow, row: DrawingRow): boolean {
  return drawing === row.id && chunks.map(([id]) => id).join() === row.chunks.map(([id]) => id).join();
}

/**
 * What is wrong with the versions of a host, in words; undefined if nothing is.
 * @param stored ids of all chunks of the store; undefined where they cannot be listed
 */
export function wrongVersions(
  store: Store,
  stored: readonly string[] | undefined,
): Promise<string | undefined> {
  return store.read(async (tx) => {
    const drawings = [...(await tx.list({ trashed: false })), ...(await tx.list({ trashed: true }))];
    const versions = Map.groupBy(await tx.oldestVersions(ALL), ({ drawing }) => drawing);
    const rows = new Map(drawings.map((row) => [row.id, row]));
    let total = 0;
    for (const [id, own] of versions) {
      const row = rows.get(id);
      if (row === undefined) return `${own.length} of ${nameOf(id)}, which is deleted for good`;
      const words = await wrongOf(tx, row, own);
      if (words !== undefined) return `those of ${nameOf(id)}: ${words}`;
      total += sizeOf(own);
    }
    const counted = await bytesOfVersions(tx);
    if (counted !== total) return `they take ${total} bytes, and ${counted} are counted`;
    // Those of the drawing that was changed last do not give way.
    const most = SPACE_VERSIONS_SIZE_MAX + Math.max(0, ...[...versions.values()].map(sizeOf));
    if (total > most) return `they take ${total} bytes, at most ${most}`;
    const left = stored && (await leftOver(tx, drawings, [...versions.values()].flat(), stored));
    return left && `chunks ${left.join(', ')} are left of what nothing has any more`;
  });
}

async function wrongOf(
  tx: ReadTx,
  row: DrawingRow,
  versions: readonly VersionRow[],
): Promise<string | undefined> {
  const ordered = versions.toSorted((a, b) => a.rev - b.rev);
  if (ordered.length > VERSIONS_MAX) return `${ordered.length}, at most ${VERSIONS_MAX}`;
  const beside = sizeOf(ordered) - Math.max(0, ...ordered.map(bytesOfVersion));
  if (beside > VERSIONS_SIZE_MAX) return `${beside} bytes beside the largest`;
  const drawn = new Set(row.chunks.map(([id]) => id));
  const owners = new Map<string, number>();
  for (const { rev, chunks } of ordered) for (const [id] of chunks) if (!drawn.has(id)) owners.set(id, rev);
  for (const { rev, chunks, strokeCount, held } of ordered) {
    if (rev >= row.rev) return `${rev} is not before ${row.rev}`;
    const texts = await tx.chunks(chunks.map(([id]) => id)).catch((error: unknown) => String(error));
    if (typeof texts === 'string') return `${rev} cannot be read: ${texts}`;
    const strokes = texts.reduce((sum, text) => sum + parseChunk(text).length, 0);
    if (strokes !== strokeCount) return `${rev} says ${strokeCount} strokes, and has ${strokes}`;
    const own = chunks.flatMap(([id], i) => (owners.get(id) === rev ? `${id}: ${texts[i]?.length}` : []));
    const counted = held.map(([id, size]) => `${id}: ${size}`);
    if (own.toSorted().join() !== counted.toSorted().join()) {
      return `${rev} counts the chunks ${counted.join()}, and takes ${own.join()}`;
    }
  }
  return undefined;
}

/** The stored chunks that neither a drawing nor a version nor sync's memory names. */
async function leftOver(
  tx: ReadTx,
  drawings: readonly DrawingRow[],
  versions: readonly VersionRow[],
  stored: readonly string[],
): Promise<readonly string[] | undefined> {
  const named = new Set(drawings.flatMap(({ sync }) => sync?.dropped ?? []));
  const ids = [...drawings, ...(await tx.purges(0, ALL))].map(({ id }) => id);
  const bases = await Promise.all(ids.map((id) => readAnyBase(tx, id)));
  const sent = await readSent(tx);
  for (const one of [...drawings, ...versions, ...bases, ...sent.map(({ next }) => next)]) {
    for (const [id] of one?.chunks ?? []) named.add(id);
  }
  for (const id of sent.flatMap(({ temporary }) => temporary)) named.add(id);
  const left = stored.filter((id) => !named.has(id));
  return left.length === 0 ? undefined : left;
}

function sizeOf(versions: readonly VersionRow[]): number {
  return versions.reduce((sum, version) => sum + bytesOfVersion(version), 0);
}

const nameOf = (drawing: string) => drawing.slice(0, 8);
