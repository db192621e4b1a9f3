/** The clock of a run: it runs only scheduled work, one piece after another. */

export interface Scheduler {
  /** Virtual ms since the epoch. Devices' clocks are ahead of or behind it. */
  readonly now: number;
  /** Calls `run` after so many virtual ms. Returns a function that cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Resolves after so many virtual ms. */
  wait(ms: number): Promise<void>;
  /** Runs due work in order, until `done` returns true, nothing is left, or a limit is reached. */
  run(until: {
    readonly done?: () => boolean;
    readonly time?: number;
    readonly events?: number;
  }): Promise<Stop>;
}

/** Why a run of the clock ended. */
export type Stop = 'done' | 'idle' | 'time' | 'events';

/** Noon on 21 November 2026 in Singapore. */
export const START = Date.UTC(2026, 10, 21, 4);

interface Due {
  readonly at: number;
  /** Breaks ties: work that was scheduled first runs first. */
  readonly order: number;
  readonly run: () => void;
  off: boolean;
}

/**
 * @param busy what is under way outside of this process, such as a request to a database; undefined if nothing is.
 * Time stands still until it has ended
 */
export function createScheduler(busy: () => Promise<unknown> | undefined = () => undefined): Scheduler {
  /** A heap: the earliest first. */
  const heap: Due[] = [];
  let now = START;
  let order = 0;

  function after(ms: number, run: () => void): () => void {
    const due: Due = { at: now + Math.max(0, ms), order: order++, run, off: false };
    push(heap, due);
    return () => {
      due.off = true;
    };
  }

  return {
    get now() {
      return now;
    },
    after,
    wait: (ms) => new Promise((resolve) => void after(ms, resolve)),
    async run({ done, time = Number.POSITIVE_INFINITY, events = 100_000 }) {
      await settle(busy);
      for (let left = events; left > 0; left--) {
        if (done?.()) return 'done';
        let due = pop(heap);
        while (due?.off) due = pop(heap);
        if (due === undefined) return 'idle';
        if (due.at > time) {
          push(heap, due);
          now = Math.max(now, time);
          return 'time';
        }
        now = Math.max(now, due.at);
        due.run();
        await settle(busy);
      }
      return 'events';
    },
  };
}

/**
 * Lets everything happen that waits only for promises, or for what is busy: the next turn of the event loop comes
 * after all that waits for promises.
 */
async function settle(busy: () => Promise<unknown> | undefined): Promise<void> {
  for (;;) {
    await new Promise<void>((resolve) => void setImmediate(resolve));
    const work = busy();
    if (work === undefined) return;
    await work;
  }
}

function before(a: Due, b: Due): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order);
}

function push(heap: Due[], due: Due): void {
  let i = heap.push(due) - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!before(due, heap[parent]!)) break;
    heap[i] = heap[parent]!;
    i = parent;
  }
  heap[i] = due;
}

function pop(heap: Due[]): Due | undefined {
  const first = heap[0];
  const last = heap.pop();
  if (first === undefined || last === undefined || heap.length === 0) return first;
  let i = 0;
  for (;;) {
    let child = 2 * i + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && before(heap[child + 1]!, heap[child]!)) child++;
    if (!before(heap[child]!, last)) break;
    heap[i] = heap[child]!;
    i = child;
  }
  heap[i] = last;
  return first;
}
