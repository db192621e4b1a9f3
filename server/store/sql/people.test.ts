import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fastFolder } from '../../../tests/support/fast-folder.ts';
import { postgresTests, testedDatabases } from '../../../tests/support/postgres/databases.ts';
import { LOCKS } from '../postgres/postgres-schema.ts';
import { sqliteDatabase } from '../sqlite/sqlite.ts';
import { isMixed, newName } from './people/find-person.ts';

it('people: a token opens its space also while nothing can be written, and its day is noted afterwards', async () => {
  const dir = mkdtempSync(join(fastFolder(), 'pleinair-people-'));
  const file = join(dir, 'pleinair.db');
  const database = sqliteDatabase({ file });
  const other = new DatabaseSync(file);
  onTestFinished(async () => {
    other.close();
    await database.close();
    rmSync(dir, { recursive: true });
  });
  const { space, name } = await database.people.add('Mei');
  const { token } = await database.people.addToken(name, 'Phone');
  other.exec('BEGIN IMMEDIATE');
  expect(await database.people.spaceOf(token)).toBe(space);
  expect((await database.people.named(name)).tokens).toMatchObject([{ usedOn: null }]);
  other.exec('ROLLBACK');
  await expect.poll(async () => (await database.people.named(name)).tokens[0]?.usedOn).not.toBeNull();
});

describe('people: over PostgreSQL', () => {
  const postgres = postgresTests();

  it.skipIf(postgres.isMissing)('the day of a token is noted while somebody is being removed', async () => {
    const url = await postgres.server.empty();
    const { people } = await postgres.open(url);
    const { token, space } = await people.addWithToken('Mei', 'Phone', {});
    const remover = new pg.Client({ connectionString: url });
    await remover.connect();
    onTestFinished(() => remover.end());
    // Removing a large space takes up to a minute.
    await remover.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCKS.people})`);
    expect(await people.spaceOf(token)).toBe(space);
    await expect.poll(async () => (await people.named('Mei')).tokens[0]?.usedOn).not.toBeNull();
  });
});

for (const { name: kind, skip, empty, open, query } of testedDatabases()) {
  describe.skipIf(skip)(`people: names, in ${kind}`, () => {
    it('are taken by one who cannot be told from another, and the error says by whom', async () => {
      const at = await empty();
      const { people } = await open(at);
      for (const name of ['Ren\u00e9 Stra\u00dfe', 'Fiona', 'ΟΔΟΣ']) await people.add(name);
      for (const [name, taken] of [
        ['RENE\u0301 STRASSE', 'Ren\u00e9 Stra\u00dfe'],
        ['Ren\u00e9  Stra\u00dfe', 'Ren\u00e9 Stra\u00dfe'],
        ['Ren\u00e9\u00a0Stra\u00dfe', 'Ren\u00e9 Stra\u00dfe'],
        ['REN\u00c9 STRA\u1e9eE', 'Ren\u00e9 Stra\u00dfe'],
        ['\ufb01ona', 'Fiona'],
        ['\uff26\uff49\uff4f\uff4e\uff41', 'Fiona'],
        ['οδος', 'ΟΔΟΣ'],
        ['\uff48ome', 'home'],
      ] as const) {
        await expect(people.add(name), name).rejects.toThrow(
          `there is somebody named ${JSON.stringify(taken)} already`,
        );
        expect((await people.named(name)).name).toBe(taken);
      }
      expect(await people.list()).toHaveLength(4);
    });

    it('are not taken by somebody whose device or limits were refused', async () => {
      const { people } = await open(await empty());
      for (const device of ['a\tb', 'x'.repeat(100), ' ']) {
        await expect(people.addWithToken('Carl', device, { drawings: 5 })).rejects.toThrow(
          "the device's name",
        );
      }
      expect(await people.list()).toHaveLength(1);
      const { token, space } = await people.addWithToken('Carl', 'Phone', { drawings: 5 });
      expect(await people.spaceOf(token)).toBe(space);
      expect(await people.named('Carl')).toMatchObject({ limits: { bytes: null, drawings: 5 } });
    });

    it('that an older version let in side by side are found by how they are written alone', async () => {
      const at = await empty();
      const { people } = await open(at);
      await people.add('Fiona');
      const { space } = await people.add('Another');
      await query(
        at,
        `UPDATE people SET name = '\ufb01ona', name_folded = '\ufb01ona' WHERE space = '${space}'`,
      );
      expect((await people.named('\ufb01ona')).space).toBe(space);
      expect((await people.named('Fiona')).space).not.toBe(space);
      await expect(people.remove('FIONA')).rejects.toThrow('several are named "FIONA"');
      expect(await people.list()).toHaveLength(3);
    });
  });
}

it.each([
  ['begins or ends with a space', [' Mei', 'Mei ', '\u00a0Mei', 'Mei\u3000']],
  [
    'has characters that cannot be seen',
    [
      'M\u00adei',
      'M\u200bei',
      '\u2067Mei',
      'Mei\u2066',
      'M\tei',
      'M\u034fei',
      '\u3164',
      'M\u2800i',
      'M\ufe0fei',
    ],
  ],
  ['is empty', ['', ' ']],
  ['is longer than 60 characters', ['x'.repeat(61)]],
])('people: a name that %s is refused', (why, names) => {
  for (const name of names) expect(() => newName(name), JSON.stringify(name)).toThrow(`the name ${why}`);
});

it('people: names in any language are allowed, and those in two that look alike are noticed', () => {
  const names = [
    'Class 3B',
    "O'Brien",
    '\u7f8e',
    '\u0b95\u0bb2\u0bc8',
    'Zo\u00eb',
    '\ud83d\udc26',
    'Мария',
    '\u05d3\u05d5\u05d3',
  ];
  for (const name of names) {
    expect(newName(name)).toBe(name);
    expect(isMixed(name)).toBe(false);
  }
  // The second letter is Cyrillic.
  expect(isMixed('M\u0435i')).toBe(true);
});
