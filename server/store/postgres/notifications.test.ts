import { expect, it } from 'vitest';
import { ownTime } from '../../../tests/support/busy/own-time.ts';
import { postgresTests } from '../../../tests/support/postgres/databases.ts';
import { runSql, startPostgres } from '../../../tests/support/postgres/server.ts';
import { notifications } from './notifications.ts';

const { isMissing } = postgresTests();

const LISTENERS = "SELECT pid FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND state = 'idle'";
/** ms of this process: half a second for each thing that is waited for, and some for the work itself. */
const BOUND = 4_000;

it.skipIf(isMissing)('live: it ends in bounded time also while the database hangs', async () => {
  await using server = await startPostgres();
  const feed = notifications({ url: server.url, query: () => new Promise(() => {}) });
  feed.follow(() => {});
  feed.tell('home');
  const listeners = () => runSql<{ pid: number }>(server.url, LISTENERS);
  await expect.poll(async () => (await listeners()).length).toBe(1);
  const processes = (await listeners()).map(({ pid }) => pid);
  for (const pid of processes) process.kill(pid, 'SIGSTOP');
  try {
    using time = ownTime();
    await feed.close();
    expect(time.ms()).toBeLessThan(BOUND);
  } finally {
    for (const pid of processes) process.kill(pid, 'SIGCONT');
  }
});
