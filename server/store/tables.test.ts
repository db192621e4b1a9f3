import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { fastFolder } from '../../tests/support/fast-folder.ts';
import { newDatabase } from '../../tests/support/postgres/database.ts';
import { postgresPrograms } from '../../tests/support/postgres/server.ts';
import { openDatabase } from './index.ts';
import { VERSION } from './sql/steps.ts';
import { pragma } from './sqlite/sqlite-schema.ts';

/** `table.column type`, with `null` where there may be none. */
type Columns = string[];

async function columnsOfSqlite(): Promise<Columns> {
  const dir = mkdtempSync(join(fastFolder(), 'pleinair-tables-'));
  const file = join(dir, 'pleinair.db');
  await (await openDatabase({ kind: 'sqlite', file })).close();
  const database = new DatabaseSync(file);
  onTestFinished(() => {
    database.close();
    rmSync(dir, { recursive: true });
  });
  expect(pragma(database, 'user_version')).toBe(VERSION);
  const rows = database
    .prepare(
      `SELECT t.name AS "table", c.name AS "column", lower(c.type) AS type, c."notnull" AS filled, c.pk AS pk
       FROM sqlite_schema AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'`,
    )
    .all();
  return rows
    .map(({ table, column, type, filled, pk }) => {
      const isFilled = filled === 1 || Number(pk) > 0;
      return `${String(table)}.${String(column)} ${String(type)}${isFilled ? '' : ' null'}`;
    })
    .sort();
}

async function columnsOfPostgres(): Promise<Columns> {
  await using database = await newDatabase();
  const url = await database.empty();
  await (await openDatabase({ kind: 'postgres', url })).close();
  const rows = await database.query<{
    column: string;
    type: string;
    collation: string | null;
    is_nullable: string;
  }>(
    `SELECT table_name || '.' || column_name AS column, data_type AS type, collation_name AS collation, is_nullable
     FROM information_schema.columns WHERE table_schema = current_schema() AND table_name <> 'pleinair'`,
    url,
  );
  for (const { column, type, collation } of rows) {
    expect([column, type, collation]).toEqual([column, type, type === 'text' ? 'C' : null]);
  }
  return rows
    .map(({ column, type, is_nullable }) => {
      const known = type.replace('bigint', 'integer').replace('bytea', 'blob');
      return `${column} ${known}${is_nullable === 'YES' ? ' null' : ''}`;
    })
    .sort();
}

it.skipIf(postgresPrograms() === undefined)(
  'store: SQLite and PostgreSQL have the same tables and columns, and texts in the order of bytes',
  async () => {
    const columns = await columnsOfSqlite();
    expect(columns.length).toBeGreaterThan(40);
    expect(await columnsOfPostgres()).toEqual(columns);
  },
);
