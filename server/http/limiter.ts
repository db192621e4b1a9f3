/**
 * The server's rate limiter: for each network address, a number of requests in a time window. In memory it is
 * synchronous, because a promise for each request would cost more than the counting.
 */
import type { Quota } from '../../src/api/ports.ts';
import { networkKey } from '../config/client-address.ts';

export interface LimiterOptions {
  /** How many pass in a window. */
  readonly points: number;
  /** Length of a window, seconds. It begins with the first request in it. */
  readonly seconds: number;
  /** Most addresses to remember. The one whose window began first is forgotten first. */
  readonly maxKeys?: number;
  /** A clock that never goes back, ms. */
  readonly now?: () => number;
}

export interface Limiter {
  /**
   * Counts one for an address (IPv6: its /64).
   * @returns undefined if it may pass, else how many whole seconds to wait, at least 1; a promise if several processes
   * count together
   */
  consume(address: string | undefined): number | undefined | Promise<number | undefined>;
  /** How many addresses are remembered by this process. */
  readonly size: number;
}

/** A limiter in this process's memory. */
export interface OwnLimiter extends Limiter {
  consume(address: string | undefined): number | undefined;
}

/** Creates the limiters of a server, in memory or in Redis. */
export interface Limiters {
  /** @param name what is counted; the same name in two processes is one limit */
  of(name: string, options: LimiterOptions): Limiter;
  /** True while several processes count together. */
  readonly isShared: boolean;
  close(): void;
}

/** Limiters in this process's memory. */
export const OWN_LIMITERS: Limiters = {
  of: (_name, options) => createLimiter(options),
  isShared: false,
  close() {},
};

/** Adapts a limiter to the application's `Quota`. */
export function quotaOf(limiter: Limiter): Quota {
  const over = (wait: number | undefined) => (wait === undefined ? undefined : { retryAfter: wait });
  return ({ address }) => {
    const wait = limiter.consume(address);
    return wait instanceof Promise ? wait.then(over) : over(wait);
  };
}

interface Window {
  /** End of the window on the limiter's clock, ms. */
  readonly end: number;
  used: number;
}

/**
 * A limiter in memory. A flood of addresses cannot make it grow past `maxKeys`: forgetting the oldest address
 * gives a flooder nothing that many addresses do not give already.
 */
export function createLimiter(options: LimiterOptions): OwnLimiter {
  const { points, seconds, maxKeys = 10_000, now = () => performance.now() } = options;
  /** By key, in the order in which they began. */
  const windows = new Map<string, Window>();
  let [lastAddress, lastKey] = [undefined as string | undefined, networkKey(undefined)];

  function keyOf(address: string | undefined): string {
    // Cached, because one client sends many requests in a row.
    if (address !== lastAddress) [lastAddress, lastKey] = [address, networkKey(address)];
    return lastKey;
  }

  function begin(key: string, at: number): void {
    windows.delete(key);
    for (const [oldest, { end }] of windows) {
      if (end > at && windows.size < maxKeys) break;
      windows.delete(oldest);
    }
    windows.set(key, { end: at + seconds * 1000, used: 1 });
  }

  return {
    consume(address) {
      const key = keyOf(address);
      const at = now();
      const window = windows.get(key);
      if (window === undefined || window.end <= at) begin(key, at);
      else if (window.used >= points) return Math.max(1, Math.ceil((window.end - at) / 1000));
      else window.used += 1;
      return undefined;
    },
    get size() {
      return windows.size;
    },
  };
}
