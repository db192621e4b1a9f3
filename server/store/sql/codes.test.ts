import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fastFolder } from '../../../tests/support/fast-folder.ts';
import { type Database, sqliteDatabase } from '../index.ts';

const MINUTE = 60_000;

let dir: string;
let file: string;
let database: Database;
let other: Database;
let now: number;

beforeEach(() => {
  dir = mkdtempSync(join(fastFolder(), 'pleinair-codes-'));
  file = join(dir, 'pleinair.db');
  now = Date.UTC(2026, 10, 23);
  database = sqliteDatabase({ file, now: () => now });
  // Another process with the same database.
  other = sqliteDatabase({ file, now: () => now });
});

afterEach(async () => {
  await Promise.all([database.close(), other.close()]);
  rmSync(dir, { recursive: true });
});

/** What is left of codes, as stored. */
function stored(): unknown[] {
  const plain = new DatabaseSync(file);
  try {
    return plain.prepare('SELECT * FROM codes').all();
  } finally {
    plain.close();
  }
}

describe('people: a code that lets a device in', () => {
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
    expect(await database.people.spaceOf((await database.people.exchange(code, 'Phone')) ?? '')).toBe('home');
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
    expect(stored()).toHaveLength(1);
  });

  it('is kept as a digest, and goes with its person', async () => {
    const { people } = database;
    const { space, name } = await people.add('Mei');
    const { code } = await people.makeCode(space);
    expect(JSON.stringify(stored())).not.toContain(code);
    await people.remove(name);
    expect(stored()).toEqual([]);
    expect(await people.exchange(code, 'Phone')).toBeUndefined();
  });

  it('that is wrong makes no writer wait', async () => {
    const plain = new DatabaseSync(file);
    plain.exec('BEGIN IMMEDIATE');
    expect(await database.people.exchange('guess', 'Phone')).toBeUndefined();
    plain.exec('ROLLBACK');
    plain.close();
  });
});
