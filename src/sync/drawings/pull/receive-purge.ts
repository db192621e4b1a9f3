/** Permanently deleted drawings in a pull: deleted on the server, or here. */

import { purge, revOfPurge } from '../../../api/drawings/change/purged.ts';
import type { ArchivedDrawing } from '../../../api/drawings/import.ts';
import type { SyncNotice } from '../../state/drawings-state.ts';
import { type LocalDrawing, type MergePlan, StaleBase, sideOf, unchangedRow } from '../local-drawing.ts';
import { plan, type Side } from '../plan.ts';
import { forgetBase, NO_ERA, readAnyBase, withNotices, withoutTrouble, writeBase } from '../records.ts';

/**
 * True if nobody changed the drawing on the server since it was deleted here, so that it should be deleted
 * there too.
 */
export function isPurgedHere({ row, purge, base }: LocalDrawing, remote: ArchivedDrawing): boolean {
  if (row !== undefined || purge === undefined || base === undefined) return false;
  // A single change that moved it to the trash changed nothing else.
  const isTrashed = remote.rev === base.rev + 1 && !base.trashed && remote.trashed;
  const isTouched = remote.rev !== base.rev && !isTrashed;
  const there = { title: base.title, trashed: remote.trashed, strokes: isTouched ? 'others' : '' };
  return plan({ title: base.title, trashed: base.trashed, strokes: '' }, 'purged', there) !== 'pull';
}

/** Keeps the pending deletion, now for the server's current revision. */
export function keepPurge(here: LocalDrawing, { rev, trashed }: ArchivedDrawing): MergePlan {
  const { id } = here;
  return {
    id,
    size: 0,
    takes: false,
    async write(tx, memory, number) {
      const [base] = await Promise.all([readAnyBase(tx, id), unchangedRow(tx, here, memory)]);
      if (base?.era !== here.era) throw new StaleBase();
      // The base still lists deleted chunks, so that a drawing created again is not compared with an empty
      // one.
      await writeBase(tx, id, { ...base, rev, trashed });
      return { memory: withoutTrouble(memory, id), number: number - 1, rows: [] };
    },
  };
}

/**
 * The plan after a permanent deletion on the server.
 * @param agreed last state that both sides agreed on, if it is not the base
 */
export function receivePurge(here: LocalDrawing, agreed?: Side): MergePlan {
  const { id, row, base } = here;
  const both = agreed ?? (base && sideOf(base, here.baseTexts));
  const todo = plan(both, row && sideOf(row, here.texts), 'purged');
  return {
    id,
    size: 0,
    takes: todo === 'purge',
    async write(tx, memory, number) {
      const [now, oldBase] = await Promise.all([unchangedRow(tx, here, memory), readAnyBase(tx, id)]);
      const after = withoutTrouble(memory, id);
      if (now === undefined || todo === 'purge') {
        await forgetBase(tx, id, oldBase);
        if (now === undefined) return { memory: after, number: number - 1, rows: [] };
        await purge(tx, now, number);
        return { memory: after, number, rows: [{ ...now, rev: revOfPurge(now) }] };
      }
      // The drawing will be created on the server again. Nothing is agreed any more, and push must find the
      // row.
      await Promise.all([
        oldBase && writeBase(tx, id, { ...oldBase, era: NO_ERA }),
        now.sync && tx.putDrawing({ ...now, sync: { ...now.sync, seq: 0 } }),
        tx.setCounter(number),
      ]);
      const notices: SyncNotice[] = both === undefined ? [] : [{ kind: 'not_deleted', drawing: id }];
      const scanned = Math.min(after.scanned, now.seq - 1);
      return { memory: withNotices({ ...after, scanned }, notices), number, rows: [] };
    },
  };
}
