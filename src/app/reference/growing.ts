/** A long page that comes in parts, so that no part keeps anybody waiting: each is a task of its own. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

/** Parts that are there at once: with what stands before them, more than a screen shows. */
export const FIRST = 1;

export interface Growing {
  /** How many parts are there by now. */
  readonly count: ReadonlySignal<number>;
  /** All of them, now: who wants a place further down does not wait for it. */
  finish(): void;
}

/**
 * Counts from the first few parts to all of them, one a task.
 * @param total parts
 * @param atOnce nothing is put off: the address names a place further down
 */
export function useGrowing(total: number, atOnce: boolean): Growing {
  const count = useMemo(() => signal(atOnce ? total : Math.min(FIRST, total)), []);
  useEffect(() => {
    // A message is a task that comes soon: a timer would wait for four milliseconds each time.
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      if (count.value >= total) return;
      count.value += 1;
      port2.postMessage(null);
    };
    port2.postMessage(null);
    return () => port1.close();
  }, [total]);
  return {
    count,
    finish: () => {
      count.value = total;
    },
  };
}
