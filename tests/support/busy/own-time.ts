/** A clock for tests of time limits. */

const TICK_MS = 5;

export interface OwnTime extends Disposable {
  /** ms since it was started, a little less than a watch shows. */
  ms(): number;
}

/**
 * Starts a clock that stands still while this process waits for a processor: a limit that this process keeps is kept
 * on it, however busy the machine is.
 */
export function ownTime(): OwnTime {
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
  }, TICK_MS);
  return { ms: () => ticks * TICK_MS, [Symbol.dispose]: () => clearInterval(timer) };
}
