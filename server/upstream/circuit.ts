/**
 * A circuit breaker: stops calling an address that keeps failing, and then lets one call find out whether it
 * works again.
 */

/** Failures in a row until the circuit opens. */
export const FAILURES_UNTIL_OPEN = 4;
const OPEN_FIRST = 30_000;
const OPEN_MAX = 30 * 60_000;

export interface Circuit {
  /** True if the address may be called now. The caller must then report how it went. */
  enter(): boolean;
  succeeded(): void;
  /** @param retryAfter seconds for which the address asked not to be called */
  failed(retryAfter?: number): void;
  /** The call was not made after all. */
  left(): void;
  /** ms until the address may be called, 0 for now. */
  wait(): number;
}

/**
 * @param elapsed a clock that is never set, ms
 * @param restMax longest time that it stays open, ms
 */
export function createCircuit(elapsed: () => number, restMax = OPEN_MAX): Circuit {
  let failures = 0;
  /** Undefined while the circuit is closed. */
  let openUntil: number | undefined;
  let probing = false;

  const wait = () => (openUntil === undefined ? 0 : Math.min(Math.max(0, openUntil - elapsed()), restMax));

  return {
    enter() {
      if (openUntil === undefined) return true;
      if (probing || wait() > 0) return false;
      probing = true;
      return true;
    },
    succeeded() {
      failures = 0;
      openUntil = undefined;
      probing = false;
    },
    failed(retryAfter) {
      probing = false;
      failures += 1;
      const beyond = failures - FAILURES_UNTIL_OPEN;
      const own = beyond < 0 ? 0 : OPEN_FIRST * 2 ** Math.min(beyond, 16);
      const open = Math.min(Math.max(own, (retryAfter ?? 0) * 1000), restMax);
      if (open > 0) openUntil = elapsed() + open;
    },
    left() {
      probing = false;
    },
    wait,
  };
}
