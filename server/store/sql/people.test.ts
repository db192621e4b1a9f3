import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { sqliteDatabase } from '../sqlite/sqlite.ts';

it('people: a token opens its space also while nothing can be written', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'pleinair-people-'));
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
  other.exec('ROLLBACK');
  expect((await database.people.named(name)).tokens).toMatchObject([{ usedOn: null }]);
});
