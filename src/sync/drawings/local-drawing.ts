/** A drawing as this device has it, and the plan of what to write to it. */
import { unlessCorrupt } from '../../api/drawings/change/unless-corrupt.ts';
import type { ChunkRef, DrawingRow, Purge, Store, WriteTx } from '../../api/ports.ts';
import { optionalMembers } from '../../core/drawing/members/optional-members.ts';
import type { OptionalMembers } from '../../core/drawing/types.ts';
import type { Side } from './plan.ts';
import { type Base, type Content, type Memory, readAnyBase, readMemory } from './records.ts';

/** The drawing or its base changed since it was read: read it again. */
export class StaleBase extends Error {
  override name = 'StaleBase';
}

/** A drawing as this device has it. */
export interface LocalDrawing {
  readonly id: string;
  readonly era: number;
  readonly row: DrawingRow | undefined;
  /** Texts of the row's chunks. */
  readonly texts: readonly string[];
  readonly thumb: string;
  /** Present if it was permanently deleted here. */
  readonly purge: Purge | undefined;
  /** The last agreed state; also undefined if it is of another era, or its chunks are missing. */
  readonly base: Base | undefined;
  readonly baseTexts: readonly string[];
}

/** @throws StoreCorrupt if the drawing itself cannot be read */
export function readLocal(store: Store, id: string): Promise<LocalDrawing> {
  return store.read(async (tx) => {
    const [{ era }, row, purge, base] = await Promise.all([
      readMemory(tx),
      tx.drawing(id),
      tx.purge(id),
      readAnyBase(tx, id),
    ]);
    if (row === undefined) {
      // The strokes are deleted, and nothing is compared with them.
      const agreed = base?.era === era ? { ...base, chunks: [] } : undefined;
      return { id, era, row, texts: [], thumb: '', purge, base: agreed, baseTexts: [] };
    }
    const read = (chunks: readonly ChunkRef[]) => tx.chunks(chunks.map(([chunk]) => chunk));
    const [texts, thumbs, baseTexts] = await Promise.all([
      read(row.chunks),
      tx.thumbs([id]),
      // An older build of the app deletes chunks that sync still needs.
      base?.era === era ? read(base.chunks).catch(unlessCorrupt) : undefined,
    ]);
    const known = baseTexts === undefined ? undefined : base;
    return { id, era, row, texts, thumb: thumbs[0] ?? '', purge, base: known, baseTexts: baseTexts ?? [] };
  });
}

/** What to write for a drawing. */
export interface MergePlan {
  readonly id: string;
  /** Size in characters that the plan keeps in memory. */
  readonly size: number;
  /** True if the plan removes something from this device because the server no longer has it. */
  readonly takes: boolean;
  /**
   * Writes the plan as the changes from `number` on. Returns the new memory, the last number used, and the
   * rows to announce to pages.
   * @throws StaleBase
   */
  write(tx: WriteTx, memory: Memory, number: number, versions: KeepsVersions): Promise<MergeResult>;
}

/** How a write keeps the earlier version of what it changes. */
export interface KeepsVersions {
  readonly keeping: 'due' | 'never';
  /** ms */
  readonly now: number;
}

export interface MergeResult {
  readonly memory: Memory;
  readonly number: number;
  readonly rows: readonly DrawingRow[];
}

/**
 * Returns the row, if nothing changed since `readLocal`.
 * @throws StaleBase
 */
export async function unchangedRow(
  tx: WriteTx,
  { id, era, row, purge }: LocalDrawing,
  memory: Memory,
): Promise<DrawingRow | undefined> {
  const [now, deleted] = await Promise.all([tx.drawing(id), tx.purge(id)]);
  if (now?.seq !== row?.seq || memory.era !== era) throw new StaleBase();
  if (deleted?.seq !== purge?.seq) throw new StaleBase();
  return now;
}

export function sideOf(
  { title, trashed, ...rest }: Pick<Content, 'title' | 'trashed'> & OptionalMembers,
  texts: readonly string[],
): Side {
  return { title, ...optionalMembers(rest), trashed, strokes: texts.join(',') };
}
