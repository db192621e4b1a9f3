/** Codes that let another device in, once and within minutes. Only their digests are stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Newest, Owner, PairingCode } from '../../../src/api/pairing/pairing.ts';
import { CODE_MINUTES } from '../../../src/api/pairing/pairing-link.ts';
import { SpaceGone } from '../../../src/api/ports.ts';
import { makerStands, storedMaker } from './people/made-by.ts';
import type { Tables } from './tables.ts';

export interface Codes {
  /**
   * Makes a code that lets one device into a space, once. With CODES_MAX codes of a space, it ends the oldest.
   * @param by the mark of the token that asks for it: the code is worth nothing after that one was revoked
   * @throws SpaceGone
   */
  makeCode(space: string, by?: string): Promise<PairingCode>;
  /**
   * Exchanges a code for a new token; undefined alike if it is wrong, used, expired or of a token that was revoked.
   * @param operator the mark of today's DRAW_TOKEN
   * @throws StoreFull with a limit if the space has TOKENS_MAX tokens; the code stays valid
   */
  exchange(code: string, device: string, operator?: string): Promise<string | undefined>;
  /** Whose drawings a code opens, without using it; undefined for any that `exchange` refuses. */
  look(code: string, operator?: string): Promise<Owner | undefined>;
  /** Whose drawings are in a space, and the device that was let in last. */
  about(space: string): Promise<Owner & Newest>;
}

/** Most codes of a space at a time: an invitation, and a device that is added more than once before it works. */
export const CODES_MAX = 10;

type Run = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>;

export interface CodesOptions {
  readonly read: Run;
  readonly write: Run;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Adds a token of a space, and returns it. */
  readonly addToken: (tx: Transaction<Tables>, space: string, device: string) => Promise<string>;
}

/** Lower-case hex SHA-256. A code has 128 random bits, so its digest needs no salt. */
const digest = (code: string) => createHash('sha256').update(code, 'utf8').digest('hex');

async function ownerOf(tx: Transaction<Tables>, space: string): Promise<Owner> {
  const row = await tx.selectFrom('people').select('name').where('space', '=', space).executeTakeFirst();
  return { person: row?.name ?? null };
}

export function sqlCodes({ read, write, now, addToken }: CodesOptions): Codes {
  /** The space that a code opens. */
  const opened = (code: string, operator: string | undefined) => async (tx: Transaction<Tables>) => {
    const found = await tx
      .selectFrom('codes')
      .innerJoin('spaces', 'spaces.id', 'codes.space')
      .select(['codes.space', 'codes.made_by'])
      .where('codes.hash', '=', digest(code))
      .where('codes.expires_at', '>', new Date(now()).toISOString())
      .where('spaces.closed', 'is', null)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    return (await makerStands(tx, found.made_by, code, operator)) ? found.space : undefined;
  };

  return {
    async makeCode(space, by) {
      const at = now();
      const code = randomBytes(16).toString('base64url');
      const expiresAt = new Date(at + CODE_MINUTES * 60_000).toISOString();
      await write(async (tx) => {
        await tx.deleteFrom('codes').where('expires_at', '<=', new Date(at).toISOString()).execute();
        const row = { hash: digest(code), space, expires_at: expiresAt, made_by: storedMaker(by, code) };
        const open = tx.selectFrom('spaces').select('id').where('id', '=', space).where('closed', 'is', null);
        if ((await open.executeTakeFirst()) === undefined) throw new SpaceGone('the space was removed');
        const codes = tx.selectFrom('codes').select('hash').where('space', '=', space);
        const kept = codes.orderBy('expires_at', 'desc').limit(CODES_MAX - 1);
        await tx.deleteFrom('codes').where('space', '=', space).where('hash', 'not in', kept).execute();
        await tx.insertInto('codes').values(row).execute();
      });
      return { code, expiresAt };
    },
    async exchange(code, device, operator) {
      const hash = digest(code);
      const valid = opened(code, operator);
      // Read before the write lock is taken: guesses must not make writers wait.
      if ((await read(valid)) === undefined) return undefined;
      return write(async (tx) => {
        const space = await valid(tx);
        if (space === undefined) return undefined;
        const { numDeletedRows } = await tx.deleteFrom('codes').where('hash', '=', hash).executeTakeFirst();
        // Of two exchanges at the same time, the second finds the code deleted.
        return numDeletedRows === 0n ? undefined : addToken(tx, space, device);
      });
    },
    look: (code, operator) =>
      read(async (tx) => {
        const space = await opened(code, operator)(tx);
        return space === undefined ? undefined : ownerOf(tx, space);
      }),
    about: (space) =>
      read(async (tx) => {
        const tokens = tx.selectFrom('tokens').select(['device', 'created_at']).where('space', '=', space);
        const last = await tokens.orderBy('created_at', 'desc').orderBy('id').limit(1).executeTakeFirst();
        const newest = last === undefined ? null : { device: last.device, createdAt: last.created_at };
        return { ...(await ownerOf(tx, space)), newest };
      }),
  };
}
