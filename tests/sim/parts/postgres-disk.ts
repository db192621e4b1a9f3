/** A server's disk in PostgreSQL. */
import { postgresDatabase } from '../../../server/store/postgres/postgres.ts';
import { renewPostgresEpochs } from '../../../server/store/postgres/postgres-client.ts';
import { HOME } from '../../../src/api/ports.ts';
import { newEpoch } from '../../../src/store/epoch.ts';
import { newSchema, runSql } from '../../support/postgres/server.ts';
import type { ServerDisk } from './server.ts';
import { leastRev } from './server-disks.ts';

/** The rows of all tables are copied, as `pg_dump` does. */
const BACKUP = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
    EXECUTE format('DROP TABLE IF EXISTS %1$I.%2$I; CREATE TABLE %1$I.%2$I AS TABLE %2$I',
      current_schema() || '_backup', name);
  END LOOP; END $$`;
/** What others refer to comes first. */
const RESTORE = `DO $$ DECLARE name text; BEGIN
  EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ')
    FROM pg_tables WHERE schemaname = current_schema());
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema()
      ORDER BY tablename <> 'spaces', tablename LOOP
    EXECUTE format('INSERT INTO %2$I SELECT * FROM %1$I.%2$I', current_schema() || '_backup', name);
  END LOOP; END $$`;

/**
 * A schema of a PostgreSQL database, with the product's own end of a restore.
 * @param url of the database
 * @param name of a schema that is not there yet
 */
export async function postgresServerDisk(url: string, name: string): Promise<ServerDisk> {
  const address = await newSchema(url, name);
  await newSchema(url, `${name}_backup`);
  const database = await postgresDatabase({ url: address });
  const inner = database.storeOf(HOME);
  let hasBackup = false;
  let restores = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** One thing after another: with several at a time, a run of a seed would not be the same again. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const result = last.then(work);
    last = result
      .catch(() => {})
      .finally(() => {
        waiting -= 1;
      });
    return result;
  }

  return {
    store: {
      read: (work) => inTurn(() => inner.read(work)),
      write: (work) => inTurn(() => inner.write(work)),
      writable: () => inner.writable(),
      close: () => inner.close(),
    },
    busy: () => (waiting > 0 ? last : undefined),
    backup: () =>
      inTurn(async () => {
        await runSql(address, BACKUP);
        hasBackup = true;
      }),
    async restore(by) {
      if (!hasBackup) return false;
      restores += 1;
      await inTurn(async () => {
        await runSql(address, RESTORE);
        if (by === 'command') await renewPostgresEpochs(address, leastRev(restores));
        else await runSql(address, `UPDATE spaces SET epoch = '${newEpoch()}'`);
      });
      return true;
    },
    async close() {
      await last;
      await database.close();
      await runSql(url, `DROP SCHEMA ${name} CASCADE; DROP SCHEMA ${name}_backup CASCADE`);
    },
  };
}
