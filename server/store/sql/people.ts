/** The people who share a server, and their tokens. Only digests of tokens are stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { DEVICE_NAME_MAX, nameProblem } from '../../../src/api/contract/pairing-body.ts';
import type { SpaceLimits } from '../../../src/api/drawings/change/size.ts';
import { HOME, type SpaceUse } from '../../../src/api/ports.ts';
import { newEpoch } from '../../../src/store/epoch.ts';
import { type Codes, sqlCodes } from './codes.ts';
import type { Queries } from './queries.ts';
import { useOf } from './space-use.ts';
import type { PeopleTable, Tables, TokensTable } from './tables.ts';

/** Longest name of a person or a device, in characters. */
export const NAME_MAX = DEVICE_NAME_MAX;

/** Name of the space that DRAW_TOKEN opens. No person can have it. */
const HOME_NAME = 'home';

export interface TokenEntry {
  /** For `revoke`. It opens nothing. */
  readonly id: string;
  readonly device: string;
  readonly createdAt: string;
  /** The last day on which it was used (UTC), `2026-11-23`; null if it never was. */
  readonly usedOn: string | null;
}

export interface Person {
  readonly space: string;
  readonly name: string;
  /** Null for home, which every database has. */
  readonly createdAt: string | null;
  /** Oldest first. */
  readonly tokens: readonly TokenEntry[];
  readonly use: SpaceUse;
  readonly limits: SpaceLimits;
}

/** A new token. It cannot be shown again. */
export interface NewToken {
  readonly token: string;
  readonly id: string;
}

/** A command about people cannot be done; the message is for the operator. */
export class PeopleRefused extends Error {
  override name = 'PeopleRefused';
}

export interface People extends Codes {
  /** Home first, then by name. */
  list(): Promise<Person[]>;
  /** @throws PeopleRefused if there is nobody of this name */
  named(name: string): Promise<Person>;
  /**
   * Adds a person with an empty space.
   * @throws PeopleRefused if the name is taken, empty, too long or has control characters
   */
  add(name: string): Promise<Person>;
  /** @throws PeopleRefused if there is nobody of this name, or the device's name is not one */
  addToken(name: string, device: string): Promise<NewToken>;
  /**
   * Sets the limits of a space. A limit that is not given stays as it is, and so does what the space holds.
   * @throws PeopleRefused if there is nobody of this name
   */
  limit(name: string, limits: Partial<SpaceLimits>): Promise<void>;
  /**
   * Ends a token at once.
   * @throws PeopleRefused if there is none with this id
   */
  revoke(id: string): Promise<void>;
  /**
   * Removes a person with everything in the space.
   * @throws PeopleRefused for home, and if there is nobody of this name
   */
  remove(name: string): Promise<void>;
  /** The space that a token opens; undefined if it opens none. Notes the day. */
  spaceOf(token: string): Promise<string | undefined>;
  /** True if anybody has a token. */
  hasTokens(): Promise<boolean>;
}

/** Lower-case hex SHA-256. A token has 192 random bits, so its digest needs no salt. */
const digest = (token: string) => createHash('sha256').update(token, 'utf8').digest('hex');
const fold = (name: string) => name.normalize('NFC').trim().toLowerCase();

type Run = <T>(work: (tx: Transaction<Tables>, queries: Queries) => Promise<T>) => Promise<T>;

export interface PeopleOptions {
  /** Runs reads in one transaction. */
  readonly read: Run;
  /** Runs reads and writes in one transaction. */
  readonly write: Run;
  /** ms since the epoch. */
  readonly now?: () => number;
}

