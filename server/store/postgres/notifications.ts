/**
 * Notifies other processes on the database of commits, and listens to theirs (NOTIFY, LISTEN). A lost message costs
 * only time, because followers also look now and then.
 *
 * A NOTIFY is sent after the commit and not in it: the database lets one transaction with a NOTIFY commit at a time,
 * and each would wait for the disk (PreCommit_Notify in its sources). Spaces could no longer be written side by side.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { settledWithin } from '../../../src/core/settled-within.ts';
import { type CommitFeed, commitFeed } from '../sql/live/commits.ts';

const CHANNEL = 'pleinair_commits';
/** Least time between two messages, ms: commits in between share one. */
const GAP_MS = 20;
/** Backoff before connecting again, ms: doubled with each failure. */
const PAUSE_FIRST = 500;
const PAUSE_MAX = 30_000;
const CONNECTING_MS = 5_000;
/** How long a database may take to end a connection, or to take the last message, ms. */
const ENDING_MS = 500;

export interface Notifications extends CommitFeed {
  close(): Promise<void>;
}

export interface NotificationsOptions {
  readonly url: string;
  /** Runs a statement on any connection. */
  readonly query: (text: string, values: unknown[]) => Promise<unknown>;
}

/** Connects when the first follower comes. */
export function notifications({ url, query }: NotificationsOptions): Notifications {
  /** Tells this process's messages from those of others. */
  const own = randomUUID();
  const local = commitFeed();
  const closing = new AbortController();
  const untold = new Set<string>();
  let telling: Promise<void> | undefined;
  let listening: Promise<void> | undefined;

  async function tellOthers(): Promise<void> {
    while (untold.size > 0 && !closing.signal.aborted) {
      const messages = [...untold].map((space) => `${own} ${space}`);
      untold.clear();
      await query(`SELECT pg_notify('${CHANNEL}', message) FROM unnest($1::text[]) AS message`, [
        messages,
      ]).catch(() => {});
      await pause(GAP_MS, closing.signal);
    }
    telling = undefined;
  }

  function hear(message: string): void {
    const [from, space] = message.split(' ');
    if (from !== own && space !== undefined) local.tell(space);
  }

  /** Listens until the connection is lost. */
  async function listenOnce(): Promise<void> {
    const ended = new AbortController();
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECTING_MS,
      query_timeout: CONNECTING_MS,
      keepAlive: true,
      fallback_application_name: 'pleinair listener',
    });
    const lost = Promise.withResolvers<void>();
    client.on('end', lost.resolve);
    client.on('error', () => lost.resolve());
    closing.signal.addEventListener('abort', () => lost.resolve(), { signal: ended.signal });
    try {
      await client.connect();
      client.on('notification', ({ payload = '' }) => hear(payload));
      await client.query(`LISTEN ${CHANNEL}`);
      await lost.promise;
    } finally {
      ended.abort();
      // A database that hangs does not answer to this either.
      await settledWithin(client.end(), ENDING_MS);
    }
  }

  async function listen(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      const since = performance.now();
      await listenOnce().catch(() => {});
      // A connection that was good for a while begins anew.
      failures = performance.now() - since > PAUSE_MAX ? 0 : failures + 1;
      const most = Math.min(PAUSE_MAX, PAUSE_FIRST * 2 ** failures);
      await pause(most * (0.5 + Math.random() / 2), closing.signal);
    }
  }

  return {
    follow(heard) {
      listening ??= listen();
      return local.follow(heard);
    },
    tell(space) {
      local.tell(space);
      untold.add(space);
      telling ??= tellOthers();
    },
    get followers() {
      return local.followers;
    },
    async close() {
      closing.abort();
      // What is still to be told may wait for a database that hangs.
      await settledWithin(Promise.resolve(telling), ENDING_MS);
      await listening;
    },
  };
}

/** Resolves after so many ms, or once the signal is aborted. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { ref: false, signal }).catch(() => {});
}
