import { beforeEach, describe, expect, it } from 'vitest';
import { testedDatabases } from '../../../../tests/support/postgres/databases.ts';
import type { DatabaseAt } from '../../../config/database-at.ts';
import type { Database } from '../../index.ts';

const MINUTE = 60_000;
const HOME = { space: 'home', share: null };

let at: DatabaseAt;
let database: Database;
let other: Database;
let now: number;

for (const { name: kind, skip, empty, open, query } of testedDatabases()) {
  describe.skipIf(skip)(`live: a ticket for a stream, in ${kind}`, () => {
    beforeEach(async () => {
      now = Date.UTC(2026, 10, 23);
      at = await empty();
      database = await open(at, () => now);
      // Another process with the same database.
      other = await open(at, () => now);
    });

    /** What is left of tickets, as stored. */
    const stored = () => query(at, 'SELECT * FROM live_tickets');

    it('says what its stream is about, whichever process made it', async () => {
      const link = { space: 'home', share: 'digest of a secret' };
      for (const subject of [HOME, link]) {
        const { ticket } = await other.tickets.make(subject);
        expect(await database.tickets.take(ticket)).toEqual(subject);
      }
    });

    it('works once, also if several ask at the same time', async () => {
      const { ticket } = await database.tickets.make(HOME);
      const taken = await Promise.all(
        [database, other, database, other].map(({ tickets }) => tickets.take(ticket)),
      );
      expect(taken.filter((subject) => subject !== undefined)).toEqual([HOME]);
      expect(await database.tickets.take(ticket)).toBeUndefined();
      expect(await stored()).toEqual([]);
    });

    it('works for a minute, and is forgotten after that', async () => {
      const { tickets } = database;
      const [first, second] = [await tickets.make(HOME), await tickets.make(HOME)];
      expect(first.expiresAt).toBe(new Date(now + MINUTE).toISOString());
      now += MINUTE - 1;
      expect(await tickets.take(first.ticket)).toEqual(HOME);
      now += 1;
      expect(await tickets.take(second.ticket)).toBeUndefined();
      await tickets.make(HOME);
      expect(await stored()).toHaveLength(1);
    });

    it('is kept as a digest, lets no device in, and goes with its person', async () => {
      const { people, tickets } = database;
      const { space, name } = await people.add('Mei');
      const { ticket } = await tickets.make({ space, share: null });
      expect(JSON.stringify(await stored())).not.toContain(ticket);
      expect(await people.exchange(ticket, 'Phone')).toBeUndefined();
      expect(await people.spaceOf(ticket)).toBeUndefined();
      await people.remove(name);
      expect(await stored()).toEqual([]);
      expect(await tickets.take(ticket)).toBeUndefined();
    });
  });
}
