/** Every query of the store, in SQL that SQLite and PostgreSQL both understand. */
import { type Kysely, type Selectable, sql } from 'kysely';
import { prepare, prepareMany } from './prepare.ts';
import type {
  DrawingsTable,
  KeysTable,
  PhotosTable,
  PurgesTable,
  SpacesTable,
  Tables,
  VersionsTable,
} from './tables.ts';

/** Larger than any number of rows: PostgreSQL and SQLite write "no limit" differently. */
export const NO_LIMIT = 2 ** 31 - 1;

/**
 * The columns by name. `*` would also select those that a newer version adds while this process runs, and
 * PostgreSQL refuses a prepared statement whose result has changed.
 */
const HEAD = [
  'epoch',
  'counter',
  'counted_at',
  'drawings',
  'trashed',
  'bytes',
  'drawings_max',
  'bytes_max',
  'closed',
] as const satisfies (keyof SpacesTable)[];
const DRAWING = [
  'id',
  'rev',
  'seq',
  'title',
  'stroke_count',
  'size',
  'chunks',
  'paper',
  'layers',
  'underlay',
  'kept',
  'trashed',
  'created_at',
  'updated_at',
  'key_count',
] as const satisfies (keyof DrawingsTable)[];
const KEY = [
  'key',
  'hash',
  'rev',
  'title',
  'stroke_count',
  'updated_at',
] as const satisfies (keyof KeysTable)[];
const PURGE = ['id', 'seq', 'rev', 'keys'] as const satisfies (keyof PurgesTable)[];
/** Without its bytes. */
const PHOTO = ['drawing', 'sha256', 'type', 'size'] as const satisfies (keyof PhotosTable)[];
export type HeadColumns = Pick<Selectable<SpacesTable>, (typeof HEAD)[number]>;
export type DrawingColumns = Pick<DrawingsTable, (typeof DRAWING)[number]>;
export type KeyColumns = Pick<KeysTable, (typeof KEY)[number]>;
export type PhotoColumns = Pick<PhotosTable, (typeof PHOTO)[number]>;
type PhotoName = Pick<PhotosTable, 'drawing' | 'sha256'>;
export type PurgeColumns = Pick<PurgesTable, (typeof PURGE)[number]>;

/** The space of a query. Every key begins with it. */
interface Space {
  space: string;
}
type MetaRow = Pick<HeadColumns, 'epoch' | 'counter'>;
type FigureColumns = Pick<HeadColumns, 'counter' | 'counted_at' | 'drawings' | 'trashed' | 'bytes'>;

export type Queries = ReturnType<typeof prepareQueries>;

