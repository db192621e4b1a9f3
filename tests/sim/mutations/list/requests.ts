/** Safeguards of requests: sent twice, out of order, or to another server. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const REQUESTS: readonly Mutation[] = [
  {
    name: 'already applied',
    removes: 'the host refuses a PUT of the stored content',
    edits: [
      {
        file: `${API}/write.ts`,
        from: 'if (await sameContent(tx, row, whole)) return { row, status: 200, changed: false };\n      if (!createOnly)',
        to: 'if (!createOnly)',
      },
    ],
  },
  {
    name: 'idempotency keys',
    removes: 'the server ignores idempotency keys',
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
    removes: 'a merge is written although the drawing changed meanwhile',
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
    removes: 'a request is sent although the drawing changed since it was made',
    edits: [{ file: `${SYNC}/push/deliver.ts`, from: 'row.seq !== seq || ', to: '' }],
  },
  {
    name: 'compare-and-set on the server',
    removes: 'PUT and PATCH ignore If-Match',
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
    removes: 'trash and restore ignore If-Match',
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
    removes: 'the cursor is stored before the changes that it passes',
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
    removes: 'a PATCH takes the number of its change outside its transaction',
    edits: [
      {
        file: `${API}/patch.ts`,
        from: 'const { row, changed } = await writeKeeping(store, ports.now, async (tx, keeping) => {',
        to: 'const early = await store.read(async (tx) => (await tx.meta()).counter + 1);\n    const { row, changed } = await writeKeeping(store, ports.now, async (tx, keeping) => {',
      },
      { file: `${API}/patch.ts`, from: '        nextNumber(tx),\n', to: '        early,\n' },
    ],
  },
  {
    name: 'epoch',
    removes: 'the server accepts a cursor from before a restored backup',
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
    removes: 'a device trusts its bases after the server was restored',
    edits: [
      {
        file: `${SYNC}/records.ts`,
        from: '    era: era + 1,\n',
        to: '    era,\n',
      },
    ],
  },
  {
    name: 'an era of a run',
    removes: 'a run sends on under an era that began in its middle',
    edits: [{ file: `${SYNC}/push/push.ts`, from: 'next.era !== era', to: 'next.era < era' }],
  },
  {
    name: 'an era of a first page',
    removes: 'what was agreed without a cursor still counts after a first page',
    edits: [{ file: `${SYNC}/pull/pull.ts`, from: '      await startEra(run, page.cursor);\n', to: '' }],
  },
  {
    name: 'the server of a first page',
    removes: 'a first page that was read in part is continued with a restored server',
    edits: [
      {
        file: `${SYNC}/pull/pull.ts`,
        from: "(await run.server.changes(firstCursor, 1)) !== 'expired'",
        to: "firstCursor !== ''",
      },
    ],
  },
  {
    name: 'the server during a first page',
    removes: 'strokes that a restored server lost count as erased while there is no cursor yet',
    edits: [
      {
        file: `${SYNC}/run.ts`,
        from: 'const cursor = cursorOfEra(await run.store.read(readMemory));',
        to: 'const { cursor } = await run.store.read(readMemory);',
      },
    ],
  },
  {
    name: 'a test with each removal',
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
    name: 'the server is still the same',
    removes: 'strokes that a restored server lost count as erased',
    edits: [{ file: `${SYNC}/run.ts`, from: '    await requireSameServer(run);\n', to: '' }],
  },
  {
    name: 'trash without a base',
    removes: 'a drawing trashed on both sides without a base stays in the trash',
    edits: [
      {
        file: `${SYNC}/plan.ts`,
        from: 'local.trashed && remote.trashed && sameContent(local, remote);',
        to: 'local.trashed && remote.trashed;',
      },
    ],
  },
];
