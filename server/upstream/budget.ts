/**
 * The upstream's rate limit: one budget of calls for the whole client, whatever the source and the version.
 * Source: data.gov.sg's developer guide, "API rate limits": 6 real-time calls in 10 s without a key, 12 with a
 * development key, 30 with a production key. Beyond that it answers 429.
 */

export const CALLS_WITHOUT_KEY = 6;
export const CALLS_WITH_KEY = 12;
/**
 * A second longer than the upstream's window: the upstream counts when calls arrive, this code when they leave.
 */
const WINDOW_MS = 11_000;
/** Longest that a call waits for its turn, ms. */
const WAIT_MAX = 2_000;
/** Longest pause that one response of the upstream can cause, ms. */
const PAUSE_MAX = 3_600_000;

export interface CallBudget {
  /**
   * Takes a call, waiting briefly if one is free soon.
   * @returns 0 if a call was taken; else ms until one is free, and none was taken
   */
  take(): Promise<number>;
  /** Allows no call for this long, ms: the upstream said that there were too many. */
  pause(ms: number): void;
  /** ms until a call is free, 0 for now. */
  wait(): number;
}

/** @param elapsed a clock that is never set, ms */
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
      // Several may wait for the same call, so each checks again.
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
