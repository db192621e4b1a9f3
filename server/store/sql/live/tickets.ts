/** Tickets for streams, each good once and for a minute. Kept as digests alone, like tokens. */
import { createHash, randomBytes } from 'node:crypto';
import type { Transaction } from 'kysely';
import { TICKET_MS, type Tickets } from '../../../../src/api/live/live.ts';
import { makerStands, storedMaker } from '../people/made-by.ts';
import type { Tables } from '../tables.ts';

type Run = <T>(work: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>;

export interface TicketsOptions {
  readonly read: Run;
  readonly write: Run;
  /** Waits until nobody else makes a ticket of this space. Not needed where writes are one at a time anyway. */
  readonly lock?: (tx: Transaction<Tables>, space: string) => Promise<unknown>;
  /** ms since the epoch. */
  readonly now?: () => number;
}

/**
 * Most tickets of a space at a time, of its devices and of its links: twice the streams that there may be. One more
 * ends the oldest, so that whoever asks for many takes only from those with the same access.
 */
export const TICKETS_MAX = { devices: 100, links: 400 } as const;

/** Longest text that is looked for, in characters: longer than any ticket. */
const TICKET_MAX = 64;

/** Lower-case hex SHA-256. A ticket has 192 random bits, so its digest needs no salt. */
const digest = (ticket: string) => createHash('sha256').update(ticket, 'utf8').digest('hex');

export function sqlTickets({ read, write, lock, now = Date.now }: TicketsOptions): Tickets {
  return {
    async make({ space, share }, by) {
      const at = now();
      const ticket = randomBytes(24).toString('base64url');
      const expiresAt = new Date(at + TICKET_MS).toISOString();
      await write(async (tx) => {
        await lock?.(tx, space);
        await tx.deleteFrom('live_tickets').where('expires_at', '<=', new Date(at).toISOString()).execute();
        const made_by = storedMaker(by, ticket);
        const row = { hash: digest(ticket), space, share, expires_at: expiresAt, made_by };
        const isOfKind = share === null ? 'is' : 'is not';
        const most = share === null ? TICKETS_MAX.devices : TICKETS_MAX.links;
        const tickets = tx.selectFrom('live_tickets').select('hash').where('space', '=', space);
        const kept = tickets
          .where('share', isOfKind, null)
          .orderBy('expires_at', 'desc')
          .limit(most - 1);
        const others = tx
          .deleteFrom('live_tickets')
          .where('space', '=', space)
          .where('share', isOfKind, null);
        await others.where('hash', 'not in', kept).execute();
        await tx.insertInto('live_tickets').values(row).execute();
      });
      return { ticket, expiresAt };
    },
    async take(ticket, operator) {
      if (ticket.length > TICKET_MAX) return undefined;
      const hash = digest(ticket);
      const time = new Date(now()).toISOString();
      const found = await read(async (tx) => {
        const row = await tx
          .selectFrom('live_tickets')
          .select(['space', 'share', 'made_by'])
          .where('hash', '=', hash)
          .where('expires_at', '>', time)
          .executeTakeFirst();
        if (row === undefined || !(await makerStands(tx, row.made_by, ticket, operator))) return undefined;
        return { space: row.space, share: row.share };
      });
      // Most wrong tickets are guesses, which must not make writers wait.
      if (found === undefined) return undefined;
      const { numDeletedRows } = await write((tx) =>
        tx.deleteFrom('live_tickets').where('hash', '=', hash).executeTakeFirst(),
      );
      // Of two at once, one finds it deleted.
      return numDeletedRows === 0n ? undefined : found;
    },
  };
}
