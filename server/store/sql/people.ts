/** The people who share a server, and their tokens. Only digests of tokens are stored. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { DEVICE_NAME_MAX, nameProblem } from '../../../src/api/contract/pairing-body.ts';
import type { SpaceLimits } from '../../../src/api/drawings/change/size.ts';
import { HOME, StoreFull } from '../../../src/api/ports.ts';
import { newEpoch } from '../../../src/store/epoch.ts';
import { type Codes, sqlCodes } from './codes.ts';
import { find, fold, HOME_NAME, newName, nobody, PeopleRefused, rowOf } from './people/find-person.ts';
import { tokenMark as digest } from './people/made-by.ts';
import { HOME_ROW, PERSON, type Person, personsOf } from './people/persons.ts';
import { type Removal, sqlRemoval } from './people/removal.ts';
import type { Queries } from './queries.ts';
import type { Tables } from './tables.ts';

/** Longest name of a person or a device, in characters. */
export const NAME_MAX = DEVICE_NAME_MAX;

/** Most tokens of a person. None of them ever ends by itself. */
export const TOKENS_MAX = 100;

/** A new token. It cannot be shown again. */
export interface NewToken {
  readonly token: string;
  readonly id: string;
}

export interface People extends Codes, Removal {
  /** Home first, then by name. */
  list(): Promise<Person[]>;
  /** @throws PeopleRefused if there is nobody of this name */
  named(name: string): Promise<Person>;
  /**
   * Adds a person with an empty space.
   * @throws PeopleRefused if the name is taken or looks like a taken one, is empty or too long, begins or ends with a
   * space, or has characters that cannot be seen
   */
  add(name: string): Promise<Person>;
  /**
   * Adds a person with limits and a token for a first device: all of it, or nothing.
   * @throws PeopleRefused as `add` and `addToken`
   */
  addWithToken(name: string, device: string, limits: Partial<SpaceLimits>): Promise<Person & NewToken>;
  /**
   * Also opens a space that was closed.
   * @throws PeopleRefused if there is nobody of this name, or the device's name is not one; StoreFull if the person
   * has TOKENS_MAX tokens
   */
  addToken(name: string, device: string): Promise<NewToken>;
  /**
   * Sets the limits of a space. A limit that is not given stays as it is, and so does what the space holds.
   * @throws PeopleRefused if there is nobody of this name
   */
  limit(name: string, limits: Partial<SpaceLimits>): Promise<void>;
  /**
   * Ends a token at once, with the codes and tickets that it made.
   * @returns how many codes it made that would still have let a device in
   * @throws PeopleRefused if there is none with this id
   */
  revoke(id: string): Promise<number>;
  /** The space that a token opens; undefined if it opens none. Notes the day, for which the answer does not wait. */
  spaceOf(token: string): Promise<string | undefined>;
  /** True if anybody has a token. */
  hasTokens(): Promise<boolean>;
}

type Run = <T>(work: (tx: Transaction<Tables>, queries: Queries) => Promise<T>) => Promise<T>;

export interface PeopleOptions {
  /** Runs reads in one transaction. */
  readonly read: Run;
  /** Runs reads and writes in one transaction. */
  readonly write: Run;
  /** The same for writes that check nothing first, and so need not be one at a time. */
  readonly note: Run;
  /** ms since the epoch. */
  readonly now?: () => number;
}

