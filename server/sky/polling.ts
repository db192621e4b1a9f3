/** Polls while somebody asked within the last minutes, so that an answer is there before it is asked for. */
import { MINUTE } from '../../src/core/air/time/time.ts';

/** How long after the last question the feeds are still polled, ms. A page that is open asks more often. */
export const POLLED_FOR = 5 * MINUTE;
/** Shortest pause between two polls, ms. */
const PAUSE_MIN = 1_000;

export interface PollOptions {
  /** ms since the epoch. */
  readonly now: () => number;
  /** When the next feed is due, ms since the epoch; Infinity for none. */
  readonly dueAt: () => number;
  readonly poll: () => void;
  /** Runs something later, and returns how to take that back. */
  readonly after?: ((ms: number, run: () => void) => () => void) | undefined;
}

export interface Polling {
  /** Somebody asked just now. */
  asked(): void;
  /** Plans the next poll, after something changed. */
  plan(): void;
  close(): void;
}

export function pollWhile({ now, dueAt, poll, after = afterUnheld }: PollOptions): Polling {
  let askedAt = Number.NEGATIVE_INFINITY;
  let stop: (() => void) | undefined;
  let closed = false;

  function plan(): void {
    if (closed) return;
    const at = now();
    const pause = Math.max(PAUSE_MIN, dueAt() - at);
    stop?.();
    stop = undefined;
    if (Math.abs(at + pause - askedAt) > POLLED_FOR) return;
    stop = after(pause, () => {
      poll();
      plan();
    });
  }

  return {
    asked() {
      const wasOff = stop === undefined;
      askedAt = now();
      if (wasOff) plan();
    },
    plan,
    close() {
      closed = true;
      stop?.();
    },
  };
}

/** A timer that does not keep the process alive. */
function afterUnheld(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}
