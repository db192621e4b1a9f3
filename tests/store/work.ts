/** What the store tests write and read in one transaction. */
import type { ReadTx, WriteTx } from '../../src/api/ports.ts';
import { entry, figure, row, uuid } from './samples.ts';

/** Writes one of everything. */
export async function fill(tx: WriteTx): Promise<void> {
  await tx.setCounter(1);
  await tx.putDrawing(row(1, { chunks: [['a', 1]] }));
  await tx.putThumb(uuid(1), 'data:one');
  await tx.putChunks([{ id: 'a', text: 'text' }]);
  await tx.putKey(uuid(1), 0, entry('key'));
  await tx.putPurge({ id: uuid(2), seq: 0, rev: 3, keys: ['k'] });
  await tx.putValue('profile', '{}');
  await tx.putHours([figure('psi', 9)]);
}

/** Reads everything that `fill` writes. */
export async function everything(tx: ReadTx) {
  return {
    meta: await tx.meta(),
    drawing: await tx.drawing(uuid(1)),
    list: await tx.list({ trashed: false }),
    thumbs: await tx.thumbs([uuid(1)]),
    chunks: await tx.chunks(['a']),
    key: await tx.key(uuid(1), 'key'),
    purge: await tx.purge(uuid(2)),
    value: await tx.value('profile'),
    hours: await tx.hours('psi', '2026-01-01T00:00:00Z'),
  };
}

/** Adds a new drawing, numbered by the counter. */
export async function addOne(tx: WriteTx): Promise<number> {
  const counter = (await tx.meta()).counter + 1;
  await tx.setCounter(counter);
  await tx.putDrawing(row(counter));
  return counter;
}
