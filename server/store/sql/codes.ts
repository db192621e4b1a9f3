/** Codes that let another device in, once and within minutes. Only their digests are stored. */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { PairingCode } from '../../../src/api/pairing/pairing.ts';
import { CODE_MINUTES } from '../../../src/api/pairing/pairing-link.ts';
import type { Tables } from './tables.ts';

export interface Codes {
  /** Makes a code that lets one device into a space, once. */
  makeCode(space: string): Promise<PairingCode>;
  /** Exchanges a code for a new token; undefined alike if it is wrong, used or expired. */
  exchange(code: string, device: string): Promise<string | undefined>;
}

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

export function sqlCodes({ read, write, now, addToken }: CodesOptions): Codes {
  return {
    async makeCode(space) {
      const at = now();
      const code = randomBytes(16).toString('base64url');
      const expiresAt = new Date(at + CODE_MINUTES * 60_000).toISOString();
      await write(async (tx) => {
        await tx.deleteFrom('codes').where('expires_at', '<=', new Date(at).toISOString()).execute();
        await tx
          .insertInto('codes')
          .values({ hash: digest(code), space, expires_at: expiresAt })
          .execute();
      });
      return { code, expiresAt };
    },
    async exchange(code, device) {
      const hash = digest(code);
      const time = new Date(now()).toISOString();
      const valid = (tx: Transaction<Tables>) =>
        tx.selectFrom('codes').select('space').where('hash', '=', hash).where('expires_at', '>', time);
      // Read before the write lock is taken: guesses must not make writers wait.
      if ((await read((tx) => valid(tx).executeTakeFirst())) === undefined) return undefined;
      return write(async (tx) => {
        const found = await valid(tx).executeTakeFirst();
        const { numDeletedRows } = await tx.deleteFrom('codes').where('hash', '=', hash).executeTakeFirst();
        // Of two exchanges at the same time, the second finds the code deleted.
        if (found === undefined || numDeletedRows === 0n) return undefined;
        return addToken(tx, found.space, device);
      });
    },
  };
}
