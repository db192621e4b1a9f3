/**
 * The one limiter of the server: so many in a window for each network address. Used for wrong tokens
 * and for the air's quota.
 */
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { networkKey } from './client-address.ts';

export interface LimiterOptions {
  /** How many are let through in a window. */
  readonly points: number;
  /** Length of the window, from the first one in it. */
  readonly seconds: number;
  /** Addresses remembered at most; the one whose window began first is forgotten first. */
  readonly maxKeys?: number;
}

export interface Limiter {
  /**
   * Counts one for an address (IPv6: its /64).
   * @returns undefined when it may pass, else how long to wait: whole seconds, at least 1
   */
  consume(address: string | undefined): Promise<number | undefined>;
  /** How many addresses are remembered. */
  readonly size: number;
}

/**
 * A limiter in memory. A flood of addresses cannot make it grow past `maxKeys`: forgetting the oldest
 * gives a flooder nothing that its many addresses had not given it already.
 */
export function createLimiter({ points, seconds, maxKeys = 10_000 }: LimiterOptions): Limiter {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  /** Key to the end of its window, ms; in the order in which the windows began. */
  const windows = new Map<string, number>();

  function remember(key: string): void {
    const now = Date.now();
    const end = windows.get(key);
    if (end !== undefined && end > now) return;
    windows.delete(key);
    for (const [oldest, oldestEnd] of windows) {
      if (oldestEnd > now && windows.size < maxKeys) break;
      windows.delete(oldest);
      void limiter.delete(oldest);
    }
    windows.set(key, now + seconds * 1000);
  }

  return {
    async consume(address) {
      const key = networkKey(address);
      remember(key);
      try {
        await limiter.consume(key);
        return undefined;
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        return Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      }
    },
    get size() {
      return windows.size;
    },
  };
}
