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
      await expect
        .poll(async () => (await people.named('Mei')).tokens)
        .toMatchObject([{ device: 'Phone', usedOn: '2026-11-23' }]);
    });

    it('says whose space it opens without being used, and that device is the newest one after that', async () => {
      const { people } = database;
      const { space } = await people.add('Mei');
      await people.addToken('Mei', 'Laptop');
      now += 1;
      const { code } = await people.makeCode(space);
      expect(await people.look(code)).toEqual({ person: 'Mei' });
      expect(await people.about(space)).toMatchObject({ person: 'Mei', newest: { device: 'Laptop' } });
      expect(await people.about('home')).toEqual({ person: null, newest: null });
      expect(await other.people.look(code)).toEqual({ person: 'Mei' });
      await people.exchange(code, 'Phone');
      const createdAt = new Date(now).toISOString();
      expect(await people.about(space)).toEqual({ person: 'Mei', newest: { device: 'Phone', createdAt } });
      expect(await people.look(code)).toBeUndefined();

      const late = await people.makeCode('home');
      expect(await people.look(late.code)).toEqual({ person: null });
      now += 15 * MINUTE;
      expect(await people.look(late.code)).toBeUndefined();
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

    it('is one of ten of its space: one more ends the oldest, and nobody else loses any', async () => {
      const { people } = database;
      const { space } = await people.add('Mei');
      const others = await people.makeCode('home');
      const codes = [];
      for (let n = 0; n < 12; n++) {
        codes.push((await people.makeCode(space)).code);
        now += 1;
      }
      expect(await stored()).toHaveLength(11);
      const [first = '', second = '', third = ''] = codes;
      for (const code of [first, second]) expect(await people.exchange(code, 'Phone')).toBeUndefined();
      for (const code of [third, others.code]) expect(await people.exchange(code, 'Phone')).toBeDefined();
    });

    it('gives the hundredth token of its space and no more, and stays valid for when there is room', async () => {
      const { people } = database;
      const { space, name } = await people.add('Mei');
      const first = await people.addToken(name, 'Phone');
      await query(
        at,
        `INSERT INTO tokens (hash, id, space, device, created_at)
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 98)
         SELECT 'digest ' || n, 'id ' || n, '${space}', 'Phone', '2026-11-23T00:00:00.000Z' FROM numbers`,
      );
      const codes = await Promise.all([people.makeCode(space), people.makeCode(space)]);
      const given = await Promise.allSettled(
        codes.map(({ code }, n) => (n === 0 ? people : other.people).exchange(code, 'Phone')),
      );
      expect(given.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const full = /^there are 100 tokens for these drawings, the most there may be/;
      expect(given.find((one) => one.status === 'rejected')?.reason).toMatchObject({
        name: 'StoreFull',
        limit: expect.stringMatching(full),
      });
      await expect(people.addToken(name, 'Phone')).rejects.toThrow(full);
      expect((await people.named(name)).tokens).toHaveLength(100);
      await people.add('Ravi');
      expect(await people.addToken('Ravi', 'Phone')).toBeDefined();
      await people.revoke(first.id);
      const unused = codes[given[0]?.status === 'rejected' ? 0 : 1]!.code;
      expect(await people.exchange(unused, 'Phone')).toBeDefined();
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
