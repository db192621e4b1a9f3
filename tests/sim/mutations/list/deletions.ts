/** Safeguards of deletions for good. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const DELETIONS: readonly Mutation[] = [
  {
    name: 'a deletion is heard of',
    removes: 'what was deleted for good is left out of the changes',
    edits: [{ file: `${API}/read.ts`, from: 'tx.purges(from, limit + 1)', to: 'tx.purges(meta.counter, 1)' }],
  },
  {
    name: 'a change beats a deletion',
    removes: 'what was deleted for good elsewhere goes, although somebody changed it here',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'if (base !== undefined && !isTakenUp(base, local))',
        to: 'if (base !== undefined)',
      },
    ],
  },
  {
    name: 'a change there beats a deletion here',
    removes: 'what was deleted for good here is deleted there, whatever others made of it since',
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
    name: 'a deletion goes where nobody changed it',
    removes: 'what was deleted for good elsewhere is made anew by every device that has it',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'if (base !== undefined && !isTakenUp(base, local))',
        to: 'if (base !== undefined && isTakenUp(base, base))',
      },
    ],
  },
  {
    name: 'the wish to delete',
    removes: 'what was deleted for good here is not asked for on the server',
    edits: [{ file: `${SYNC}/sync.ts`, from: '  await purgeThere(run);\n', to: '' }],
  },
  {
    name: 'a deletion of what was seen',
    removes: 'a device deletes on the server whatever revision is there',
    edits: [
      {
        file: `${SYNC}/purge.ts`,
        from: "const headers = { 'If-Match': ",
        to: "const headers = { 'If-Match': isForGood ? '*' : ",
      },
    ],
  },
  {
    name: 'a deletion at the server of this run',
    removes: 'a device deletes at the same revision of a server that went back',
    edits: [
      {
        file: `${SYNC}/purge.ts`,
        from: '?cursor=',
        // The part behind `#` is never sent.
        to: '#',
      },
    ],
  },
  {
    name: 'keys outlive the drawing',
    removes: 'a request that was applied before a drawing was deleted for good is taken for a new one',
    edits: [
      {
        file: `${API}/change/preconditions.ts`,
        from: "if (purge?.keys.includes(keyed?.key ?? '') !== true) return;",
        to: 'if (purge !== null) return;',
      },
    ],
  },
  {
    name: 'revisions outlive the drawing',
    removes: 'a drawing that is made anew begins at revision 1 again',
    edits: [
      { file: `${API}/change/commit.ts`, from: 'before?.rev ?? purge?.rev ?? 0', to: 'before?.rev ?? 0' },
    ],
  },
  {
    name: 'a change that landed when it was deleted here',
    removes: 'what was in doubt of a drawing that was deleted for good here is forgotten',
    edits: [
      {
        file: `${SYNC}/push/deliver.ts`,
        from: 'purge && writeBase(tx, id, { ...next, era, rev })',
        to: 'purge && undefined',
      },
    ],
  },
];
