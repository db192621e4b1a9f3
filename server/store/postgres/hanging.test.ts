/** A database that accepts connections and answers nothing. Its processes are really stopped. */
import { describe, expect, it } from 'vitest';
import { HOME, type Store } from '../../../src/api/ports.ts';
import { handlerTarget } from '../../../tests/contract/hosts.ts';
import { uuid } from '../../../tests/store/samples.ts';
import { ownTime } from '../../../tests/support/busy/own-time.ts';
import { postgresTests } from '../../../tests/support/postgres/databases.ts';
import { type PostgresServer, runSql, startPostgres } from '../../../tests/support/postgres/server.ts';

const { isMissing, open } = postgresTests();

/** Shorter than those of a server, so that nobody waits for them here. */
const TIMEOUTS = { connecting: 500, answer: 1_000, longAnswer: 1_000, turn: 500 };
/** When every request must have been answered, ms of this process: all of these, and some for the work itself. */
const BOUND = 4_000;

const stroke = { tool: 'pen', color: '#123456', size: 3, points: [[1, 2]] };
const drawing = { title: 'A line', strokes: [stroke], thumb: '' };

function clientOf(store: Store) {
  const host = handlerTarget({ store });
  return async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    using time = ownTime();
    const { status, text } = await host.send({
      method,
      path: `/api/v1${path}`,
      headers: { Authorization: `Bearer ${host.token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status, json: JSON.parse(text), ms: time.ms() };
  };
}
type Send = ReturnType<typeof clientOf>;

const append = (send: Send, id: string, rev: number, key: string) =>
  send('PATCH', `/drawings/${id}`, [{ op: 'add', path: '/strokes/-', value: stroke }], {
    'Content-Type': 'application/json-patch+json',
    'If-Match': `"${rev}"`,
    'Idempotency-Key': key,
  });

/** Ids of the server and of the processes that answer its clients. */
async function processesOf({ url }: PostgresServer): Promise<number[]> {
  const [server] = await runSql<{ text: string }>(url, "SELECT pg_read_file('postmaster.pid') AS text");
  const clients = await runSql<{ pid: number }>(
    url,
    "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
  );
  return [Number(server?.text.split('\n', 1)[0]), ...clients.map(({ pid }) => pid)];
}

/** @returns lets it go on */
async function hang(server: PostgresServer): Promise<() => void> {
  const processes = await processesOf(server);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  return () => {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  };
}

describe.skipIf(isMissing)('store: PostgreSQL hangs', () => {
  it('everybody gets 503 in bounded time under load, nothing is half-done, and it goes on afterwards', async () => {
    await using server = await startPostgres();
    const store = (await open(server.url, { timeouts: TIMEOUTS })).storeOf(HOME);
    const send = clientOf(store);
    const id = uuid(1);
    expect((await send('PUT', `/drawings/${id}`, drawing, { 'If-None-Match': '*' })).status).toBe(201);
    // More than there are connections, of which some are open already.
    await Promise.all(Array.from({ length: 6 }, () => send('GET', `/drawings/${id}`)));
    const goOn = await hang(server);
    const responses = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        i % 2 === 0
          ? append(send, id, 1, `key ${i}`)
          : send('GET', `/drawings/${i % 4 === 1 ? id : ''}`.replace(/\/$/, '')),
      ),
    ).finally(goOn);
    expect([...new Set(responses.map(({ status, json }) => `${status} ${json.error?.code}`))]).toEqual([
      '503 unavailable',
    ]);
    expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(BOUND);

    await expect.poll(async () => (await send('GET', `/drawings/${id}`)).json.rev).toBe(1);
    expect((await append(send, id, 1, 'key 0')).json).toMatchObject({ rev: 2, strokeCount: 2 });
  });

  it('at the moment of COMMIT: 503, and the same key finds the change or makes it, once', async () => {
    await using server = await startPostgres();
    const store = (await open(server.url, { timeouts: TIMEOUTS })).storeOf(HOME);
    let goOn: (() => void) | undefined;
    let hangs = false;
    const send = clientOf({
      ...store,
      write: (work) =>
        store.write(async (tx) => {
          const result = await work(tx);
          if (hangs) goOn = await hang(server);
          hangs = false;
          return result;
        }),
    });
    const id = uuid(2);
    await send('PUT', `/drawings/${id}`, drawing, { 'If-None-Match': '*' });
    hangs = true;
    const refused = await append(send, id, 1, 'the key').finally(() => goOn?.());
    expect([refused.status, refused.json.error.code]).toEqual([503, 'unavailable']);
    expect(refused.ms).toBeLessThan(BOUND);
    await expect.poll(async () => (await append(send, id, 1, 'the key')).status).toBe(200);
    expect((await send('GET', `/drawings/${id}`)).json).toMatchObject({ rev: 2, strokes: [stroke, stroke] });
  });
});
