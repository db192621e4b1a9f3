/**
 * Work that one of several processes does for all of them: a lease in the store that they share. It is a row and not
 * an advisory lock of PostgreSQL: that would keep a connection and a transaction open while somebody else's server is
 * asked, and would not survive a pooler. Nor is it in Redis, which may be absent: whoever shares the store shares this.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../src/api/ports.ts';

export interface Lease {
  /**
   * Sees to it that the work is done, here or in another process. Without the store it is done here.
   * @param isDone looks into the store whether the work is done, and takes over what is there
   * @throws what the work throws
   */
  once(isDone: () => Promise<boolean>, work: () => Promise<void>): Promise<void>;
}

export interface LeaseOptions {
  readonly store: Store;
  /** The same name in two processes is the same work. */
  readonly name: string;
  /** ms since the epoch. */
  readonly now: () => number;
  /** Between two looks at what another process does, ms. */
  readonly lookMs?: number;
}

/** When a process that was killed is given up, ms. One that works renews its lease three times in that time. */
export const LEASE_MS = 9_000;
/** A lease that ends later than this, ms, was given by a clock that is wrong. */
const AHEAD_MAX = 60_000;

const Held = z.object({
  holder: z.string(),
  /** ms since the epoch. */
  until: z.number(),
});

export function createLease({ store, name, now, lookMs = 250 }: LeaseOptions): Lease {
  const holder = randomUUID();
  const key = `lease-${name}`;

  /** @returns true if this process has it now */
  function take(): Promise<boolean> {
    return store.write(async (tx) => {
      const held = parse(await tx.value(key));
      const left = held === undefined || held.holder === holder ? 0 : held.until - now();
      if (left > 0 && left <= AHEAD_MAX) return false;
      await tx.putValue(key, JSON.stringify({ holder, until: now() + LEASE_MS }));
      return true;
    });
  }

  function giveBack(): Promise<void> {
    return store.write(async (tx) => {
      if (parse(await tx.value(key))?.holder === holder) await tx.deleteValue(key);
    });
  }

  /** @returns true if there is nothing to do; else this process may begin */
  async function isDoneElsewhere(isDone: () => Promise<boolean>): Promise<boolean> {
    try {
      for (;;) {
        if (await isDone()) return true;
        // Whoever had it may have finished between these two questions.
        if (await take()) return await isDone();
        await new Promise((resolve) => setTimeout(resolve, lookMs));
      }
    } catch {
      // A store that is away cannot tell what the others do.
      return false;
    }
  }

  return {
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
        // Without this it ends by itself.
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
