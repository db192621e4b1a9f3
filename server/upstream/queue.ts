/**
 * The queue of calls to the upstream: one for everything that this server asks, within the upstream's rate limit.
 * Source of the limit: data.gov.sg's developer guide, "API rate limits": 6 real-time calls in 10 s without a key, 12
 * with a development key, 30 with a production key. Beyond that it answers 429.
 */

export const CALLS_WITHOUT_KEY = 6;
export const CALLS_WITH_KEY = 12;
/**
 * A second longer than the upstream's window: the upstream counts when calls arrive, this code when they leave.
 */
const WINDOW_MS = 11_000;
/** Longest pause that one response of the upstream can cause, ms. */
const PAUSE_MAX = 3_600_000;
/**
 * Calls that the sky leaves to the air in any window: as many as the air asks at one go, today and yesterday of two
 * sources. So the sky never makes these wait.
 */
const FOR_AIR = 4;
/** Least time between two calls of the sky, ms. Its nine calls would otherwise come as one burst. */
const SPACING_MS = 3_000;

/**
 * What a call is for, the most urgent first. Lightning decides whether somebody must leave at once, and is worthless
 * after minutes; rain comes next in both. Somebody waits for an answer of the air, which gives up first. Then by what
 * decides about a sitting: a phrase for the next two hours, heat, then wind and UV, and last what is good for hours.
 */
export const URGENCIES = [
  'lightning',
  'rain',
  'air',
  'forecast2h',
  'heat',
  'wind',
  'uv',
  'forecast24h',
] as const;
export type Urgency = (typeof URGENCIES)[number];

/** Longest that a call waits for its turn, ms: of the air, whose readers wait for it, and of the sky. */
const AIR_WAIT_MAX = 2_000;
const SKY_WAIT_MAX = 60_000;

export interface Clock {
  /** Is never set, ms. */
  elapsed(): number;
  /**
   * Runs the function once after this time, ms.
   * @returns takes that back
   */
  after(ms: number, run: () => void): () => void;
}

export interface CallQueue {
  /**
   * Takes a call, waiting for one if that is not for too long.
   * @returns 0 if a call was taken; else ms until one is free, and none was taken
   */
  take(urgency: Urgency): Promise<number>;
  /** Allows no call for this long, ms: the upstream said that there were too many. */
  pause(ms: number): void;
  /** ms until a call is free, 0 for now. */
  wait(urgency: Urgency): number;
}

interface Waiting {
  readonly urgency: Urgency;
  readonly since: number;
  /** The sum of the timers that it waited for, ms. */
  waited: number;
  readonly done: (ms: number) => void;
}

export function systemClock(): Clock {
  return {
    elapsed: () => performance.now(),
    after(ms, run) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** @param calls how many may leave in a window */
export function callQueue(calls: number, { elapsed, after }: Clock): CallQueue {
  /** The oldest first. */
  let taken: { readonly at: number; readonly isSky: boolean }[] = [];
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let waiting: Waiting[] = [];
  let stopTimer = () => {};

  function wait(urgency: Urgency): number {
    const now = elapsed();
    taken = taken.filter(({ at }) => Math.abs(now - at) < WINDOW_MS);
    const untilFree = (list: typeof taken, most: number, ms: number) => {
      const first = list[list.length - most];
      return first === undefined ? 0 : first.at + ms - now;
    };
    const forAll = Math.max(0, untilFree(taken, calls, WINDOW_MS), Math.min(pausedUntil - now, PAUSE_MAX));
    if (urgency === 'air') return forAll;
    const sky = taken.filter(({ isSky }) => isSky);
    return Math.max(forAll, untilFree(sky, calls - FOR_AIR, WINDOW_MS), untilFree(sky, 1, SPACING_MS));
  }

  /** Lets go whoever may, and refuses whoever would wait too long. */
  function serve(): void {
    stopTimer();
    const still: Waiting[] = [];
    for (const one of waiting) {
      const ms = wait(one.urgency);
      const isAir = one.urgency === 'air';
      // By both clocks, since a test may stop one of them.
      const waited = Math.max(one.waited, elapsed() - one.since);
      if (ms === 0) taken.push({ at: elapsed(), isSky: !isAir });
      else if (waited + ms <= (isAir ? AIR_WAIT_MAX : SKY_WAIT_MAX)) {
        still.push(one);
        continue;
      }
      one.done(ms);
    }
    waiting = still;
    if (still.length === 0) return;
    const sleep = Math.min(...still.map(({ urgency }) => wait(urgency)));
    stopTimer = after(sleep, () => {
      for (const one of still) one.waited += sleep;
      serve();
    });
  }

  return {
    take: (urgency) =>
      new Promise((done) => {
        const rank = URGENCIES.indexOf(urgency);
        const behind = waiting.findIndex((other) => URGENCIES.indexOf(other.urgency) > rank);
        const one = { urgency, since: elapsed(), waited: 0, done };
        waiting.splice(behind < 0 ? waiting.length : behind, 0, one);
        serve();
      }),
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, elapsed() + Math.min(ms, PAUSE_MAX));
      // Some may now wait for too long.
      serve();
    },
    wait,
  };
}
