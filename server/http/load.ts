/**
 * Load shedding: turns requests away before the server becomes slow for everyone. Requests of the air go first,
 * since pages have a copy of what they show; requests for drawings only when nothing else helps. Turning a
 * request away costs nearly nothing.
 */

import type { Access, Busy } from '../../src/api/ports.ts';

interface Limits {
  /** Requests in progress, including those that wait for the upstream or the disk. */
  readonly working: number;
  /** Delay of the event loop, ms. */
  readonly lag: number;
}

export type LoadLimits = Readonly<Record<Exclude<Access, 'public' | 'shared'>, Limits>>;

const LIMITS: LoadLimits = {
  air: { working: 256, lag: 250 },
  token: { working: 1024, lag: 2000 },
};

/** Time between two checks of the event loop, ms. */
const CHECK_MS = 100;

export interface Load {
  readonly busy: Busy;
  /** Counts a request until its response is made. A client that reads the response slowly does not count. */
  count<T>(response: Promise<T>): Promise<T>;
  close(): void;
}

/** Watches this process. */
export function watchLoad(limits: LoadLimits = LIMITS): Load {
  let working = 0;
  let checkedAt = performance.now();
  let late = 0;
  const timer = setInterval(() => {
    late = overdue();
    checkedAt = performance.now();
  }, CHECK_MS);
  timer.unref();

  /** How late the timer is by now: seen even while a burst of requests keeps it from running. */
  function overdue(): number {
    return performance.now() - checkedAt - CHECK_MS;
  }

  return {
    busy(access) {
      if (access === 'public') return undefined;
      // Pages that were opened by a link have a copy of what they show, too.
      const most = limits[access === 'shared' ? 'air' : access];
      if (working <= most.working && late <= most.lag && overdue() <= most.lag) return undefined;
      // A random wait, so that clients do not all retry at once.
      return 1 + Math.floor(Math.random() * 5);
    },
    async count(response) {
      working += 1;
      try {
        return await response;
      } finally {
        working -= 1;
      }
    },
    close: () => clearInterval(timer),
  };
}
