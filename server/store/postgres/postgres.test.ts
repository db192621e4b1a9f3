import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOME, SpaceGone, StoreBusy, StoreFull, StoreUnavailable } from '../../../src/api/ports.ts';
import { uuid } from '../../../tests/store/samples.ts';
import { storeCases } from '../../../tests/store/suite.ts';
import { addOne, everything, fill } from '../../../tests/store/work.ts';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { newDatabase } from '../../../tests/support/postgres/database.ts';
import { postgresTests } from '../../../tests/support/postgres/databases.ts';
import { STEPS, VERSION } from '../sql/steps.ts';
import { findLending, lookAtPostgres, renewPostgresEpochs } from './postgres-client.ts';
import { NEEDED } from './takes-writes.ts';

const postgres = postgresTests();
const { isMissing, open, home } = postgres;

describe.skipIf(isMissing)('store: PostgreSQL', () => {
  // A deprecated use of the driver is reported once in a process, by the first case that has one.
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  beforeAll(() => void process.on('warning', note));
  afterAll(() => void process.off('warning', note));

  const strokes = realStrokes(200);
  for (const { name, run } of storeCases.filter(({ device }) => !device)) {
    it(name, async () => {
      const url = await postgres.server.empty();
      await run({ open: () => home(url), strokes });
    });
  }

  it('P2 none of these cases uses the driver in a deprecated way', () => {
    expect(warnings).toEqual([]);
  });

  it('gives way to others while a client reads slowly, and has only so many of those', async () => {
    const database = await open(await postgres.server.empty());
    const store = database.storeOf(HOME);
    const other = database.storeOf((await database.people.add('Mei')).space);
    const third = database.storeOf((await database.people.add('Bob')).space);
    const views = [];
    for (let i = 0; i < 3; i++) views.push(await store.snapshot!());
    // The others are for everybody else, however many read slowly.
    await expect(store.snapshot!()).rejects.toThrow(StoreBusy);
    for (const one of [other, third]) {
      views.push(await one.snapshot!());
      await expect(one.snapshot!()).rejects.toThrow(StoreBusy);
    }
    expect(await store.write(addOne)).toBe(1);
    for (const view of views) {
      expect((await view.read((tx) => tx.meta())).counter).toBe(0);
      view.close();
    }
    (await store.snapshot!()).close();
  });

  it('has places for whoever reads slowly with a link, and always some more for people', async () => {
    const database = await open(await postgres.server.empty());
    const store = database.storeOf(HOME);
    const other = database.storeOf((await database.people.add('Mei')).space);
    const third = database.storeOf((await database.people.add('Bob')).space);
    for (let i = 0; i < 2; i++) await store.snapshot!(true);
    await expect(store.snapshot!(true)).rejects.toThrow(StoreBusy);
    await other.snapshot!(true);
    await expect(third.snapshot!(true)).rejects.toThrow(StoreBusy);
    for (const one of [store, other, third]) await one.snapshot!();
    await expect(store.snapshot!()).rejects.toThrow(StoreBusy);
  });

  it('tells how many connections are busy, idle and waited for', async () => {
    const database = await open(await postgres.server.empty());
    const store = database.storeOf(HOME);
    await store.read((tx) => tx.meta());
    expect(database.pool?.()).toEqual({ max: 16, busy: 0, idle: 1, waiting: 0 });
    const gate = Promise.withResolvers<void>();
    const reads = Array.from({ length: 18 }, () =>
      store.read(async (tx) => {
        await tx.meta();
        await gate.promise;
      }),
    );
    await expect.poll(() => database.pool?.()).toEqual({ max: 16, busy: 16, idle: 0, waiting: 2 });
    gate.resolve();
    await Promise.all(reads);
    expect(database.pool?.()).toEqual({ max: 16, busy: 0, idle: 16, waiting: 0 });
  });

  it('reads and writes nothing for a person who was removed meanwhile', async () => {
    const database = await open(await postgres.server.empty());
    const { space } = await database.people.add('Mei');
    const store = database.storeOf(space);
    await store.write(fill);
    await database.people.remove('Mei');
    await expect(store.write(addOne)).rejects.toThrow(SpaceGone);
  });

  it('tells what the last statement of a transaction failed with', async () => {
    const url = await postgres.server.empty();
    const store = await home(url);
    await postgres.server.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE 'no room' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER fails BEFORE UPDATE ON spaces FOR EACH ROW EXECUTE FUNCTION fail()`,
      url,
    );
    await expect(store.write(addOne)).rejects.toBeInstanceOf(StoreFull);
    expect(await store.read((tx) => tx.list({ trashed: false }))).toEqual([]);
  });

  it('knows whether writes work', async () => {
    const url = await postgres.server.empty();
    const store = await home(url);
    expect(await store.writable()).toBe(true);
    // Roles are of the whole server, which other tests use.
    const reader = `reader_${randomUUID().slice(0, 8)}`;
    await postgres.server.query(
      `CREATE ROLE ${reader} LOGIN; ALTER ROLE ${reader} SET default_transaction_read_only = on`,
    );
    const schema = new URL(url).searchParams.get('options')?.split('=').at(-1);
    await postgres.server.query(
      `GRANT USAGE ON SCHEMA ${schema} TO ${reader}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${reader}`,
    );
    const address = new URL(url);
    address.username = reader;
    const readOnly = await home(address.href);
    expect(await readOnly.writable()).toBe(false);
    await expect(readOnly.write(addOne)).rejects.toThrow(StoreUnavailable);
    expect((await readOnly.read((tx) => tx.meta())).counter).toBe(0);
  });

  it('takes writes with the privileges that it needs, and knows when one of them is missing', async () => {
    const url = await postgres.server.empty();
    await home(url);
    const role = `writer_${randomUUID().slice(0, 8)}`;
    const grants = Object.entries(NEEDED).flatMap(([table, all]) => all.map((one) => `${one} ON ${table}`));
    await postgres.server.query(
      `CREATE ROLE ${role} LOGIN; GRANT SELECT ON pleinair TO ${role};
       DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO ${role}', current_schema()); END $$;
       ${grants.map((grant) => `GRANT ${grant} TO ${role}`).join(';')}`,
      url,
    );
    const address = new URL(url);
    address.username = role;
    const store = await home(address.href);
    await store.write(fill);
    await store.write((tx) => tx.deletePurge(uuid(2)));
    await store.write(addOne);
    for (const grant of grants) {
      await postgres.server.query(`REVOKE ${grant} FROM ${role}`, url);
      expect([grant, await store.writable()]).toEqual([grant, false]);
      await postgres.server.query(`GRANT ${grant} TO ${role}`, url);
    }
    expect(await store.writable()).toBe(true);
  });

  it('tells a pooler that lends connections for a transaction from one that keeps them, and from none', async () => {
    const process = (pid: number) => ({ query: async () => ({ rows: [{ pid }] }) });
    const failing = (code: string) => ({
      query: () => Promise.reject(Object.assign(new Error(code), { code })),
    });
    expect(await findLending(process(1), process(2))).toBeUndefined();
    expect(await findLending(process(1), process(1))).toBe('works');
    expect(await findLending(process(1), failing('42P05'))).toBe('broken');
    expect(await findLending(failing('26000'), process(1))).toBe('broken');
    await expect(findLending(process(1), failing('57P01'))).rejects.toThrow('57P01');
    expect((await lookAtPostgres(await postgres.server.empty())).lending).toBeUndefined();
  });

  it('gets another epoch and other revisions after a restore, for every space', async () => {
    const url = await postgres.server.empty();
    const database = await open(url);
    const { space } = await database.people.add('Mei');
    const stores = [HOME, space].map((id) => database.storeOf(id));
    for (const store of stores) await store.write(fill);
    const state = () =>
      Promise.all(
        stores.map((store) =>
          store.read(async (tx) => [(await tx.meta()).epoch, (await tx.list({ trashed: false }))[0]?.rev]),
        ),
      );
    const before = await state();
    await renewPostgresEpochs(url, 2 ** 41);
    const after = await state();
    expect(new Set([...before, ...after].map(([epoch]) => epoch)).size).toBe(4);
    expect(after.map(([, rev]) => rev)).toEqual([2 ** 41, 2 ** 41]);
  });
});

describe.skipIf(isMissing)('store: PostgreSQL brings the tables to its version', () => {
  const column = () => 'ALTER TABLE drawings ADD COLUMN later bigint;';

  it('once, when six processes start at the same time', async () => {
    const url = await postgres.server.empty();
    const script = join(import.meta.dirname, '../../../tests/store/postgres-child.ts');
    const started = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, [script, url, '5'], { stdio: ['pipe', 'pipe', 'inherit'] });
      return { child, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() };
    });
    for (const { lines } of started) expect((await lines.next()).value).toBe('ready');
    const added = started.map(async ({ child, lines }) => {
      child.stdin.end('go\n');
      const own: number[] = [];
      for (let line = await lines.next(); !line.done; line = await lines.next()) own.push(Number(line.value));
      return own;
    });
    const numbers = (await Promise.all(added)).flat();
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
    expect(await postgres.server.query('SELECT version FROM pleinair', url)).toEqual([{ version: VERSION }]);
  });

  it('all or nothing: a step that fails changes nothing, and says why', async () => {
    const url = await postgres.server.empty();
    const store = await home(url);
    await store.write(fill);
    const before = await store.read(everything);
    const steps = [
      ...STEPS,
      column,
      () => 'CREATE TABLE more (a bigint); ALTER TABLE gone ADD COLUMN b bigint;',
    ];
    await expect(open(url, { steps })).rejects.toThrow(/cannot be used: relation "gone" does not exist$/);
    expect(await postgres.server.query('SELECT version FROM pleinair', url)).toEqual([{ version: VERSION }]);
    const later = "SELECT FROM pg_attribute WHERE attname = 'later' AND attrelid = 'drawings'::regclass";
    expect(await postgres.server.query(later, url)).toEqual([]);
    expect(await postgres.server.query("SELECT to_regclass('more') AS found", url)).toEqual([
      { found: null },
    ]);
    expect(await store.read(everything)).toEqual(before);
    expect(await store.write(addOne)).toBe(2);
  });

  it('not from a newer one', async () => {
    const url = await postgres.server.empty();
    await open(url, { steps: [...STEPS, column] });
    await expect(open(url)).rejects.toThrow(
      new RegExp(
        `^the PostgreSQL database \\w+ at 127.0.0.1:\\d+ is of version ${VERSION + 1}, made by a newer Pleinair`,
      ),
    );
  });
});

describe.skipIf(isMissing)('store: PostgreSQL refuses, in one line without the password,', () => {
  async function refusal(url: string): Promise<string> {
    const address = new URL(url);
    address.password = 'not-to-be-told';
    const error = await open(address.href).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreUnavailable);
    const { message } = error as StoreUnavailable;
    expect(message).not.toMatch(/not-to-be-told|\n/);
    return message;
  }

  it('a database of something else, and leaves it as it is', async () => {
    const url = await postgres.server.empty();
    await postgres.server.query('CREATE TABLE notes (a text)', url);
    expect(await refusal(url)).toContain('has tables of something else');
    expect(
      await postgres.server.query('SELECT tablename FROM pg_tables WHERE schemaname = current_schema()', url),
    ).toEqual([{ tablename: 'notes' }]);
  });

  it.each(['LATIN1', 'SQL_ASCII'])('a database in the encoding %s', async (encoding) => {
    await using other = await newDatabase(`ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
    expect(await refusal(other.url)).toContain(`has the encoding ${encoding}: Pleinair needs one with UTF8`);
    expect(await other.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).toEqual([]);
  });

  it('a database of the version 0, which was never made', async () => {
    const url = await postgres.server.empty();
    await home(url);
    await postgres.server.query('UPDATE pleinair SET version = 0', url);
    expect(await refusal(url)).toContain('is of version 0, which this Pleinair does not know');
  });

  it.each([
    ['no row', 'DELETE FROM pleinair'],
    ['several rows', 'INSERT INTO pleinair SELECT version FROM pleinair'],
    ['several rows', 'INSERT INTO pleinair VALUES (0)'],
  ])('a database whose table of the version has %s', async (rows, change) => {
    const url = await postgres.server.empty();
    await home(url);
    await postgres.server.query(change, url);
    const before = await postgres.server.query('SELECT version FROM pleinair', url);
    expect(await refusal(url)).toContain(`damaged or not Pleinair's: its table pleinair has ${rows}`);
    expect(await postgres.server.query('SELECT version FROM pleinair', url)).toEqual(before);
  });

  it('one that is not there, or not for this user, or not to be changed, or at no such port', async () => {
    const url = new URL(postgres.server.url);
    url.pathname = '/nowhere';
    expect(await refusal(url.href)).toMatch(
      /database nowhere at .* cannot be used: database "nowhere" does not/,
    );
    const name = `guest_${randomUUID().slice(0, 8)}`;
    await postgres.server.query(`CREATE ROLE ${name} LOGIN`);
    const guest = new URL(postgres.server.url);
    guest.username = name;
    expect(await refusal(guest.href)).toContain('permission denied for schema public');
    guest.username = 'stranger';
    expect(await refusal(guest.href)).toContain('role "stranger" does not exist');
    const rootCert = new URL(postgres.server.url);
    rootCert.search = '?sslmode=verify-full&sslrootcert=/not-there.pem';
    expect(await refusal(rootCert.href)).toMatch(/cannot be used: ENOENT: .*not-there\.pem/);
    rootCert.search = '?sslmode=verify-full';
    expect(await refusal(rootCert.href)).toContain('does not support SSL connections');
    expect(await refusal('postgres://postgres@127.0.0.1:9/pleinair')).toContain('ECONNREFUSED');
    expect(await refusal('postgres://postgres@localhost:9/pleinair')).toContain('ECONNREFUSED');
  });

  it('one that asks for a password where the address has none', async () => {
    // Asks as PostgreSQL does (postgresql.org/docs/current, 54.7 and 54.3.1).
    const asking = createServer((socket) => {
      const ask = (kind: number, text: string) => {
        const [head, rest] = [Buffer.alloc(9, 'R'), Buffer.from(text, 'latin1')];
        head.writeInt32BE(8 + rest.length, 1);
        head.writeInt32BE(kind, 5);
        socket.write(Buffer.concat([head, rest]));
      };
      socket.on('error', () => {});
      socket.once('data', () => {
        ask(10, 'SCRAM-SHA-256\0\0');
        socket.once('data', (bytes) => {
          const nonce = /r=([^,]+)/.exec(bytes.toString('latin1'))?.[1];
          ask(11, `r=${nonce}more,s=c2FsdA==,i=4096`);
        });
      });
    });
    asking.listen(0, '127.0.0.1');
    await once(asking, 'listening');
    const { port } = asking.address() as AddressInfo;
    const error = await open(`postgres://me@127.0.0.1:${port}/pleinair`).catch((reason: unknown) => reason);
    asking.close();
    expect(error).toBeInstanceOf(StoreUnavailable);
    expect(String(error)).toBe(
      `StoreUnavailable: the PostgreSQL database pleinair at 127.0.0.1:${port} cannot be used: it asks for a password, and the address has none`,
    );
  });
});
