/**
 * What went wrong elsewhere with several processes on PostgreSQL, by the numbers of the design. P2 stands in
 * postgres.test.ts, P10 in spaces.test.ts. P8 and P9 are not about the database.
 */
import { connect, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOME, type Store, StoreUnavailable } from '../../../src/api/ports.ts';
import { handlerTarget } from '../../../tests/contract/hosts.ts';
import { row, uuid } from '../../../tests/store/samples.ts';
import { addOne, everything, fill } from '../../../tests/store/work.ts';
import { newDatabase } from '../../../tests/support/postgres/database.ts';
import { postgresTests } from '../../../tests/support/postgres/databases.ts';
import { runSql, startPostgres } from '../../../tests/support/postgres/server.ts';
import { STEPS } from '../sql/steps.ts';

const postgres = postgresTests();
const { isMissing, open, home } = postgres;

/** A client of the API over a store. */
function clientOf(store: Store) {
  const host = handlerTarget({ store });
  return async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const { status, text: response } = await host.send({
      method,
      path: `/api/v1${path}`,
      headers: { Authorization: `Bearer ${host.token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status, json: JSON.parse(response) };
  };
}

const stroke = { tool: 'pen', color: '#123456', size: 3, points: [[1, 2]] };
const drawing = { title: 'A line', strokes: [stroke], thumb: '' };
const append = [{ op: 'add', path: '/strokes/-', value: stroke }];
const patchHeaders = (rev: number, key: string) => ({
  'Content-Type': 'application/json-patch+json',
  'If-Match': `"${rev}"`,
  'Idempotency-Key': key,
});

describe.skipIf(isMissing)('PostgreSQL', () => {
  it('P1 a failing Promise.all under way commits nothing later', async () => {
    const store = await home();
    await store.write(fill);
    const before = await store.read(everything);
    const ended = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    const failed = store.write((tx) => {
      late = ended.promise.then(() => tx.putChunks([{ id: 'late', text: 'x' }]));
      return Promise.all([tx.putChunks([{ id: 'a', text: 'there already' }]), tx.setCounter(9), late]);
    });
    await expect(failed).rejects.toThrow('duplicate key');
    ended.resolve();
    await expect(late).rejects.toThrow('the transaction has ended');
    expect(await store.read(everything)).toEqual(before);
    await expect(store.read((tx) => tx.chunks(['late']))).rejects.toThrow('is missing');
    // A failure that the work itself forgives is none that the database does.
    const forgiven = store.write(async (tx) => {
      await tx.setCounter(9);
      await tx.putChunks([{ id: 'a', text: 'there already' }]).catch(() => {});
    });
    await expect(forgiven).rejects.toThrow('transaction is aborted');
    expect(await store.read(everything)).toEqual(before);
  });

  it('P3 a revision above 2^31 is a number', async () => {
    const store = await home();
    const large = row(1, { rev: 2 ** 31 + 7, seq: 2 ** 40, strokeCount: 65, size: 2 ** 33 });
    await store.write(async (tx) => {
      await tx.setCounter(2 ** 41);
      await tx.putDrawing(large);
      await tx.putPurge({ id: uuid(2), seq: 2 ** 39, rev: 2 ** 42, keys: [] });
    });
    const found = await store.read(async (tx) => ({
      counter: (await tx.meta()).counter,
      drawing: await tx.drawing(large.id),
      purge: await tx.purge(uuid(2)),
      counts: (await tx.counts()).drawings,
      changes: await tx.changes(2 ** 40 - 1, 10),
    }));
    expect(found).toEqual({
      counter: 2 ** 41,
      drawing: large,
      purge: { id: uuid(2), seq: 2 ** 39, rev: 2 ** 42, keys: [] },
      counts: 1,
      changes: [large],
    });
  });

  it('P4 lists are in the order of bytes in a database with another collation', async () => {
    await using german = await newDatabase(
      "LOCALE_PROVIDER icu ICU_LOCALE 'de' LOCALE 'C' TEMPLATE template0",
    );
    const order = await german.query<{ a: string }>("SELECT a FROM unnest(ARRAY['B', 'a']) AS a ORDER BY a");
    expect(order.map(({ a }) => a)).toEqual(['a', 'B']);
    const database = await open(german.url);
    const store = database.storeOf(HOME);
    const ids = ['B', 'Z-1', 'Z1', 'a', 'z', 'Ä'];
    const updatedAt = row(1).updatedAt;
    await store.write(async (tx) => {
      for (const [i, id] of ids.toReversed().entries()) await tx.putDrawing(row(i + 1, { id, updatedAt }));
    });
    const listed = await store.read((tx) => tx.list({ trashed: false }));
    expect(listed.map(({ id }) => id)).toEqual(ids);
    const after = await store.read((tx) => tx.list({ trashed: false, after: { updatedAt, id: 'Z1' } }));
    expect(after.map(({ id }) => id)).toEqual(['a', 'z', 'Ä']);
    for (const name of ['zoe', 'Élan', 'Bo']) await database.people.add(name);
    expect((await database.people.list()).map(({ name }) => name)).toEqual(['home', 'Bo', 'zoe', 'Élan']);
  });

  it('P5 six writers with rollbacks, one follower: no gap', async () => {
    const url = await postgres.server.empty();
    const follower = await home(url);
    const writers = await Promise.all(Array.from({ length: 6 }, () => home(url)));
    let writing = true;
    const all = Promise.all(
      writers.map(async (store, i) => {
        for (let n = 0; n < 40; n++) {
          const given = n % 3 === i % 3;
          const done = store.write(async (tx) => {
            await addOne(tx);
            if (given) throw new Error('rolled back');
          });
          if (given) await expect(done).rejects.toThrow('rolled back');
          else await done;
        }
      }),
    ).finally(() => {
      writing = false;
    });
    const seen: number[] = [];
    for (let last = false; !last; ) {
      last = !writing;
      const changes = await follower.read((tx) => tx.changes(seen.at(-1) ?? 0, 100));
      seen.push(...changes.map(({ seq }) => seq));
    }
    await all;
    expect(seen.length).toBeGreaterThan(100);
    expect(seen).toEqual(seen.map((_, i) => i + 1));
    expect((await follower.read((tx) => tx.meta())).counter).toBe(seen.length);
  });

  it('P6 a connection is killed, and the database restarted and crashed, in mid-write: 503, then recovery', async () => {
    await using own = await startPostgres();
    const store = await home(own.url);
    const id = uuid(1);
    let fault: (() => Promise<unknown>) | undefined;
    const send = clientOf({
      ...store,
      write: (work) =>
        store.write(async (tx) => {
          const result = await work(tx);
          await fault?.();
          return result;
        }),
    });
    expect((await send('PUT', `/drawings/${id}`, drawing, { 'If-None-Match': '*' })).status).toBe(201);
    const others = 'datname = current_database() AND pid <> pg_backend_pid()';
    const faults = [
      () => runSql(own.url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${others}`),
      () => own.restart(),
      () => own.crash(),
    ];
    for (const [i, given] of faults.entries()) {
      fault = given;
      const refused = await send('PATCH', `/drawings/${id}`, append, patchHeaders(i + 1, `key ${i}`));
      expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable']);
      fault = undefined;
      await expect.poll(async () => (await send('GET', `/drawings/${id}`, undefined)).status).toBe(200);
      const again = await send('PATCH', `/drawings/${id}`, append, patchHeaders(i + 1, `key ${i}`));
      expect([again.status, again.json.rev, again.json.strokeCount]).toEqual([200, i + 2, i + 2]);
    }
  });

  it('P7 the connection is cut at COMMIT: the same key finds the change again', async () => {
    const url = new URL(await postgres.server.empty());
    const target = { host: url.hostname, port: Number(url.port) };
    let cut = false;
    const sockets = new Set<Socket>();
    const proxy = createServer((client) => {
      const database = connect(target);
      for (const socket of [client, database]) {
        sockets.add(socket);
        socket.on('error', () => {});
      }
      let committing = false;
      client.on('data', (bytes) => {
        committing ||= cut && bytes.includes('COMMIT\0');
        database.write(bytes);
      });
      client.on('close', () => database.destroy());
      database.on('data', (bytes) => {
        // The change is stored, and nobody is told.
        if (committing && bytes.includes('COMMIT\0')) client.destroy();
        else client.write(bytes);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
    const address = proxy.address();
    url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
    const send = clientOf(await home(url.href));
    const id = uuid(1);
    await send('PUT', `/drawings/${id}`, drawing, { 'If-None-Match': '*' });
    cut = true;
    const lost = await send('PATCH', `/drawings/${id}`, append, patchHeaders(1, 'the key'));
    expect([lost.status, lost.json.error.code]).toEqual([503, 'unavailable']);
    cut = false;
    const again = await send('PATCH', `/drawings/${id}`, append, patchHeaders(1, 'the key'));
    expect([again.status, again.json.rev, again.json.strokeCount]).toEqual([200, 2, 2]);
    const { json } = await send('GET', `/drawings/${id}`, undefined);
    expect([json.rev, json.strokes.length]).toEqual([2, 2]);
  });

  it('P11 an old process keeps working on the new schema', async () => {
    const url = await postgres.server.empty();
    const old = await open(url);
    let n = 0;
    /** Uses every table. */
    async function use(): Promise<void> {
      n += 1;
      const { people } = old;
      const { space, name } = await people.add(`Person ${n}`);
      const { token, id } = await people.addToken(name, 'Phone');
      expect(await people.spaceOf(token)).toBe(space);
      expect((await people.named(name)).tokens).toMatchObject([{ id, device: 'Phone' }]);
      const store = old.storeOf(space);
      const written = await store.write(async (tx) => {
        await fill(tx);
        return everything(tx);
      });
      const snapshot = await store.snapshot!();
      expect(await snapshot.read(everything)).toEqual(written);
      snapshot.close();
      expect(await store.read(everything)).toEqual(written);
      expect(await store.read((tx) => tx.keys(uuid(1)))).toHaveLength(1);
      expect(await store.read((tx) => tx.changes(0, 10))).toHaveLength(1);
      expect(await store.read((tx) => tx.purges(-1, 10))).toHaveLength(1);
      await store.write((tx) => tx.deleteDrawing(uuid(1)));
      await people.revoke(id);
      await people.remove(name);
    }
    await use();
    const tables = await postgres.server.query<{ tablename: string }>(
      'SELECT tablename FROM pg_tables WHERE schemaname = current_schema()',
      url,
    );
    expect(tables.length).toBeGreaterThan(10);
    const step = () =>
      tables
        .filter(({ tablename }) => tablename !== 'pleinair')
        .map(({ tablename }) => `ALTER TABLE ${tablename} ADD COLUMN later bigint DEFAULT 1;`)
        .join('');
    const young = await open(url, { steps: [...STEPS, step, () => 'CREATE TABLE more (a bigint);'] });
    await use();
    expect(await young.storeOf(HOME).write(addOne)).toBe(1);
    expect(await old.storeOf(HOME).write(addOne)).toBe(2);
    await expect(open(url)).rejects.toThrow(StoreUnavailable);
  });
});
