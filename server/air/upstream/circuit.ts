/** Leaves an address alone that fails again and again, and lets one call find out whether it is well again. */

/** In a row. */
export const FAILURES_UNTIL_OPEN = 4;
const OPEN_FIRST = 30_000;
const OPEN_MAX = 30 * 60_000;

export interface Circuit {
  /** May it be asked now? Who is let in must say how it went. */
  enter(): boolean;
  succeeded(): void;
  /** @param retryAfter seconds for which the address asked to be left alone */
  failed(retryAfter?: number): void;
  /** Nothing was asked after all. */
  left(): void;
  /** ms until it may be asked, 0 for now. */
  wait(): number;
}

/** @param elapsed ms of a clock that is never set */
export function createCircuit(elapsed: () => number): Circuit {
  let failures = 0;
  /** Undefined while it is closed. */
  let openUntil: number | undefined;
  let probing = false;

  const wait = () => (openUntil === undefined ? 0 : Math.min(Math.max(0, openUntil - elapsed()), OPEN_MAX));

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
      const open = Math.min(Math.max(own, (retryAfter ?? 0) * 1000), OPEN_MAX);
      if (open > 0) openUntil = elapsed() + open;
    },
    left() {
      probing = false;
    },
    wait,
  };
}
