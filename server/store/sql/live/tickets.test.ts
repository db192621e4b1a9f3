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

    it('is one of 100 also if many are made at the same time', async () => {
      const made = Array.from({ length: 160 }, (_, i) => [database, other][i % 2]!.tickets.make(HOME));
      await Promise.all(made);
      expect(await stored()).toHaveLength(100);
    });

    it('is one of 100 of the devices of its space, and of 400 of its links: one more ends the oldest', async () => {
      const { tickets } = database;
      const LINK = { space: 'home', share: 'digest of a secret' };
      const oldest = [await tickets.make(HOME), await tickets.make(LINK)];
      const elsewhere = await tickets.make({ ...HOME, space: 'another' });
      now += 1;
      const later = new Date(now + MINUTE).toISOString();
      for (const [share, count] of [
        ['NULL', 99],
        ["'digest of a secret'", 399],
      ] as const) {
        await query(
          at,
          `INSERT INTO live_tickets (hash, space, share, expires_at)
           WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
           SELECT 'digest ' || n || ' of ${count}', 'home', ${share}, '${later}' FROM numbers`,
        );
      }
      now += 1;
      const link = await tickets.make(LINK);
      expect(await tickets.take(oldest[1]!.ticket)).toBeUndefined();
      expect(await stored()).toHaveLength(1 + 100 + 400);
      const device = await tickets.make(HOME);
      expect(await tickets.take(oldest[0]!.ticket)).toBeUndefined();
      expect(await stored()).toHaveLength(1 + 100 + 400);
      for (const { ticket } of [link, device, elsewhere]) expect(await tickets.take(ticket)).toBeDefined();
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
