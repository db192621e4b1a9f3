/** Every query of the store, in SQL that SQLite and PostgreSQL both understand. */
import { type Kysely, sql } from 'kysely';
import { prepare, prepareMany } from './prepare.ts';
import type { DrawingsTable, KeysTable, PurgesTable, Tables } from './schema.ts';

/** Larger than any number of rows: PostgreSQL and SQLite write "no limit" differently. */
export const NO_LIMIT = 2 ** 31 - 1;

type NoValues = Record<never, never>;
type MetaRow = Pick<Tables['meta'], 'epoch' | 'counter'>;
interface CountRow {
  trashed: number;
  /** PostgreSQL's driver returns big integers as text. */
  count: number | string;
  newest: string;
}

export type Queries = ReturnType<typeof prepareQueries>;

export function prepareQueries(db: Kysely<Tables>) {
  return {
    meta: prepare<NoValues, MetaRow>(() => db.selectFrom('meta').select(['epoch', 'counter'])),
    setCounter: prepare((p: { counter: number }) => db.updateTable('meta').set({ counter: p.counter })),

    drawing: prepare((p: { id: string }) => db.selectFrom('drawings').selectAll().where('id', '=', p.id)),
    list: prepare((p: { trashed: number; limit: number }) => inListOrder(db, p)),
    listAfter: prepare((p: { trashed: number; limit: number; updatedAt: string; id: string }) =>
      inListOrder(db, p)
        .where('updated_at', '<=', p.updatedAt)
        .where((where) => where.or([where('updated_at', '<', p.updatedAt), where('id', '>', p.id)])),
    ),
    changes: prepare((p: { since: number; limit: number }) =>
      db
        .selectFrom('drawings')
        .selectAll()
        .where('seq', '>', p.since)
        .orderBy('seq')
        .limit(sql<number>`${p.limit}`),
    ),
    counts: prepare<NoValues, CountRow>(() =>
      db
        .selectFrom('drawings')
        .select((select) => [
          'trashed',
          select.fn.countAll().as('count'),
          select.fn.max('updated_at').as('newest'),
        ])
        .groupBy('trashed'),
    ),
    putDrawing: prepare((p: DrawingsTable) =>
      db
        .insertInto('drawings')
        .values({
          id: p.id,
          rev: p.rev,
          seq: p.seq,
          title: p.title,
          stroke_count: p.stroke_count,
          size: p.size,
          chunks: p.chunks,
          trashed: p.trashed,
          created_at: p.created_at,
          updated_at: p.updated_at,
          key_count: p.key_count,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet((update) => ({
            rev: update.ref('excluded.rev'),
            seq: update.ref('excluded.seq'),
            title: update.ref('excluded.title'),
            stroke_count: update.ref('excluded.stroke_count'),
            size: update.ref('excluded.size'),
            chunks: update.ref('excluded.chunks'),
            trashed: update.ref('excluded.trashed'),
            created_at: update.ref('excluded.created_at'),
            updated_at: update.ref('excluded.updated_at'),
            key_count: update.ref('excluded.key_count'),
          })),
        ),
    ),

    deleteDrawing: prepare((p: { id: string }) => db.deleteFrom('drawings').where('id', '=', p.id)),

    purge: prepare((p: { id: string }) => db.selectFrom('purges').selectAll().where('id', '=', p.id)),
    purges: prepare((p: { since: number; limit: number }) =>
      db
        .selectFrom('purges')
        .selectAll()
        .where('seq', '>', p.since)
        .orderBy('seq')
        .limit(sql<number>`${p.limit}`),
    ),
    putPurge: prepare((p: PurgesTable) =>
      db.insertInto('purges').values({ id: p.id, seq: p.seq, rev: p.rev, keys: p.keys }),
    ),
    deletePurge: prepare((p: { id: string }) => db.deleteFrom('purges').where('id', '=', p.id)),
    /** `place` counts from the newest, which is 0. */
    purgeAt: prepare((p: { place: number }) =>
      db.selectFrom('purges').select('seq').orderBy('seq', 'desc').limit(1).offset(sql<number>`${p.place}`),
    ),
    dropPurges: prepare((p: { last: number }) => db.deleteFrom('purges').where('seq', '<=', p.last)),

    thumbs: prepareMany((ids: string[]) =>
      db.selectFrom('thumbs').select(['drawing as id', 'thumb as text']).where('drawing', 'in', ids),
    ),
    putThumb: prepare((p: { drawing: string; thumb: string }) =>
      db
        .insertInto('thumbs')
        .values({ drawing: p.drawing, thumb: p.thumb })
        .onConflict((conflict) =>
          conflict.column('drawing').doUpdateSet((update) => ({ thumb: update.ref('excluded.thumb') })),
        ),
    ),
    deleteThumb: prepare((p: { drawing: string }) =>
      db.deleteFrom('thumbs').where('drawing', '=', p.drawing),
    ),

    chunks: prepareMany((ids: string[]) =>
      db.selectFrom('chunks').select(['id', 'text']).where('id', 'in', ids),
    ),
    putChunk: prepare((p: { id: string; text: string }) =>
      db.insertInto('chunks').values({ id: p.id, text: p.text }),
    ),
    deleteChunks: prepareMany((ids: string[]) => db.deleteFrom('chunks').where('id', 'in', ids)),

    key: prepare((p: { drawing: string; key: string }) =>
      db.selectFrom('idempotency_keys').selectAll().where('drawing', '=', p.drawing).where('key', '=', p.key),
    ),
    keys: prepare((p: { drawing: string }) =>
      db.selectFrom('idempotency_keys').selectAll().where('drawing', '=', p.drawing),
    ),
    deleteKeys: prepare((p: { drawing: string }) =>
      db.deleteFrom('idempotency_keys').where('drawing', '=', p.drawing),
    ),
    putKey: prepare((p: KeysTable) =>
      db
        .insertInto('idempotency_keys')
        .values({
          drawing: p.drawing,
          slot: p.slot,
          key: p.key,
          hash: p.hash,
          rev: p.rev,
          title: p.title,
          stroke_count: p.stroke_count,
          updated_at: p.updated_at,
        })
        .onConflict((conflict) =>
          conflict.columns(['drawing', 'slot']).doUpdateSet((update) => ({
            key: update.ref('excluded.key'),
            hash: update.ref('excluded.hash'),
            rev: update.ref('excluded.rev'),
            title: update.ref('excluded.title'),
            stroke_count: update.ref('excluded.stroke_count'),
            updated_at: update.ref('excluded.updated_at'),
          })),
        ),
    ),

    value: prepare((p: { name: string }) =>
      db.selectFrom('named_values').select('text').where('name', '=', p.name),
    ),
    putValue: prepare((p: { name: string; text: string }) =>
      db
        .insertInto('named_values')
        .values({ name: p.name, text: p.text })
        .onConflict((conflict) =>
          conflict.column('name').doUpdateSet((update) => ({ text: update.ref('excluded.text') })),
        ),
    ),

    deleteValue: prepare((p: { name: string }) => db.deleteFrom('named_values').where('name', '=', p.name)),

    hours: prepare((p: { metric: string; since: number; limit: number }) =>
      db
        .selectFrom('hours')
        .select('figure')
        .where('metric', '=', p.metric)
        .where('at', '>=', p.since)
        .orderBy('at', 'desc')
        .limit(sql<number>`${p.limit}`),
    ),
    putHour: prepare((p: { metric: string; at: number; figure: string }) =>
      db
        .insertInto('hours')
        .values({ metric: p.metric, at: p.at, figure: p.figure })
        .onConflict((conflict) =>
          conflict
            .columns(['metric', 'at'])
            .doUpdateSet((update) => ({ figure: update.ref('excluded.figure') })),
        ),
    ),
    dropHours: prepare((p: { before: number }) => db.deleteFrom('hours').where('at', '<', p.before)),
  };
}

function inListOrder(db: Kysely<Tables>, p: { trashed: number; limit: number }) {
  return db
    .selectFrom('drawings')
    .selectAll()
    .where('trashed', '=', p.trashed)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(sql<number>`${p.limit}`);
}