export function sqlPeople({ read, write, note, now = Date.now }: PeopleOptions): People {
  const time = () => new Date(now()).toISOString();

  /** Tokens whose day is being noted. */
  const noting = new Set<string>();
  /** Another writer must not hold anybody up, and a full disk must not lock anybody out: then the day is not noted. */
  function noteDay(hash: string, used_on: string): void {
    if (noting.has(hash)) return;
    noting.add(hash);
    note((tx) => tx.updateTable('tokens').set({ used_on }).where('hash', '=', hash).execute())
      .catch(() => {})
      .finally(() => noting.delete(hash));
  }

  async function list(): Promise<Person[]> {
    return read(async (tx, queries) => {
      const people = await tx.selectFrom('people').select(PERSON).orderBy('name_folded').execute();
      return personsOf(tx, queries, [HOME_ROW, ...people]);
    });
  }

  async function named(name: string): Promise<Person> {
    return read(async (tx, queries) => {
      const { space } = await find(tx, name);
      const row =
        space === HOME
          ? HOME_ROW
          : await tx.selectFrom('people').select(PERSON).where('space', '=', space).executeTakeFirst();
      const [person] = await personsOf(tx, queries, row === undefined ? [] : [row]);
      if (person === undefined) throw nobody(name);
      return person;
    });
  }

  async function insertToken(tx: Transaction<Tables>, space: string, device: string): Promise<NewToken> {
    const token = makeToken();
    const id = randomBytes(4).toString('hex');
    const label = deviceName(device);
    const row = { hash: digest(token), id, space, device: label, created_at: time(), used_on: null };
    const others = tx.selectFrom('tokens').select('id').where('space', '=', space).limit(TOKENS_MAX);
    if ((await others.execute()).length === TOKENS_MAX) throw tooManyTokens();
    await tx.insertInto('tokens').values(row).execute();
    return { token, id };
  }

  async function insertPerson(tx: Transaction<Tables>, name: string): Promise<Person> {
    const given = newName(name);
    const taken = fold(given) === HOME_NAME ? HOME_NAME : (await rowOf(tx, given))?.name;
    if (taken !== undefined) {
      throw new PeopleRefused(`there is somebody named ${JSON.stringify(taken)} already`);
    }
    const [space, createdAt] = [randomUUID(), time()];
    await tx.insertInto('spaces').values({ id: space, epoch: newEpoch(), counter: 0 }).execute();
    const row = { space, name: given, name_folded: fold(given), created_at: createdAt };
    await tx.insertInto('people').values(row).execute();
    return {
      space,
      name: given,
      createdAt,
      tokens: [],
      use: { drawings: 0, trashed: 0, bytes: 0 },
      limits: { bytes: null, drawings: null },
      isClosed: false,
    };
  }

  async function addToken(tx: Transaction<Tables>, space: string, device: string): Promise<string> {
    return (await insertToken(tx, space, device)).token;
  }

  return {
    ...sqlRemoval(write),
    ...sqlCodes({ read, write, now, addToken }),
    list,
    named,
    add: (name) => write((tx) => insertPerson(tx, name)),
    addWithToken: (name, device, given) =>
      write(async (tx) => {
        const person = await insertPerson(tx, name);
        await setLimits(tx, person.space, given);
        const limits = { ...person.limits, ...given };
        return { ...person, limits, ...(await insertToken(tx, person.space, device)) };
      }),
    async addToken(name, device) {
      return write(async (tx) => {
        const { space } = await find(tx, name);
        const closed = tx.updateTable('spaces').where('id', '=', space).where('closed', 'is not', null);
        await closed.set({ closed: null }).execute();
        return insertToken(tx, space, device);
      });
    },
    async limit(name, limits) {
      await write(async (tx) => setLimits(tx, (await find(tx, name)).space, limits));
    },
    async revoke(id) {
      return write(async (tx) => {
        const token = await tx.selectFrom('tokens').select('hash').where('id', '=', id).executeTakeFirst();
        if (token === undefined) throw new PeopleRefused(`there is no token ${JSON.stringify(id)}`);
        const { hash } = token;
        const codes = tx.selectFrom('codes').select('hash').where('made_by', '=', hash);
        const { length } = await codes.where('expires_at', '>', time()).execute();
        for (const table of ['codes', 'live_tickets'] as const) {
          await tx.deleteFrom(table).where('made_by', '=', hash).execute();
        }
        await tx.deleteFrom('tokens').where('hash', '=', hash).execute();
        return length;
      });
    },
    async spaceOf(token) {
      const hash = digest(token);
      const found = await read((tx) =>
        tx
          .selectFrom('tokens')
          .innerJoin('spaces', 'spaces.id', 'tokens.space')
          .select(['tokens.space', 'tokens.used_on'])
          .where('tokens.hash', '=', hash)
          .where('spaces.closed', 'is', null)
          .executeTakeFirst(),
      );
      if (found === undefined) return undefined;
      const today = time().slice(0, 10);
      if (found.used_on !== today) noteDay(hash, today);
      return found.space;
    },
    async hasTokens() {
      const any = await read((tx) => tx.selectFrom('tokens').select('id').limit(1).executeTakeFirst());
      return any !== undefined;
    },
  };
}

async function setLimits(
  tx: Transaction<Tables>,
  space: string,
  { bytes, drawings }: Partial<SpaceLimits>,
): Promise<void> {
  const row = tx.updateTable('spaces').where('id', '=', space);
  if (bytes !== undefined) await row.set({ bytes_max: bytes }).execute();
  if (drawings !== undefined) await row.set({ drawings_max: drawings }).execute();
}

function tooManyTokens(): StoreFull {
  const limit = `there are ${TOKENS_MAX} tokens for these drawings, the most there may be; revoke one of them first`;
  return Object.assign(new StoreFull(limit), { limit });
}

/** 192 random bits that need no quoting anywhere. Never begins with "-". */
function makeToken(): string {
  for (;;) {
    const token = randomBytes(24).toString('base64url');
    if (!token.startsWith('-')) return token;
  }
}

/** @throws PeopleRefused */
function deviceName(name: string): string {
  const given = name.normalize('NFC').trim();
  const problem = nameProblem(given);
  if (problem !== undefined) throw new PeopleRefused(`the device's name ${problem}`);
  return given;
}
