import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { StoreUnavailable } from '../../../src/api/ports.ts';
import { newDatabase } from '../../../tests/support/postgres/database.ts';
import { postgresTests } from '../../../tests/support/postgres/databases.ts';
import { redisProgram } from '../../../tests/support/redis/programs.ts';
import { startRedis } from '../../../tests/support/redis/server.ts';
import { readConfig } from '../../config/config.ts';
import { checkVersions, checkWritable } from './local-checks.ts';
import { checkRedis } from './redis-check.ts';

const postgres = postgresTests();
const config = (url: string) => readConfig({ DATABASE_URL: url }, () => undefined);

const redis = redisProgram();

it.skipIf(redis === undefined)('server: doctor finds a Redis that does not need its password', async () => {
  await using server = await startRedis(redis!);
  const check = (url: string) => checkRedis(readConfig({ REDIS_URL: url }, () => undefined));
  expect(await check(server.url)).toMatchObject({ result: 'ok' });
  const needless = await check(server.url.replace('//', '//:secret-of-it@'));
  expect(needless).toMatchObject({
    result: 'warn',
    text: expect.stringContaining('needs no password, although REDIS_URL has one'),
  });
  expect(needless.text).not.toContain('secret');
});

describe.skipIf(postgres.isMissing)('server: doctor asks PostgreSQL', () => {
  const tables = (url: string) =>
    postgres.server.query('SELECT tablename FROM pg_tables WHERE schemaname = current_schema()', url);

  it('and finds a new one and one in use in order, without a change', async () => {
    const url = await postgres.server.empty();
    for (const check of [checkVersions, checkWritable]) expect((await check(config(url))).result).toBe('ok');
    expect(await tables(url)).toEqual([]);
    await postgres.home(url);
    for (const check of [checkVersions, checkWritable]) expect((await check(config(url))).result).toBe('ok');
    expect((await checkRedis(config(url))).text).toContain('no REDIS_URL');
  });

  it('and says that it is of a newer version, has another encoding, or is not there', async () => {
    const url = await postgres.server.empty();
    await postgres.home(url);
    await postgres.server.query('UPDATE pleinair SET version = 99', url);
    await using other = await newDatabase(`ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const nowhere = new URL(url);
    nowhere.pathname = '/nowhere';
    for (const [address, why] of [
      [url, 'made by a newer Pleinair'],
      [other.url, 'has the encoding LATIN1'],
      [nowhere.href, 'database "nowhere" does not exist'],
    ] as const) {
      for (const check of [checkVersions, checkWritable]) {
        const error = await check(config(address)).catch((reason: unknown) => reason);
        expect(error).toBeInstanceOf(StoreUnavailable);
        expect(String(error)).toContain(why);
        expect(String(error)).toContain('; correct it, or DATABASE_URL');
      }
    }
  });

  it('and says that this user may not write, or that nobody may', async () => {
    const url = await postgres.server.empty();
    await postgres.home(url);
    const user = `reader_${randomUUID().slice(0, 8)}`;
    await postgres.server.query(
      `CREATE ROLE ${user} LOGIN;
       DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${user}', current_schema());
         EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO ${user}', current_schema()); END $$`,
      url,
    );
    const reader = new URL(url);
    reader.username = user;
    expect((await checkVersions(config(reader.href))).result).toBe('ok');
    const finding = await checkWritable(config(reader.href));
    expect([finding.result, finding.text]).toEqual([
      'fail',
      expect.stringMatching(
        /takes no writes: its user has no UPDATE on spaces, INSERT on drawings, .*; grant it$/,
      ),
    ]);

    await using other = await newDatabase();
    await other.query(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on',
      current_database()); END $$`);
    // Before a server made the tables, and after.
    expect((await checkWritable(config(other.url))).text).toContain('default_transaction_read_only is on');
    const stranger = new URL(await postgres.server.empty());
    stranger.username = user;
    await postgres.server.query(
      `DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${user}', current_schema()); END $$`,
      stranger.href.replace(user, 'postgres'),
    );
    expect((await checkWritable(config(stranger.href))).text).toContain('no CREATE in a schema; grant it');
  });
});
