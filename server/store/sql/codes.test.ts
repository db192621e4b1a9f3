import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { fastFolder } from '../../../tests/support/fast-folder.ts';
import { testedDatabases } from '../../../tests/support/postgres/databases.ts';
import type { DatabaseAt } from '../../config/database-at.ts';
import { type Database, operatorMark, sqliteDatabase, tokenMark } from '../index.ts';

const MINUTE = 60_000;

let at: DatabaseAt;
let database: Database;
let other: Database;
let now: number;

for (const { name: kind, skip, empty, open, query } of testedDatabases()) {
  describe.skipIf(skip)(`people: a code that lets a device in, in ${kind}`, () => {
    beforeEach(async () => {
      now = Date.UTC(2026, 10, 23);
      at = await empty();
      database = await open(at, () => now);
      // Another process with the same database.
      other = await open(at, () => now);
    });

    /** What is left of codes, as stored. */
    const stored = () => query(at, 'SELECT * FROM codes');

    it('opens the space that it was made for, with a token that has the name of the device', async () => {
      const { people } = database;
      const { space } = await people.add('Mei');
      const { code } = await people.makeCode(space);
      const token = await people.exchange(code, 'Phone');
      expect(await people.spaceOf(token ?? '')).toBe(space);
      expect((await people.named('Mei')).tokens).toMatchObject([{ device: 'Phone', usedOn: '2026-11-23' }]);
    });

    it('of home opens home', async () => {
      const { code } = await database.people.makeCode('home');
      expect(await database.people.spaceOf((await database.people.exchange(code, 'Phone')) ?? '')).toBe(
        'home',
      );
    });

    it('works once, also if two devices open the link at the same time', async () => {
      const { code } = await database.people.makeCode('home');
      const tokens = await Promise.all(
        [database, other, database, other].map(({ people }) => people.exchange(code, 'Phone')),
      );
      expect(tokens.filter((token) => token !== undefined)).toHaveLength(1);
      expect(await database.people.exchange(code, 'Phone')).toBeUndefined();
      expect((await database.people.named('home')).tokens).toHaveLength(1);
    });

    it('works for 15 minutes, and is forgotten after that', async () => {
      const { people } = database;
      const codes = await Promise.all([people.makeCode('home'), people.makeCode('home')]);
      const [first = '', second = ''] = codes.map(({ code }) => code);
      expect(codes[0]?.expiresAt).toBe(new Date(now + 15 * MINUTE).toISOString());
      now += 15 * MINUTE - 1;
      expect(await people.exchange(first, 'Phone')).toBeDefined();
      now += 1;
      expect(await people.exchange(second, 'Phone')).toBeUndefined();
      await people.makeCode('home');
      expect(await stored()).toHaveLength(1);
    });

    it('ends with the token that made it, also one that a request makes just after that', async () => {
      const { people } = database;
      const { space, name } = await people.add('Mei');
      const [first, second] = [await people.addToken(name, 'Phone'), await people.addToken(name, 'Tablet')];
      const before = await people.makeCode(space, tokenMark(first.token));
      const kept = await people.makeCode(space, tokenMark(second.token));
      await database.tickets.make({ space, share: null }, tokenMark(first.token));
      expect(await other.people.revoke(first.id)).toBe(1);
      expect(await stored()).toHaveLength(1);
      expect(await query(at, 'SELECT * FROM live_tickets')).toEqual([]);
      const after = await people.makeCode(space, tokenMark(first.token));
      for (const { code } of [before, after]) expect(await people.exchange(code, 'Laptop')).toBeUndefined();
      expect(await people.exchange(kept.code, 'Laptop')).toBeDefined();
    });

    it('keeps nothing by which DRAW_TOKEN could be guessed', async () => {
      await database.people.makeCode('home', operatorMark('guessable'));
      const text = JSON.stringify(await stored());
      expect(text).not.toContain(tokenMark('guessable'));
      expect(text).not.toContain(operatorMark('guessable'));
    });

    it('is kept as a digest, and goes with its person', async () => {
      const { people } = database;
      const { space, name } = await people.add('Mei');
      const { code } = await people.makeCode(space);
      expect(JSON.stringify(await stored())).not.toContain(code);
      await people.remove(name);
      expect(await stored()).toEqual([]);
      expect(await people.exchange(code, 'Phone')).toBeUndefined();
    });
  });
}

it('people: a code that is wrong makes no writer wait', async () => {
  const dir = mkdtempSync(join(fastFolder(), 'pleinair-codes-'));
  const file = join(dir, 'pleinair.db');
  const plainly = sqliteDatabase({ file });
  const plain = new DatabaseSync(file);
  onTestFinished(async () => {
    plain.close();
    await plainly.close();
    rmSync(dir, { recursive: true });
  });
  plain.exec('BEGIN IMMEDIATE');
  expect(await plainly.people.exchange('guess', 'Phone')).toBeUndefined();
  plain.exec('ROLLBACK');
});
