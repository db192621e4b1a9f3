/** The links that show drawings, in SQL. Only digests of their secrets are stored. */
import type { Transaction } from 'kysely';
import type { Share, ShareReadTx, Shares } from '../../../src/api/shares/share-ports.ts';
import type { Queries } from './queries.ts';
import { sqlReader } from './sql-transaction.ts';
import type { SharesTable, Tables } from './tables.ts';

const COLUMNS = ['hash', 'id', 'space', 'drawing', 'created_at', 'expires_at', 'last_seen_at'] as const;

type Run = <T>(work: (tx: Transaction<Tables>, queries: Queries) => Promise<T>) => Promise<T>;

export interface SharesOptions {
  /** Runs reads in one transaction. */
  readonly read: Run;
  /** Runs reads and writes in one transaction. */
  readonly write: Run;
  /** Makes other writers of a space wait until the transaction ends; absent where there is one writer at a time. */
  readonly lock?: (tx: Transaction<Tables>, space: string) => Promise<unknown>;
  /** Called after links of a space were made or ended. */
  readonly changed: (space: string) => void;
}

export function sqlShares({ read, write, lock, changed }: SharesOptions): Shares {
  return {
    async find(hash) {
      const row = await read((tx) =>
        tx
          .selectFrom('shares')
          .innerJoin('drawings', (join) =>
            join.onRef('drawings.space', '=', 'shares.space').onRef('drawings.id', '=', 'shares.drawing'),
          )
          .select(COLUMNS.map((name) => `shares.${name}` as const))
          .where('hash', '=', hash)
          .where('trashed', '=', 0)
          .executeTakeFirst(),
      );
      return row && toShare(row);
    },
    read: (space, work) => read((tx, queries) => work(reader(tx, queries, space))),
    async write(space, work) {
      const result = await write(async (tx, queries) => {
        await lock?.(tx, space);
        return work({
          ...reader(tx, queries, space),
          async add(share) {
            await tx.insertInto('shares').values(fromShare(share)).execute();
          },
          async delete(id) {
            await tx.deleteFrom('shares').where('space', '=', space).where('id', '=', id).execute();
          },
        });
      });
      changed(space);
      return result;
    },
    async seen(hash, at) {
      await write((tx) =>
        tx.updateTable('shares').set({ last_seen_at: at }).where('hash', '=', hash).execute(),
      );
    },
  };
}

function reader(tx: Transaction<Tables>, queries: Queries, space: string): ShareReadTx {
  return {
    drawing: (id) => sqlReader(tx, queries, space).drawing(id),
    async list() {
      const rows = await tx
        .selectFrom('shares')
        .select(COLUMNS)
        .where('space', '=', space)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(toShare);
    },
  };
}

function toShare(row: SharesTable): Share {
  const { hash, id, space, drawing, created_at, expires_at, last_seen_at } = row;
  return {
    hash,
    id,
    space,
    drawing,
    createdAt: created_at,
    expiresAt: expires_at,
    lastSeenAt: last_seen_at,
  };
}

function fromShare(share: Share): SharesTable {
  const { hash, id, space, drawing, createdAt, expiresAt, lastSeenAt } = share;
  return {
    hash,
    id,
    space,
    drawing,
    created_at: createdAt,
    expires_at: expiresAt,
    last_seen_at: lastSeenAt,
  };
}