export function sqlPeople({ read, write, now = Date.now }: PeopleOptions): People {
  const time = () => new Date(now()).toISOString();

  async function list(): Promise<Person[]> {
    return read(async (tx, queries) => {
      const people = await tx.selectFrom('people').select(PERSON).orderBy('name_folded').execute();
      const tokens = await tx
        .selectFrom('tokens')
        .select(TOKEN)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      const all: Person[] = [];
      for (const row of [{ space: HOME, name: HOME_NAME, created_at: null }, ...people]) {
        const { space, name, created_at } = row;
        const [head] = await queries.head(tx, { space });
        all.push({
          space,
          name,
          createdAt: created_at,
          tokens: tokens.filter((token) => token.space === space).map(toEntry),
          use: await useOf(tx, queries, space),
          limits: { bytes: head?.bytes_max ?? null, drawings: head?.drawings_max ?? null },
        });
      }
      return all;
    });
  }

  async function insertToken(tx: Transaction<Tables>, space: string, device: string): Promise<NewToken> {
    const token = makeToken();
    const id = randomBytes(4).toString('hex');
    const label = checked(device, "device's name");
    const row = { hash: digest(token), id, space, device: label, created_at: time(), used_on: null };
    await tx.insertInto('tokens').values(row).execute();
    return { token, id };
  }

  async function addToken(tx: Transaction<Tables>, space: string, device: string): Promise<string> {
    return (await insertToken(tx, space, device)).token;
  }

  return {
    ...sqlCodes({ read, write, now, addToken }),
    list,
    async named(name) {
      const { space } = await read((tx) => find(tx, name));
      const person = (await list()).find((one) => one.space === space);
      if (person === undefined) throw nobody(name);
      return person;
    },
    async add(name) {
      const given = checked(name, 'name');
      const person: Person = {
        space: randomUUID(),
        name: given,
        createdAt: time(),
        tokens: [],
        use: { drawings: 0, trashed: 0, bytes: 0 },
        limits: { bytes: null, drawings: null },
      };
      await write(async (tx) => {
        const taken = await rowOf(tx, given);
        if (taken !== undefined || fold(given) === HOME_NAME) {
          throw new PeopleRefused(`there is somebody named ${JSON.stringify(given)} already`);
        }
        const { space, createdAt } = person;
        await tx.insertInto('spaces').values({ id: space, epoch: newEpoch(), counter: 0 }).execute();
        const row = { space, name: given, name_folded: fold(given), created_at: createdAt ?? time() };
        await tx.insertInto('people').values(row).execute();
      });
      return person;
    },
    async addToken(name, device) {
      return write(async (tx) => insertToken(tx, (await find(tx, name)).space, device));
    },
    async limit(name, { bytes, drawings }) {
      await write(async (tx) => {
        const { space } = await find(tx, name);
        const row = tx.updateTable('spaces').where('id', '=', space);
        if (bytes !== undefined) await row.set({ bytes_max: bytes }).execute();
        if (drawings !== undefined) await row.set({ drawings_max: drawings }).execute();
      });
    },
    async revoke(id) {
      await write(async (tx) => {
        const { numDeletedRows } = await tx.deleteFrom('tokens').where('id', '=', id).executeTakeFirst();
        if (numDeletedRows === 0n) throw new PeopleRefused(`there is no token ${JSON.stringify(id)}`);
      });
    },
    async remove(name) {
      await write(async (tx) => {
        const { space } = await find(tx, name);
        if (space === HOME) throw new PeopleRefused('home cannot be removed: DRAW_TOKEN opens it');
        // Locks the space: waits for its writer, and lets no other begin.
        await tx.updateTable('spaces').set({ epoch: newEpoch() }).where('id', '=', space).execute();
        for (const table of SPACE_TABLES) await tx.deleteFrom(table).where('space', '=', space).execute();
        await tx.deleteFrom('spaces').where('id', '=', space).execute();
      });
    },
    async spaceOf(token) {
      const hash = digest(token);
      const found = await read((tx) =>
        tx.selectFrom('tokens').select(['space', 'used_on']).where('hash', '=', hash).executeTakeFirst(),
      );
      if (found === undefined) return undefined;
      const today = time().slice(0, 10);
      if (found.used_on !== today) {
        // A full disk or another writer must not lock anybody out: then the day is not noted.
        await write((tx) =>
          tx.updateTable('tokens').set({ used_on: today }).where('hash', '=', hash).execute(),
        ).catch(() => {});
      }
      return found.space;
    },
    async hasTokens() {
      const any = await read((tx) => tx.selectFrom('tokens').select('id').limit(1).executeTakeFirst());
      return any !== undefined;
    },
  };
}

/** Columns by name, for the reason given in queries.ts. */
const PERSON = ['space', 'name', 'created_at'] as const;
const TOKEN = ['id', 'space', 'device', 'created_at', 'used_on'] as const;

function toEntry({ id, device, created_at, used_on }: Pick<TokensTable, (typeof TOKEN)[number]>): TokenEntry {
  return { id, device, createdAt: created_at, usedOn: used_on };
}

type Row = Pick<PeopleTable, 'space' | 'name'>;

function rowOf(tx: Transaction<Tables>, name: string): Promise<Row | undefined> {
  return tx
    .selectFrom('people')
    .select(['space', 'name'])
    .where('name_folded', '=', fold(name))
    .executeTakeFirst();
}

/** @throws PeopleRefused */
async function find(tx: Transaction<Tables>, name: string): Promise<Row> {
  if (fold(name) === HOME_NAME) return { space: HOME, name: HOME_NAME };
  const found = await rowOf(tx, name);
  if (found === undefined) throw nobody(name);
  return found;
}

function nobody(name: string): PeopleRefused {
  return new PeopleRefused(`there is nobody named ${JSON.stringify(name)}`);
}

/** Tables with rows of a space. A table that refers to another stands before it. */
const SPACE_TABLES = [
  'live_tickets',
  'codes',
  'tokens',
  'people',
  'shares',
  'idempotency_keys',
  'thumbs',
  'drawings',
  'chunks',
  'purges',
  'named_values',
] as const;

/** 192 random bits that need no quoting anywhere. Never begins with "-". */
function makeToken(): string {
  for (;;) {
    const token = randomBytes(24).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** @throws PeopleRefused */
function checked(name: string, what: string): string {
  const given = name.normalize('NFC').trim();
  const problem = nameProblem(given);
  if (problem !== undefined) throw new PeopleRefused(`the ${what} ${problem}`);
  return given;
}
