/** Renders a long page in parts, each in a task of its own, so that the page stays responsive. */
import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

/** Number of parts in the first render. Together with the introduction they are higher than a screen. */
export const FIRST_PARTS = 1;

export interface ProgressiveParts {
  /** Number of parts to render now. */
  readonly count: ReadonlySignal<number>;
  /** Renders all parts now, for a search or a link to a later part. */
  finish(): void;
}

/**
 * Counts from the first part to all of them, one per task.
 * @param total number of parts
 * @param atOnce true to start with all parts, because the address names one of them
 */
export function useProgressiveParts(total: number, atOnce: boolean): ProgressiveParts {
  const count = useMemo(() => signal(atOnce ? total : Math.min(FIRST_PARTS, total)), []);
  useEffect(() => {
    // A message starts the next task at once. Nested timers would wait at least 4 ms each.
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
