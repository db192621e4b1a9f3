/** Safeguards of deletions for good. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const DELETIONS: readonly Mutation[] = [
  {
    name: 'deletions in the feed',
    removes: 'the feed of changes leaves out deletions',
    edits: [{ file: `${API}/read.ts`, from: 'tx.purges(from, limit + 1)', to: 'tx.purges(meta.counter, 1)' }],
  },
  {
    name: 'a change here wins over a deletion',
    removes: 'a drawing deleted elsewhere is deleted here although it was changed here',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'if (base !== undefined && !isTakenUp(base, local))',
        to: 'if (base !== undefined)',
      },
    ],
  },
  {
    name: 'a change there wins over a deletion',
    removes: 'a drawing deleted here is deleted on the server although others changed it since',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'if (base === undefined || isTakenUp(base, remote))',
        to: 'if (base === undefined)',
      },
      {
        file: `${SYNC}/pull/receive-purge.ts`,
        from: 'const isTouched = remote.rev !== base.rev && !isTrashed;',
        to: 'const isTouched = isTrashed && false;',
      },
    ],
  },
  {
    name: 'deletion of unchanged drawings',
    removes: 'a device creates a drawing again that was deleted elsewhere',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'if (base !== undefined && !isTakenUp(base, local))',
        to: 'if (base !== undefined && isTakenUp(base, base))',
      },
    ],
  },
  {
    name: 'deletion on the server',
    removes: 'a deletion here is not sent to the server',
    edits: [{ file: `${SYNC}/sync.ts`, from: '  await purgeThere(run);\n', to: '' }],
  },
  {
    name: 'deletion at a revision',
    removes: 'a device deletes any revision on the server',
    edits: [
      {
        file: `${SYNC}/purge.ts`,
        from: "const headers = { 'If-Match': ",
        to: "const headers = { 'If-Match': isForGood ? '*' : ",
      },
    ],
  },
  {
    name: 'deletion with the cursor of the run',
    removes: 'a device deletes the same revision of a restored server',
    edits: [
      {
        file: `${SYNC}/purge.ts`,
        from: 'withCursor((isForGood ? trashPath : drawingPath)(id), cursor)',
        to: 'isForGood ? trashPath(id) : withCursor(drawingPath(id), cursor)',
      },
    ],
  },
  {
    name: 'trash with the cursor of the run',
    removes: 'a device trashes the same revision of a restored server',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: 'trashed ? withCursor(path, cursor) :',
        to: 'trashed ? path :',
      },
      {
        file: `${SYNC}/purge.ts`,
        from: 'withCursor((isForGood ? trashPath : drawingPath)(id), cursor)',
        to: 'isForGood ? withCursor(trashPath(id), cursor) : drawingPath(id)',
      },
    ],
  },
  {
    name: 'keys outlive the drawing',
    removes: 'a late request that was applied before the deletion counts as new',
    edits: [
      {
        file: `${API}/find.ts`,
        from: "if (purge?.keys.includes(keyed?.key ?? '') !== true) return;",
        to: 'if (purge !== null) return;',
      },
    ],
  },
  {
    name: 'revisions outlive the drawing',
    removes: 'a drawing created again starts at revision 1',
    edits: [
      { file: `${API}/change/commit.ts`, from: 'before?.rev ?? purge?.rev ?? 0', to: 'before?.rev ?? 0' },
    ],
  },
  {
    name: 'a change in doubt at a deletion',
    removes: "a deletion here drops the drawing's requests in doubt",
    edits: [
      {
        file: `${SYNC}/push/deliver.ts`,
        from: 'purge && writeBase(tx, id, { ...next, era, rev, createdAt })',
        to: 'purge && undefined',
      },
    ],
  },
  {
    name: 'a deletion without a record',
    removes: 'a device does not look for deletions that it was too full to record',
    edits: [
      {
        file: `${SYNC}/purge.ts`,
        from: 'if (known === undefined) await recordPurges(run);',
        to: 'void known;',
      },
    ],
  },
];
