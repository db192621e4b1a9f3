/**
 * Turns requests away before the server becomes slow for everyone: the air's first, since pages keep what they know
 * of it; what a person drew only when nothing else helps. What is turned away costs nearly nothing.
 */

import type { Access } from '../../src/api/http/route.ts';
import type { Busy } from '../../src/api/ports.ts';

interface Limits {
  /** Requests that are being worked on, those that wait for the upstream or the disk among them. */
  readonly working: number;
  /** How late the event loop is, ms. */
  readonly lag: number;
}

export type LoadLimits = Readonly<Record<Exclude<Access, 'public'>, Limits>>;

const LIMITS: LoadLimits = {
  air: { working: 256, lag: 250 },
  token: { working: 1024, lag: 2000 },
};

/** Between two looks at the event loop, ms. */
const LOOK_MS = 100;

export interface Load {
  readonly busy: Busy;
  /** Counts a request until its answer is made. Whoever reads that answer slowly is not counted. */
  count<T>(answer: Promise<T>): Promise<T>;
  close(): void;
}

/** Watches this process. */
export function watchLoad(limits: LoadLimits = LIMITS): Load {
  let working = 0;
  let looked = performance.now();
  let late = 0;
  const timer = setInterval(() => {
    late = overdue();
    looked = performance.now();
  }, LOOK_MS);
  timer.unref();

  /** Also while requests that came together keep the timer from its turn. */
  function overdue(): number {
    return performance.now() - looked - LOOK_MS;
  }

  return {
    busy(access) {
      if (access === 'public') return undefined;
      const most = limits[access];
      if (working <= most.working && late <= most.lag && overdue() <= most.lag) return undefined;
      // Not all at once again.
      return 1 + Math.floor(Math.random() * 5);
    },
    async count(answer) {
      working += 1;
      try {
        return await answer;
      } finally {
        working -= 1;
      }
    },
    close: () => clearInterval(timer),
  };
}
