/** For tests: a clock that only the test moves, with its timers. */
import type { Clock } from '../../../server/upstream/queue.ts';

export interface ManualClock extends Clock {
  /** Moves the clock, ms, and runs each timer at its own time. */
  advance(ms: number): Promise<void>;
}

export function manualClock(): ManualClock {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly run: () => void }>();
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    elapsed: () => now,
    after(ms, run) {
      const timer = { at: now + Math.max(0, ms), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        await settle();
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        now = next.at;
        next.run();
      }
      now = end;
    },
  };
}
