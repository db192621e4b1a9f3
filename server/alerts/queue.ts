/**
 * The pushes to one push service: in order, a few at a time, and none while it asked for a pause. One that hangs or is
 * busy delays nobody whose browser has another.
 */
import type { Due } from './look.ts';
import { lifetimeOf, type Pushed } from './push.ts';

/** Pushes at a time. */
const AT_ONCE = 8;

/** What its lifetime depends on. */
export type Queued = Pick<Due, 'kind'>;

export interface PushQueue {
  /**
   * Sends these after those before them.
   * @param push sends one; never throws
   * @returns what became of each, in the same order
   */
  send<T extends Queued>(due: readonly T[], push: (one: T) => Promise<Pushed>): Promise<readonly Pushed[]>;
}

export interface QueueOptions {
  /** Aborted when the server ends. */
  readonly signal: AbortSignal;
  /** ms, of a clock that nobody sets. */
  readonly elapsed?: () => number;
}

export function createPushQueue({ signal, elapsed = () => performance.now() }: QueueOptions): PushQueue {
  let turn: Promise<unknown> = Promise.resolve();
  /** In `elapsed`. */
  let pausedUntil = Number.NEGATIVE_INFINITY;

  /** @param by in `elapsed`: too late is worse than never */
  async function pushed(push: () => Promise<Pushed>, by: number): Promise<Pushed> {
    let refused: Pushed | undefined;
    for (;;) {
      // Others may ask for a longer pause meanwhile.
      while (pausedUntil > elapsed() && pausedUntil <= by && !signal.aborted) {
        await slept(pausedUntil - elapsed(), signal);
      }
      if (signal.aborted) return { failed: 'the server ends' };
      if (elapsed() > by || pausedUntil > by) return refused ?? { failed: 'too late' };
      const result = await push();
      if (typeof result === 'string' || result.waitMs === undefined) return result;
      pausedUntil = Math.max(pausedUntil, elapsed() + result.waitMs);
      // What was put off was not accepted, so that it comes to nobody twice. Once more, and no oftener.
      if (refused !== undefined) return result;
      refused = result;
    }
  }

  async function sendAll<T extends Queued>(
    due: readonly T[],
    begun: number,
    push: (one: T) => Promise<Pushed>,
  ) {
    const ends: Pushed[] = [];
    const list = due.entries();
    async function work(): Promise<void> {
      for (const [n, one] of list) ends[n] = await pushed(() => push(one), begun + lifetimeOf(one.kind));
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return ends;
  }

  return {
    send(due, push) {
      const begun = elapsed();
      const sent = turn.then(() => sendAll(due, begun, push));
      turn = sent;
      return sent;
    },
  };
}

/** Resolves after so many ms, or when the signal is aborted. */
function slept(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    timer.unref();
    signal.addEventListener('abort', end);
  });
}
