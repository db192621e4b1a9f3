/** Drawings that were deleted for good: on the server, or here. */

import { purge, revAfter } from '../../../api/drawings/change/purged.ts';
import type { ArchivedDrawing } from '../../../api/drawings/import.ts';
import { type LocalDrawing, type MergePlan, StaleBase, sideOf, unchangedRow } from '../local-drawing.ts';
import { plan, type Side } from '../plan.ts';
import type { SyncNotice } from '../ports.ts';
import { forgetBase, NO_ERA, readAnyBase, withNotices, withoutTrouble, writeBase } from '../records.ts';

/** Nobody has touched it since it was deleted here: it is to go there, too. */
export function isPurgedHere({ row, purge, base }: LocalDrawing, remote: ArchivedDrawing): boolean {
  if (row !== undefined || purge === undefined || base === undefined) return false;
  // One change that put it in the trash changed nothing else.
  const isTrashed = remote.rev === base.rev + 1 && !base.trashed && remote.trashed;
  const isTouched = remote.rev !== base.rev && !isTrashed;
  const there = { title: base.title, trashed: remote.trashed, strokes: isTouched ? 'others' : '' };
  return plan({ title: base.title, trashed: base.trashed, strokes: '' }, 'purged', there) !== 'pull';
}

/** The wish goes on, for what the server has now. */
export function keepPurge(here: LocalDrawing, { rev, trashed }: ArchivedDrawing): MergePlan {
  const { id } = here;
  return {
    id,
    size: 0,
    takes: false,
    async write(tx, memory, number) {
      const [base] = await Promise.all([readAnyBase(tx, id), unchangedRow(tx, here, memory)]);
      if (base?.era !== here.era) throw new StaleBase();
      // It goes on naming chunks that are gone: whoever makes the drawing anew must not take it for an empty one.
      await writeBase(tx, id, { ...base, rev, trashed });
      return { memory: withoutTrouble(memory, id), number: number - 1, rows: [] };
    },
  };
}

/**
 * The server has deleted it for good.
 * @param agreed what both sides last agreed on, where that is not the base
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
        return { memory: after, number, rows: [{ ...now, rev: revAfter(now) }] };
      }
      // To be made there anew: nothing is agreed any more, and whoever looks for what is to be sent finds it.
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
