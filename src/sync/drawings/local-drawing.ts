/** What this device has of a drawing, and what is to be written of it. */
import {
  type ChunkRef,
  type DrawingRow,
  type Purge,
  type Store,
  StoreCorrupt,
  type WriteTx,
} from '../../api/ports.ts';
import type { Side } from './plan.ts';
import { type Base, type Content, type Memory, readAnyBase, readMemory } from './records.ts';

/** The drawing, or what was agreed of it, changed since it was looked at: look again. */
export class StaleBase extends Error {
  override name = 'StaleBase';
}

/** What this device has of a drawing. */
export interface LocalDrawing {
  readonly id: string;
  readonly era: number;
  readonly row: DrawingRow | undefined;
  /** Texts of the row's chunks. */
  readonly texts: readonly string[];
  readonly thumb: string;
  /** Where it was deleted for good here. */
  readonly purge: Purge | undefined;
  /** Undefined also where it is of another era, or of chunks that are not there. */
  readonly base: Base | undefined;
  readonly baseTexts: readonly string[];
}

/** @throws StoreCorrupt where the drawing itself cannot be read */
export function readLocal(store: Store, id: string): Promise<LocalDrawing> {
  return store.read(async (tx) => {
    const [{ era }, row, purge, base] = await Promise.all([
      readMemory(tx),
      tx.drawing(id),
      tx.purge(id),
      readAnyBase(tx, id),
    ]);
    if (row === undefined) {
      // Its strokes are gone, and nothing is compared with them.
      const agreed = base?.era === era ? { ...base, chunks: [] } : undefined;
      return { id, era, row, texts: [], thumb: '', purge, base: agreed, baseTexts: [] };
    }
    const read = (chunks: readonly ChunkRef[]) => tx.chunks(chunks.map(([chunk]) => chunk));
    const [texts, thumbs, baseTexts] = await Promise.all([
      read(row.chunks),
      tx.thumbs([id]),
      base?.era === era ? read(base.chunks).catch(unlessCorrupt) : undefined,
    ]);
    const known = baseTexts === undefined ? undefined : base;
    return { id, era, row, texts, thumb: thumbs[0] ?? '', purge, base: known, baseTexts: baseTexts ?? [] };
  });
}

/** An older build of the app does not know what sync still names. */
function unlessCorrupt(error: unknown): undefined {
  if (!(error instanceof StoreCorrupt)) throw error;
}

/** What is to be written of a drawing. */
export interface MergePlan {
  readonly id: string;
  /** Characters that are held for it. */
  readonly size: number;
  /** Does something of this device's go, because the server does not have it any more? */
  readonly takes: boolean;
  /**
   * Writes it as the changes from `number` on, and answers the memory that goes with it, the last number it took, and
   * the rows that are new to the pages.
   * @throws StaleBase
   */
  write(tx: WriteTx, memory: Memory, number: number): Promise<MergeResult>;
}

export interface MergeResult {
  readonly memory: Memory;
  readonly number: number;
  readonly rows: readonly DrawingRow[];
}

/**
 * The row as it was looked at.
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
  { title, trashed }: Pick<Content, 'title' | 'trashed'>,
  texts: readonly string[],
): Side {
  return { title, trashed, strokes: texts.join(',') };
}
