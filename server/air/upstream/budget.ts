/**
 * How often the upstream may be called: the whole client has one budget, whatever the source and the version.
 * Source: data.gov.sg's developer guide, "API rate limits": 6 real-time calls in 10 s without a key, 12 with a
 * development key, 30 with one for production. Beyond that it answers 429.
 */

export const CALLS_WITHOUT_KEY = 6;
export const CALLS_WITH_KEY = 12;
/** A second more than the upstream's ten: it reckons when calls arrive, this when they leave. */
const WINDOW_MS = 11_000;
/** A call is not held back for longer than this, ms. */
const WAIT_MAX = 2_000;
/** Nothing is left alone for longer than this because of one answer, ms. */
const PAUSE_MAX = 3_600_000;

export interface CallBudget {
  /**
   * Takes a call, after a short wait where one is soon to be had.
   * @returns 0 when it was taken; else how many ms there will be none, and nothing was taken
   */
  take(): Promise<number>;
  /** The upstream said that it had too many: no call for so many ms. */
  pause(ms: number): void;
  /** ms until there is one, 0 for now. */
  wait(): number;
}

/** @param elapsed ms of a clock that is never set */
export function callBudget(calls: number, elapsed: () => number): CallBudget {
  let taken: number[] = [];
  let pausedUntil = Number.NEGATIVE_INFINITY;

  function wait(): number {
    const now = elapsed();
    taken = taken.filter((at) => Math.abs(now - at) < WINDOW_MS);
    const first = taken[taken.length - calls];
    const forCall = first === undefined ? 0 : first + WINDOW_MS - now;
    return Math.max(0, forCall, Math.min(pausedUntil - now, PAUSE_MAX));
  }

  return {
    async take() {
      // More than one may wait for the same call: each looks again.
      for (let waited = 0; ; ) {
        const ms = wait();
        if (ms === 0) {
          taken.push(elapsed());
          return 0;
        }
        if (waited + ms > WAIT_MAX) return ms;
        waited += ms;
        await new Promise((resolve) => setTimeout(resolve, ms));
      }
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, elapsed() + Math.min(ms, PAUSE_MAX));
    },
    wait,
  };
}
