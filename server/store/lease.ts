/**
 * A lease in the store, for work that one of several processes does for all of them. It is a row and not an advisory
 * lock of PostgreSQL, which would keep a connection and a transaction open while another server answers, and would not
 * work behind a pooler. It is not in Redis, which may be absent.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../src/api/ports.ts';

export interface Lease {
  /**
   * Makes sure that the work is done, here or in another process. If the store fails, it is done here.
   * @param isDone reads from the store whether the work is done, and takes over its result
   * @throws what the work throws
   */
  once(isDone: () => Promise<boolean>, work: () => Promise<void>): Promise<void>;
  /**
   * Takes the work for this process for so long, or longer if it has it already; for work without an end.
   * @param ms at most a minute
   * @returns false if another process has it
   */
  hold(ms: number): Promise<boolean>;
}

export interface LeaseOptions {
  readonly store: Store;
  /** Name of the work: processes with the same name share it. */
  readonly name: string;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Time between two looks at the work of another process, ms. */
  readonly lookMs?: number;
}

/** Length of a lease, ms, after which a killed process loses it. A process at work renews it three times in that time. */
export const LEASE_MS = 9_000;
/** Longest lease that is believed, ms: a later end comes from a wrong clock. */
const AHEAD_MAX = 60_000;

const Held = z.object({
  holder: z.string(),
  /** ms since the epoch. */
  until: z.number(),
});

export function createLease({ store, name, now, lookMs = 250 }: LeaseOptions): Lease {
  const holder = randomUUID();
  const key = `lease-${name}`;

  /** @returns true if this process has the lease now */
  function take(ms = LEASE_MS): Promise<boolean> {
    return store.write(async (tx) => {
      const held = parse(await tx.value(key));
      const left = held === undefined || held.holder === holder ? 0 : held.until - now();
      if (left > 0 && left <= AHEAD_MAX) return false;
      await tx.putValue(key, JSON.stringify({ holder, until: now() + ms }));
      return true;
    });
  }

  function giveBack(): Promise<void> {
    return store.write(async (tx) => {
      if (parse(await tx.value(key))?.holder === holder) await tx.deleteValue(key);
    });
  }

  /** @returns true if the work is done; false if this process must do it */
  async function isDoneElsewhere(isDone: () => Promise<boolean>): Promise<boolean> {
    try {
      for (;;) {
        if (await isDone()) return true;
        // Another process may have finished between `isDone` and `take`.
        if (await take()) return await isDone();
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    } catch {
      // Without the store, nobody knows what the others do.
      return false;
    }
  }

  return {
    hold: take,
    async once(isDone, work) {
      const isElsewhere = await isDoneElsewhere(isDone);
      let renewal: Promise<unknown> = Promise.resolve();
      const timer = setInterval(() => {
        renewal = take().catch(() => {});
      }, LEASE_MS / 3);
      try {
        if (!isElsewhere) await work();
      } finally {
        clearInterval(timer);
        await renewal;
        // If this fails, the lease ends by itself.
        await giveBack().catch(() => {});
      }
    },
  };
}

function parse(text: string | undefined) {
  try {
    return Held.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}
