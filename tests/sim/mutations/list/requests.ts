/** Safeguards of requests: sent twice, out of order, or to another server. */
import { API, type Mutation, SYNC } from '../mutation.ts';

export const REQUESTS: readonly Mutation[] = [
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
        from: 'const { row, changed } = await store.write(async (tx) => {',
        to: 'const early = await store.read(async (tx) => (await tx.meta()).counter + 1);\n    const { row, changed } = await store.write(async (tx) => {',
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
];
