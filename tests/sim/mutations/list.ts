/** The safeguards of sync, each as a mutation that removes it. */
import type { Edit } from '../rewrite.ts';

export interface Mutation {
  readonly name: string;
  /** In words, for the table in docs/sync-simulator.md. */
  readonly removes: string;
  readonly edits: readonly Edit[];
}

const SYNC = 'src/sync/drawings';
const API = 'src/api/drawings';

export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'already applied',
    removes: 'the host refuses a PUT that is what it has stored',
    edits: [
      {
        file: `${API}/write.ts`,
        from: 'if (await sameContent(tx, row, content)) return { row, status: 200, changed: false };\n      if (!createOnly)',
        to: 'if (!createOnly)',
      },
    ],
  },
  {
    name: 'idempotency keys',
    removes: 'the server does not know a request again by its key',
    edits: [
      {
        file: `${API}/change/preconditions.ts`,
        from: 'const entry = await tx.key(id, keyed.key);',
        to: 'const entry = undefined;',
      },
    ],
  },
  {
    name: 'key of a create',
    removes: 'the request that creates a drawing has no key',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: "'If-None-Match': '*', 'Idempotency-Key': key,",
        to: "'If-None-Match': '*',",
      },
    ],
  },
  {
    name: 'compare-and-set on the device',
    removes: 'what was merged is written although the drawing moved meanwhile',
    edits: [
      {
        file: `${SYNC}/local-drawing.ts`,
        from: 'if (now?.seq !== row?.seq || memory.era !== era) throw new StaleBase();',
        to: '',
      },
    ],
  },
  {
    name: 'compare-and-set of a request',
    removes: 'a request is sent although the drawing moved since it was made',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: 'row.seq !== seq || ', to: '' }],
  },
  {
    name: 'compare-and-set on the server',
    removes: 'If-Match is not looked at',
    edits: [
      {
        file: `${API}/change/preconditions.ts`,
        from: "if (!namesRev(condition, row.rev)) throw conflict(row.rev, 'the drawing has changed since');",
        to: '',
      },
    ],
  },
  {
    name: 'trash with a condition',
    removes: 'If-Match is not looked at when a drawing is trashed or restored',
    edits: [
      {
        file: `${API}/trash.ts`,
        from: 'if (condition !== undefined) requireRev(condition, before);',
        to: '',
      },
    ],
  },
  {
    name: 'cursor in the transaction',
    removes: 'the cursor is stored before what it passes',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: 'await write((memory) => ({ ...memory, cursor: page.cursor }));',
        to: 'await writePulled(run, new Map(), (memory) => ({ ...memory, cursor: page.cursor }));\n  await write();',
      },
    ],
  },
  {
    name: 'counter in the transaction',
    removes: 'a PATCH takes the number of its change before its transaction',
    edits: [
      {
        file: `${API}/patch.ts`,
        from: 'const { row, changed } = await ports.store.write(async (tx) => {',
        to: 'const early = await ports.store.read(async (tx) => (await tx.meta()).counter + 1);\n    const { row, changed } = await ports.store.write(async (tx) => {',
      },
      { file: `${API}/patch.ts`, from: '        nextNumber(tx),\n', to: '        early,\n' },
    ],
  },
  {
    name: 'epoch',
    removes: 'the server takes a cursor from before it went back',
    edits: [
      {
        file: `${API}/response/cursor.ts`,
        from: 'if (match?.[1] !== epoch || number > counter)',
        to: 'if (match === null || number > counter)',
      },
    ],
  },
  {
    name: 'era',
    removes: 'a device that hears of a server that went back trusts what was agreed on before',
    edits: [
      {
        file: `${SYNC}/records.ts`,
        from: '    era: era + 1,\n',
        to: '    era,\n',
      },
    ],
  },
  {
    name: 'a test beside each remove',
    removes: 'a stroke is removed by its index alone',
    edits: [
      {
        file: `${SYNC}/push/difference.ts`,
        from: 'operation = [test, remove].join();',
        to: 'operation = remove;',
      },
    ],
  },
  {
    name: 'the server is still itself',
    removes: 'what the server of a run lost when it went back counts as erased',
    edits: [{ file: `${SYNC}/run.ts`, from: '    await requireSameServer(run);\n', to: '' }],
  },
  {
    name: 'a trash that did not see all',
    removes: 'what both sides have in the trash stays there, though nobody knows who saw what',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'local.trashed && remote.trashed && sameContent(local, remote);',
        to: 'local.trashed && remote.trashed;',
      },
    ],
  },
  {
    name: 'counts by max',
    removes: 'what both sides added alike is added twice',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: 'if (inRemote.has(occurrence)) anchor = occurrence;',
        to: 'if (inRemote.has(occurrence) && inBase.has(occurrence)) anchor = occurrence;',
      },
    ],
  },
  {
    name: 'counts by min',
    removes: 'what was erased here and is there still stays',
    edits: [
      {
        file: 'src/core/drawing/merge.ts',
        from: '} else if (!inBase.has(occurrence)) {\n      strokes.push(remote.strokes[i]!);',
        to: '} else {\n      strokes.push(remote.strokes[i]!);',
      },
    ],
  },
  {
    name: 'what is in doubt is settled',
    removes: 'a request without an answer is forgotten',
    edits: [{ file: `${SYNC}/sync.ts`, from: 'if (await settle(run)) page = await nextPage(run);', to: '' }],
  },
  {
    name: 'what is sent is written down',
    removes: 'a request is sent before the device remembers it',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: '      writeSent(tx, made),\n', to: '' }],
  },
  {
    name: 'an edit during a push',
    removes: 'a drawing that changed while it was sent counts as sent',
    edits: [
      {
        file: `${SYNC}/push/content.ts`,
        from: 'const isClean = isSame(row, base);',
        to: 'const isClean = true;',
      },
    ],
  },
  {
    name: 'edit beats trash',
    removes: 'a trash of one side goes over an edit of the other',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'return sameContent(base, local.trashed ? remote : local);',
        to: 'return true;',
      },
    ],
  },
  {
    name: 'kept copies',
    removes: 'what is too much for one drawing is not kept beside it',
    edits: [
      {
        file: `${SYNC}/pull/receive.ts`,
        from: 'return { local, there, outcome: { ...there, trashed }, copy, notices };',
        to: 'return { local, there, outcome: { ...there, trashed }, copy: undefined, notices };',
      },
    ],
  },
  {
    name: 'parked rows stop no others',
    removes: 'a drawing that cannot be read ends the run',
    edits: [
      {
        file: `${SYNC}/run.ts`,
        from: "memory = withTrouble(memory, id, 'parked', what);",
        to: "throw new Stop({ trouble: 'busy', wait: 0 });",
      },
    ],
  },
  {
    name: 'parked rows are remembered',
    removes: 'the cursor passes a drawing that could not be read',
    edits: [{ file: `${SYNC}/run.ts`, from: "memory = withTrouble(memory, id, 'parked', what);", to: '' }],
  },
  {
    name: 'parked rows are tried again',
    removes: 'a drawing that could not be read is not asked for again',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: '(await retryParked(run)) ? await nextPage(run) : first',
        to: 'first',
      },
    ],
  },
  {
    name: 'a page older than what was read',
    removes: 'the page of changes stays as it was when drawings were read again that could not be read',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: '(await retryParked(run)) ? await nextPage(run) : first',
        to: '(await retryParked(run), first)',
      },
    ],
  },
  {
    name: 'what goes goes first',
    removes: 'a slice of a change may have more strokes than a drawing holds',
    edits: [
      { file: `${SYNC}/push/requests.ts`, from: 'direct.count > STROKES_MAX ||', to: 'direct.count < 0 ||' },
    ],
  },
  {
    name: 'a run ends when all of it has ended',
    removes: 'a run ends at the first failure, and other answers of it are still taken',
    edits: [{ file: `${SYNC}/pull/pull.ts`, from: 'await allEnded(', to: 'await Promise.all(' }],
  },
  {
    name: 'one by one when something moved',
    removes: 'a page is only ever written as a whole, and what moved is tried again with all of it',
    edits: [
      { file: `${SYNC}/pull/pull.ts`, from: 'const row of again.values()', to: 'const _ of [0]' },
      {
        file: `${SYNC}/pull/pull.ts`,
        from: 'fetchAll(run, [row])',
        to: 'fetchAll(run, [...again.values()])',
      },
    ],
  },
  {
    name: "the sweep spares base's chunks",
    removes: 'a save deletes strokes that sync still needs to see what was erased',
    edits: [
      {
        file: `${API}/change/commit.ts`,
        from: 'if (mark === undefined) return { deleted: dropped, sync: undefined };',
        to: 'return { deleted: dropped, sync: mark };',
      },
    ],
  },
  {
    name: 'compare-and-set of the profile',
    removes: 'a device sends the profile whatever others made of it since',
    edits: [{ file: `${SYNC}/profile.ts`, from: "'If-Match': etag || '*'", to: "'If-Match': '*'" }],
  },
  {
    name: 'the profile in doubt',
    removes: "a device takes its own profile for another device's",
    edits: [
      {
        file: `${SYNC}/profile.ts`,
        from: 'const sent = isProfile(lately) ? lately : base;',
        to: 'const sent = base;',
      },
    ],
  },
  {
    name: 'dates of a create',
    removes: 'a server dates what is sent to it for the first time',
    edits: [{ file: `${SYNC}/push/requests.ts`, from: '!withheld.includes(name)', to: 'name.length === 0' }],
  },
  {
    name: 'the date of a change',
    removes: 'a change does not say when it was made',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: 'if (dated) operations.push(',
        to: 'if (!dated) operations.push(',
      },
    ],
  },
  {
    name: 'a date that is there already',
    removes: 'the date of a change is sent also where the server has it',
    edits: [
      {
        file: `${SYNC}/push/requests.ts`,
        from: 'row.updatedAt > updatedAt ? row.updatedAt : dateBefore(updatedAt)',
        to: 'row.updatedAt',
      },
    ],
  },
  {
    name: 'the later change dates a merge',
    removes: "what was merged has the server's date",
    edits: [
      {
        file: `${SYNC}/pull/receive.ts`,
        from: 'return row.updatedAt > updatedAt ? row.updatedAt : updatedAt;',
        to: 'return updatedAt;',
      },
    ],
  },
  {
    name: 'a date never goes back',
    removes: 'a host takes a date that is before the one it has',
    edits: [
      {
        file: 'src/core/drawing/dates.ts',
        from: 'return given > stored ? given : stored;',
        to: 'return given;',
      },
    ],
  },
  {
    name: 'a date that is refused',
    removes: 'a change is not sent again without the date that the server takes for one of the future',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: 'OF_DATES.test(path)', to: 'path === 0' }],
  },
  {
    name: 'the trash leaves the date alone',
    removes: 'a drawing is dated when it goes to the trash and comes back',
    edits: [
      {
        file: `${API}/change/commit.ts`,
        from: 'isDated ? dateOfChange(updatedAt, change.updatedAt, now) : updatedAt',
        to: 'dateOfChange(updatedAt, change.updatedAt, now)',
      },
    ],
  },
  {
    name: 'what was changed back',
    removes: 'what was changed here and changed back keeps the date of that',
    edits: [{ file: `${SYNC}/push/push.ts`, from: '{ ...now, updatedAt }', to: 'now' }],
  },
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
