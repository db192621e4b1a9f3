/** Who gets alerts, and the keys that they are sent with, in SQL. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { AlertsTx, PushKeys, Subscription } from '../../../../src/api/alerts/alert-ports.ts';
import { type AlertsTable, SERVER_SPACE, type Tables } from '../tables.ts';

type Run = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>;

export interface AlertsOptions {
  readonly read: Run;
  readonly write: Run;
  /** Makes other transactions of alerts wait. Not needed where writes are one at a time anyway. */
  readonly lock?: (tx: Transaction<Tables>) => Promise<unknown>;
}

/** Subscriptions that want the same and are in the same state, both as JSON: what is due to one is due to all. */
export interface HeldAlerts {
  readonly wanted: string;
  readonly state: string;
  readonly ids: readonly string[];
}

/** Where an alert goes. */
export interface Receiver {
  readonly id: string;
  readonly endpoint: string;
  readonly keys: PushKeys;
}

export interface StoredAlertsTx extends AlertsTx {
  /** All subscriptions. */
  held(): Promise<HeldAlerts[]>;
  /** Those that are still there, in any order. */
  receivers(ids: readonly string[]): Promise<Receiver[]>;
  /** @param state JSON */
  putState(ids: readonly string[], state: string): Promise<void>;
  /** Says that a push has reached them. */
  putReached(ids: readonly string[]): Promise<void>;
  deleteAll(): Promise<void>;
  /** JSON of the keys of VAPID. */
  keys(): Promise<string | undefined>;
  putKeys(text: string): Promise<void>;
}

export interface StoredAlerts {
  count(): Promise<number>;
  has(id: string): Promise<boolean>;
  keys(): Promise<string | undefined>;
  write<T>(work: (tx: StoredAlertsTx) => Promise<T>): Promise<T>;
}

/** Name of the keys among the values of the server's space. */
const KEYS = 'alert-keys';
/** Most ids of one statement. */
const IDS_MAX = 500;

export function sqlAlerts({ read, write, lock }: AlertsOptions): StoredAlerts {
  return {
    count: () => read(countOf),
    has: (id) => read(async (tx) => (await findIn(tx, id)) !== undefined),
    keys: () => read(keysOf),
    write: (work) =>
      write(async (tx) => {
        await lock?.(tx);
        return work(transaction(tx));
      }),
  };
}

function transaction(tx: Transaction<Tables>): StoredAlertsTx {
  return {
    count: () => countOf(tx),
    keys: () => keysOf(tx),
    find: (id) => findIn(tx, id),
    async put(subscription) {
      const { id, ...others } = fromSubscription(subscription);
      await tx
        .insertInto('alerts')
        .values({ id, ...others })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(others))
        .execute();
    },
    async delete(id) {
      await tx.deleteFrom('alerts').where('id', '=', id).execute();
    },
    async makeRoom() {
      // At random: by age, a flood would drive out whoever came before it, and by id, whoever has one that others know.
      const one = await tx
        .selectFrom('alerts')
        .select('id')
        .where('reached', '=', 0)
        .orderBy(sql`random()`)
        .limit(1)
        .executeTakeFirst();
      if (one === undefined) return false;
      await tx.deleteFrom('alerts').where('id', '=', one.id).execute();
      return true;
    },
    async deleteAll() {
      await tx.deleteFrom('alerts').execute();
    },
    async held() {
      const rows = await tx.selectFrom('alerts').select(['id', 'wanted', 'state']).execute();
      const groups = new Map<string, HeldAlerts & { ids: string[] }>();
      for (const { id, wanted, state } of rows) {
        const group = groups.get(wanted + state);
        if (group === undefined) groups.set(wanted + state, { wanted, state, ids: [id] });
        else group.ids.push(id);
      }
      return [...groups.values()];
    },
    async receivers(ids) {
      const found: Receiver[] = [];
      for (const some of parts(ids)) {
        const rows = await tx.selectFrom('alerts').select(COLUMNS).where('id', 'in', some).execute();
        for (const { id, endpoint, p256dh, auth } of rows)
          found.push({ id, endpoint, keys: { p256dh, auth } });
      }
      return found;
    },
    async putState(ids, state) {
      for (const some of parts(ids)) {
        await tx.updateTable('alerts').set({ state }).where('id', 'in', some).execute();
      }
    },
    async putReached(ids) {
      for (const some of parts(ids)) {
        await tx.updateTable('alerts').set({ reached: 1 }).where('id', 'in', some).execute();
      }
    },
    async putKeys(text) {
      await tx
        .insertInto('named_values')
        .values({ space: SERVER_SPACE, name: KEYS, text })
        .onConflict((conflict) => conflict.columns(['space', 'name']).doUpdateSet({ text }))
        .execute();
    },
  };
}

const COLUMNS = ['id', 'endpoint', 'p256dh', 'auth', 'wanted', 'state'] as const;

async function findIn(tx: Transaction<Tables>, id: string): Promise<Subscription | undefined> {
  const row = await tx.selectFrom('alerts').select(COLUMNS).where('id', '=', id).executeTakeFirst();
  return row && toSubscription(row);
}

async function countOf(tx: Transaction<Tables>): Promise<number> {
  const { rows } = await tx
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
}

async function keysOf(tx: Transaction<Tables>): Promise<string | undefined> {
  const row = await tx
    .selectFrom('named_values')
    .select('text')
    .where('space', '=', SERVER_SPACE)
    .where('name', '=', KEYS)
    .executeTakeFirst();
  return row?.text;
}

function* parts(ids: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += IDS_MAX) yield ids.slice(from, from + IDS_MAX);
}

function toSubscription(row: Pick<AlertsTable, (typeof COLUMNS)[number]>): Subscription {
  const { id, endpoint, p256dh, auth, wanted, state } = row;
  return { id, endpoint, keys: { p256dh, auth }, wanted: JSON.parse(wanted), state: JSON.parse(state) };
}

function fromSubscription({ id, endpoint, keys, wanted, state }: Subscription): Insertable<AlertsTable> {
  return { id, endpoint, ...keys, wanted: JSON.stringify(wanted), state: JSON.stringify(state) };
}