export function prepareQueries(db: Kysely<Tables>) {
  return {
    meta: prepare<Space, MetaRow>((p) =>
      db.selectFrom('spaces').select(['epoch', 'counter']).where('id', '=', p.space),
    ),
    head: prepare<Space, HeadColumns>((p) => headOf(db, p)),
    /**
     * The same, locked for writing in PostgreSQL. Inserts that refer to the row need not wait. SQLite has one writer at
     * a time, and no such clause.
     */
    lockedHead: prepare<Space, HeadColumns>((p) => headOf(db, p).forNoKeyUpdate()),
    setHead: prepare((p: Space & FigureColumns) =>
      db
        .updateTable('spaces')
        .set({
          counter: p.counter,
          counted_at: p.counted_at,
          drawings: p.drawings,
          trashed: p.trashed,
          bytes: p.bytes,
        })
        .where('id', '=', p.space),
    ),

    drawing: prepare((p: Space & { id: string }) =>
      db.selectFrom('drawings').where('space', '=', p.space).select(DRAWING).where('id', '=', p.id),
    ),
    list: prepare((p: Space & { trashed: number; limit: number }) => inListOrder(db, p)),
    listAfter: prepare((p: Space & { trashed: number; limit: number; updatedAt: string; id: string }) =>
      inListOrder(db, p)
        .where('updated_at', '<=', p.updatedAt)
        .where((where) => where.or([where('updated_at', '<', p.updatedAt), where('id', '>', p.id)])),
    ),
    changes: prepare((p: Space & { since: number; limit: number }) =>
      db
        .selectFrom('drawings')
        .where('space', '=', p.space)
        .select(DRAWING)
        .where('seq', '>', p.since)
        .orderBy('seq')
        .limit(sql<number>`${p.limit}`),
    ),
    countDrawings: prepare<Space, { drawings: number; trashed: number; size: number }>((p) =>
      db
        .selectFrom('drawings')
        .where('space', '=', p.space)
        .select((select) => [
          select.fn.countAll<number>().as('drawings'),
          sql<number>`cast(coalesce(sum(trashed), 0) as bigint)`.as('trashed'),
          sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('size'),
        ]),
    ),
    /** Cheap: both databases know the length of a text without reading it. */
    countThumbs: prepare<Space, { size: number }>((p) =>
      db
        .selectFrom('thumbs')
        .where('space', '=', p.space)
        .select(sql<number>`cast(coalesce(sum(octet_length(thumb)), 0) as bigint)`.as('size')),
    ),
    thumbSize: prepare<Space & { drawing: string }, { size: number }>((p) =>
      db
        .selectFrom('thumbs')
        .where('space', '=', p.space)
        .where('drawing', '=', p.drawing)
        .select(sql<number>`octet_length(thumb)`.as('size')),
    ),
    newest: prepare<Space & { trashed: number }, { updated_at: string }>((p) =>
      db
        .selectFrom('drawings')
        .where('space', '=', p.space)
        .where('trashed', '=', p.trashed)
        .select('updated_at')
        .orderBy('updated_at', 'desc')
        .limit(1),
    ),
    putDrawing: prepare((p: DrawingsTable) =>
      db
        .insertInto('drawings')
        .values({
          space: p.space,
          id: p.id,
          rev: p.rev,
          seq: p.seq,
          title: p.title,
          stroke_count: p.stroke_count,
          size: p.size,
          chunks: p.chunks,
          paper: p.paper,
          layers: p.layers,
          underlay: p.underlay,
          kept: p.kept,
          trashed: p.trashed,
          created_at: p.created_at,
          updated_at: p.updated_at,
          key_count: p.key_count,
        })
        .onConflict((conflict) =>
          conflict.columns(['space', 'id']).doUpdateSet((update) => ({
            rev: update.ref('excluded.rev'),
            seq: update.ref('excluded.seq'),
            title: update.ref('excluded.title'),
            stroke_count: update.ref('excluded.stroke_count'),
            size: update.ref('excluded.size'),
            chunks: update.ref('excluded.chunks'),
            paper: update.ref('excluded.paper'),
            layers: update.ref('excluded.layers'),
            underlay: update.ref('excluded.underlay'),
            kept: update.ref('excluded.kept'),
            trashed: update.ref('excluded.trashed'),
            created_at: update.ref('excluded.created_at'),
            updated_at: update.ref('excluded.updated_at'),
            key_count: update.ref('excluded.key_count'),
          })),
        ),
    ),

    deleteDrawing: prepare((p: Space & { id: string }) =>
      db.deleteFrom('drawings').where('space', '=', p.space).where('id', '=', p.id),
    ),

    purge: prepare((p: Space & { id: string }) =>
      db.selectFrom('purges').where('space', '=', p.space).select(PURGE).where('id', '=', p.id),
    ),
    purges: prepare((p: Space & { since: number; limit: number }) =>
      db
        .selectFrom('purges')
        .where('space', '=', p.space)
        .select(PURGE)
        .where('seq', '>', p.since)
        .orderBy('seq')
        .limit(sql<number>`${p.limit}`),
    ),
    putPurge: prepare((p: PurgesTable) =>
      db.insertInto('purges').values({ space: p.space, id: p.id, seq: p.seq, rev: p.rev, keys: p.keys }),
    ),
    deletePurge: prepare((p: Space & { id: string }) =>
      db.deleteFrom('purges').where('space', '=', p.space).where('id', '=', p.id),
    ),
    /** The purge at a place, where 0 is the newest. */
    purgeAt: prepare((p: Space & { place: number }) =>
      db
        .selectFrom('purges')
        .where('space', '=', p.space)
        .select('seq')
        .orderBy('seq', 'desc')
        .limit(1)
        .offset(sql<number>`${p.place}`),
    ),
    dropPurges: prepare((p: Space & { last: number }) =>
      db.deleteFrom('purges').where('space', '=', p.space).where('seq', '<=', p.last),
    ),

    thumbs: prepareMany((space, ids) =>
      db
        .selectFrom('thumbs')
        .where('space', '=', space)
        .select(['drawing as id', 'thumb as text'])
        .where('drawing', 'in', ids),
    ),
    putThumb: prepare((p: Space & { drawing: string; thumb: string }) =>
      db
        .insertInto('thumbs')
        .values({ space: p.space, drawing: p.drawing, thumb: p.thumb })
        .onConflict((conflict) =>
          conflict
            .columns(['space', 'drawing'])
            .doUpdateSet((update) => ({ thumb: update.ref('excluded.thumb') })),
        ),
    ),
    deleteThumb: prepare((p: Space & { drawing: string }) =>
      db.deleteFrom('thumbs').where('space', '=', p.space).where('drawing', '=', p.drawing),
    ),

    chunks: prepareMany((space, ids) =>
      db.selectFrom('chunks').where('space', '=', space).select(['id', 'text']).where('id', 'in', ids),
    ),
    putChunk: prepare((p: Space & { id: string; text: string }) =>
      db.insertInto('chunks').values({ space: p.space, id: p.id, text: p.text }),
    ),
    deleteChunks: prepareMany((space, ids) =>
      db.deleteFrom('chunks').where('space', '=', space).where('id', 'in', ids),
    ),

    key: prepare((p: Space & { drawing: string; key: string }) =>
      db
        .selectFrom('idempotency_keys')
        .where('space', '=', p.space)
        .select(KEY)
        .where('drawing', '=', p.drawing)
        .where('key', '=', p.key),
    ),
    keys: prepare((p: Space & { drawing: string }) =>
      db
        .selectFrom('idempotency_keys')
        .where('space', '=', p.space)
        .select(KEY)
        .where('drawing', '=', p.drawing),
    ),
    deleteKeys: prepare((p: Space & { drawing: string }) =>
      db.deleteFrom('idempotency_keys').where('space', '=', p.space).where('drawing', '=', p.drawing),
    ),
    putKey: prepare((p: KeysTable) =>
      db
        .insertInto('idempotency_keys')
        .values({
          space: p.space,
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
          conflict.columns(['space', 'drawing', 'slot']).doUpdateSet((update) => ({
            key: update.ref('excluded.key'),
            hash: update.ref('excluded.hash'),
            rev: update.ref('excluded.rev'),
            title: update.ref('excluded.title'),
            stroke_count: update.ref('excluded.stroke_count'),
            updated_at: update.ref('excluded.updated_at'),
          })),
        ),
    ),

    versions: prepare((p: Space & { drawing: string }) =>
      db
        .selectFrom('versions')
        .where('space', '=', p.space)
        .select('version')
        .where('drawing', '=', p.drawing)
        .orderBy('rev'),
    ),
    oldestVersions: prepare((p: Space & { limit: number }) =>
      db
        .selectFrom('versions')
        .where('space', '=', p.space)
        .select('version')
        .orderBy('updated_at')
        .orderBy('drawing')
        .orderBy('rev')
        .limit(sql<number>`${p.limit}`),
    ),
    /** Without the newest of each drawing, in one query however many drawings there are. */
    oldestButNewest: prepare((p: Space & { limit: number }) =>
      db
        .selectFrom('versions')
        .where('versions.space', '=', p.space)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('versions as newer')
              .select('newer.rev')
              .whereRef('newer.space', '=', 'versions.space')
              .whereRef('newer.drawing', '=', 'versions.drawing')
              .whereRef('newer.rev', '>', 'versions.rev'),
          ),
        )
        .select('versions.version')
        .orderBy('versions.updated_at')
        .orderBy('versions.drawing')
        .orderBy('versions.rev')
        .limit(sql<number>`${p.limit}`),
    ),
    putVersion: prepare((p: VersionsTable) =>
      db
        .insertInto('versions')
        .values({
          space: p.space,
          drawing: p.drawing,
          rev: p.rev,
          updated_at: p.updated_at,
          version: p.version,
        })
        .onConflict((conflict) =>
          conflict.columns(['space', 'drawing', 'rev']).doUpdateSet((update) => ({
            updated_at: update.ref('excluded.updated_at'),
            version: update.ref('excluded.version'),
          })),
        ),
    ),
    deleteVersion: prepare((p: Space & { drawing: string; rev: number }) =>
      db
        .deleteFrom('versions')
        .where('space', '=', p.space)
        .where('drawing', '=', p.drawing)
        .where('rev', '=', p.rev),
    ),
    deleteVersions: prepare((p: Space & { drawing: string }) =>
      db.deleteFrom('versions').where('space', '=', p.space).where('drawing', '=', p.drawing),
    ),

    photos: prepare<Space, PhotoColumns>((p) =>
      db.selectFrom('photos').select(PHOTO).where('space', '=', p.space),
    ),
    photosOf: prepare<Space & { drawing: string }, PhotoColumns>((p) =>
      db.selectFrom('photos').select(PHOTO).where('space', '=', p.space).where('drawing', '=', p.drawing),
    ),
    /** `start` counts from 1. */
    photoBytes: prepare<Space & PhotoName & { start: number; length: number }, { bytes: Uint8Array }>((p) =>
      db
        .selectFrom('photos')
        .select(sql<Uint8Array>`substr(bytes, ${p.start}, ${p.length})`.as('bytes'))
        .where('space', '=', p.space)
        .where('drawing', '=', p.drawing)
        .where('sha256', '=', p.sha256),
    ),
    countPhotos: prepare<Space, { size: number }>((p) =>
      db
        .selectFrom('photos')
        .where('space', '=', p.space)
        .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('size')),
    ),
    putPhoto: prepare((p: PhotosTable) =>
      db.insertInto('photos').values({
        space: p.space,
        drawing: p.drawing,
        sha256: p.sha256,
        type: p.type,
        size: p.size,
        bytes: p.bytes,
      }),
    ),
    deletePhoto: prepare((p: Space & PhotoName) =>
      db
        .deleteFrom('photos')
        .where('space', '=', p.space)
        .where('drawing', '=', p.drawing)
        .where('sha256', '=', p.sha256),
    ),
    deletePhotos: prepare((p: Space & { drawing: string }) =>
      db.deleteFrom('photos').where('space', '=', p.space).where('drawing', '=', p.drawing),
    ),

    value: prepare((p: Space & { name: string }) =>
      db.selectFrom('named_values').where('space', '=', p.space).select('text').where('name', '=', p.name),
    ),
    putValue: prepare((p: Space & { name: string; text: string }) =>
      db
        .insertInto('named_values')
        .values({ space: p.space, name: p.name, text: p.text })
        .onConflict((conflict) =>
          conflict
            .columns(['space', 'name'])
            .doUpdateSet((update) => ({ text: update.ref('excluded.text') })),
        ),
    ),

    deleteValue: prepare((p: Space & { name: string }) =>
      db.deleteFrom('named_values').where('space', '=', p.space).where('name', '=', p.name),
    ),

    hours: prepare((p: { metric: string; since: number; before: number; limit: number }) =>
      db
        .selectFrom('hours')
        .select('figure')
        .where('metric', '=', p.metric)
        .where('at', '>=', p.since)
        .where('at', '<', p.before)
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

function headOf(db: Kysely<Tables>, p: Space) {
  return db.selectFrom('spaces').select(HEAD).where('id', '=', p.space);
}

function inListOrder(db: Kysely<Tables>, p: Space & { trashed: number; limit: number }) {
  return db
    .selectFrom('drawings')
    .where('space', '=', p.space)
    .select(DRAWING)
    .where('trashed', '=', p.trashed)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .limit(sql<number>`${p.limit}`);
}
