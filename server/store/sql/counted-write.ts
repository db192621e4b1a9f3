/** A write transaction that also updates what its space holds, and checks the limits of the space. */
import { requireRoom, settledBytes } from '../../../src/api/drawings/change/size.ts';
import { type DrawingRow, type SpaceUse, StoreFull, type WriteTx } from '../../../src/api/ports.ts';
import type { Executor } from './prepare.ts';
import type { HeadColumns, PhotoColumns, Queries } from './queries.ts';
import { countedUse } from './space-use.ts';
import { sqlWriter } from './sql-transaction.ts';

export interface CountedWrite {
  readonly tx: WriteTx;
  /**
   * Computes what the space holds at the end of the transaction.
   * @throws StoreFull if that exceeds its limits
   */
  settle(): Promise<void>;
  /** Writes the result of `settle` and the counter. The statement is sent before this returns. */
  save(): Promise<unknown>;
}

/** @param head the row of the space, which is locked until the transaction ends */
export function countedWrite(on: Executor, q: Queries, space: string, head: HeadColumns): CountedWrite {
  const writer = sqlWriter(on, q, space);
  let { counter } = head;
  /** Rows that this transaction has read or written. Routes read a row before they replace it. */
  const rows = new Map<string, DrawingRow | undefined>();
  const grown = { drawings: 0, trashed: 0, strokes: 0, thumbs: 0, photos: 0 };
  /** By how much the photos grow that others replace, bytes. */
  let replaced = 0;
  let settled: SpaceUse | undefined;

  const rowOf = async (id: string) => (rows.has(id) ? rows.get(id) : writer.drawing(id));
  /** Notes what a drawing has in the place of its photos. */
  async function photosBecome(
    drawing: string,
    change: (photos: readonly PhotoColumns[]) => readonly Pick<PhotoColumns, 'drawing' | 'size'>[],
  ): Promise<void> {
    const before = await q.photosOf(on, { space, drawing });
    const after = change(before);
    grown.photos += sizeOf(after) - sizeOf(before);
    replaced += replacedBytes(after) - replacedBytes(before);
  }
  const thumbSize = async (drawing: string) => (await q.thumbSize(on, { space, drawing }))[0]?.size ?? 0;

  /** Notes that a row replaces another; either may be missing. */
  function replace(id: string, before: DrawingRow | undefined, after: DrawingRow | undefined): void {
    rows.set(id, after);
    grown.drawings += Number(after !== undefined) - Number(before !== undefined);
    grown.trashed += Number(after?.trashed ?? false) - Number(before?.trashed ?? false);
    grown.strokes += (after?.size ?? 0) - (before?.size ?? 0);
  }

  /** Adds what this transaction changed, or takes it away. */
  function moved(use: SpaceUse, sign: 1 | -1): SpaceUse {
    return {
      drawings: use.drawings + sign * grown.drawings,
      trashed: use.trashed + sign * grown.trashed,
      bytes: use.bytes + sign * (grown.strokes + grown.thumbs + grown.photos),
    };
  }

  const tx: WriteTx = {
    ...writer,
    meta: async () => ({ epoch: head.epoch, counter }),
    async setCounter(next) {
      counter = next;
    },
    async counts() {
      // The row of the space still has the counts from before this transaction.
      const [counts, { drawings, trashed }] = await Promise.all([writer.counts(), countedUse(on, q, space)]);
      return { ...counts, drawings: drawings - trashed, trashed };
    },
    async drawing(id) {
      const row = await writer.drawing(id);
      rows.set(id, row);
      return row;
    },
    async putDrawing(row) {
      replace(row.id, await rowOf(row.id), row);
      await writer.putDrawing(row);
    },
    async deleteDrawing(id) {
      const [before, size] = await Promise.all([rowOf(id), thumbSize(id), photosBecome(id, () => [])]);
      replace(id, before, undefined);
      grown.thumbs -= size;
      await writer.deleteDrawing(id);
    },
    async putPhoto(photo, bytes) {
      await photosBecome(photo.drawing, (photos) => [...photos, photo]);
      await writer.putPhoto(photo, bytes);
    },
    async deletePhoto(drawing, sha256) {
      await photosBecome(drawing, (photos) => photos.filter((photo) => photo.sha256 !== sha256));
      await writer.deletePhoto(drawing, sha256);
    },
    async putThumb(drawing, thumb) {
      const size = thumbSize(drawing);
      // Nothing to delete, as in most writes of a whole drawing.
      if (thumb === '' && (await size) === 0) return;
      // Both are sent together, and run in this order.
      const [before] = await Promise.all([size, writer.putThumb(drawing, thumb)]);
      grown.thumbs += Buffer.byteLength(thumb) - before;
    },
  };

  return {
    tx,
    async settle() {
      if (counter === head.counter && Object.values(grown).every((by) => by === 0)) return;
      const isKnown = head.counted_at === head.counter;
      settled = isKnown ? moved(head, 1) : await countedUse(on, q, space);
      const limits = { bytes: head.bytes_max, drawings: head.drawings_max };
      const before = moved(settled, -1);
      try {
        requireRoom(before, settled, grown.strokes, limits);
      } catch (error) {
        if (!(error instanceof StoreFull)) throw error;
        // Read only here: a space is seldom full.
        const bytes = replacedBytes(await q.photos(on, { space }));
        const without = (use: SpaceUse, less: number) => ({ ...use, bytes: use.bytes - less });
        requireRoom(without(before, bytes - replaced), without(settled, bytes), grown.strokes, limits);
      }
    },
    async save() {
      if (settled === undefined) return;
      const { drawings, trashed, bytes } = settled;
      await q.setHead(on, { space, counter, counted_at: counter, drawings, trashed, bytes });
    },
  };
}

function sizeOf(photos: readonly Pick<PhotoColumns, 'size'>[]): number {
  return photos.reduce((bytes, { size }) => bytes + size, 0);
}

/** Bytes of photos beside a larger one of the same drawing. Where a limit is reached they do not count. */
function replacedBytes(photos: readonly Pick<PhotoColumns, 'drawing' | 'size'>[]): number {
  return sizeOf(photos) - settledBytes(photos);
}
