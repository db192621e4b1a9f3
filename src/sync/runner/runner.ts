/**
 * The schedule of sync. One run at a time, in slices that fit into an event of the worker. Pauses grow while
 * the server is unreachable. Failures that only a person can fix are not retried automatically.
 *
 * The browser may stop a worker at any moment, so whatever must survive that is stored.
 */
import type { Store } from '../../api/ports.ts';
import type { Sync, SyncOutcome } from '../drawings/ports.ts';
import type { DrawingsState } from '../state/drawings-state.ts';
import { finite, oneOf, orNull, parseJson, shape, text } from '../state/guards.ts';
import { NAMED_MAX, type Progress, type SyncStatus, TROUBLES, type Trouble } from '../state/sync-status.ts';
import type { Refusal } from './server-check.ts';

/** Length of a slice in ms. Browsers end events that take much longer. */
const SLICE = 20_000;
/** Longest pause in ms after the first failure, doubled with each further one, and the limit of that. */
const PAUSE_FIRST = 4_000;
const PAUSE_MAX = 15 * 60_000;
/** Longest time in ms that a server may ask to be left alone. */
const WAIT_MAX = 60 * 60_000;
/** Time in ms after a save to wait for more saves: longer than the studio needs to make the thumbnail. */
const GATHER = 4_000;
/** Time in ms after a run in which looking at the app starts no other run. */
const FRESH = 5_000;
/** Interval in ms between progress reports to the pages. */
const STEP = 300;
/** Time in ms without runs after an update was requested. This worker is usually gone by then. */
const REST = 10_000;
/** Name of the stored value. */
const MEMORY = 'sync-run';
/** Name of the stored value that is `on` where a person lets the photos to draw from be synced. */
export const PHOTOS_VALUE = 'sync-photos';

/** Troubles that only a person or another version of the app can end. */
const FINAL: ReadonlySet<Trouble | null> = new Set([
  'wrong_token',
  'no_token_there',
  'not_pleinair',
  'server_older',
  'server_newer',
] satisfies Trouble[]);

/** The state without a server. */
const NOTHING: DrawingsState = { waiting: [], troubles: [], notices: [] };

/**
 * The reason for a run. `look`: the app is visible, or some time has passed. `more`: a slice left work.
 * `online`: the network is back, or a person looks at how sync stands. `hand`: a person wants it.
 */
export type RunReason = 'save' | 'look' | 'more' | 'online' | 'hand';

export interface RunnerOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** Name of the stored value of the token; `""` means no token. */
  readonly tokenValue: string;
  /** Returns the engine, which from now on sends this token. */
  readonly sync: (token: string) => Pick<Sync, 'run' | 'state' | 'dismiss'>;
  /** Asks the server whether it accepts the token; undefined if it does. */
  readonly check: (token: string) => Promise<Refusal | undefined>;
  readonly publish: (state: SyncStatus) => void;
  /** Runs `work` unless another run is active on this device; undefined if one is. */
  readonly withLock: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Version of the app. Another version retries what this one could not do. */
  readonly version: string;
  readonly now: () => number;
  /** A random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /** @returns a function that cancels the timer */
  readonly timer: (ms: number, run: () => void) => () => void;
}

export interface Runner {
  /**
   * Resolves when the run that this started is over: true if it failed in a way that may resolve by itself.
   */
  run(why: RunReason): Promise<boolean>;
  /** Called after a save. A run starts soon, for all saves until then. Resolves like `run`. */
  notifySaved(): Promise<boolean>;
  /** Reports the progress of the run. */
  reportProgress(progress: Progress): void;
  /**
   * Stores the token if the server accepts it; otherwise resolves with the reason.
   * @param signal given up: nothing is stored, or it is forgotten at once
   */
  setToken(token: string, signal?: AbortSignal): Promise<Refusal | undefined>;
  /** Forgets the token. Drawings stay where they are. */
  turnOff(): Promise<void>;
  /** Pauses sync, or continues it. */
  pause(paused: boolean): Promise<void>;
  /** Syncs the photos to draw from too, or leaves them on this device. */
  setPhotos(on: boolean): Promise<void>;
  /** Starts no run for a while, so that another worker can take over. */
  rest(): void;
  dismiss(drawing: string): Promise<void>;
}

interface Memory {
  readonly paused: boolean;
  readonly lastSuccess: number | null;
  readonly trouble: Trouble | null;
  /** Failures in a row. */
  readonly failures: number;
  /** Earliest time of an automatic retry. */
  readonly retryAt: number;
  /** Earliest time of any retry, set by the server. */
  readonly notBefore: number;
  /** Version of the app that last asked the server. */
  readonly version: string;
}

const isMemory = shape<Memory>({
  paused: oneOf(true, false),
  lastSuccess: orNull(finite),
  trouble: orNull(oneOf(...TROUBLES)),
  failures: finite,
  retryAt: finite,
  notBefore: finite,
  version: text(64),
});

/** How a run ended: `failed` may resolve by itself, `more` is left for the next event. */
type RunEnd = 'done' | 'more' | 'failed';

interface RunnerState extends Memory {
  readonly token: string;
  readonly photos: boolean;
}

export function createRunner(options: RunnerOptions): Runner {
  const { store, tokenValue, sync, check, publish, withLock, version, now, random, timer } = options;
  const clean: Memory = {
    paused: false,
    lastSuccess: null,
    trouble: null,
    failures: 0,
    retryAt: 0,
    notBefore: 0,
    version,
  };
  let running: Promise<boolean> | undefined;
  let stop: AbortController | undefined;
  let progress: Progress | null = null;
  /** Reason for one more run after this one. */
  let again: RunReason | undefined;
  let resting = false;
  let telling = false;
  let gathering: Promise<boolean> | undefined;
  /** True if there is a token; undefined before the store was read. */
  let on: boolean | undefined;

  async function known(): Promise<RunnerState> {
    const [json, token = '', photos] = await store.read((tx) =>
      Promise.all([tx.value(MEMORY), tx.value(tokenValue), tx.value(PHOTOS_VALUE)]),
    );
    on = token !== '';
    const memory = parseJson(json);
    return { ...(isMemory(memory) ? memory : clean), token, photos: photos === 'on' };
  }

  async function keep(memory: Memory, token?: string): Promise<void> {
    // Only the members of Memory: the caller may pass an object that also has the token.
    const json = JSON.stringify(memory, Object.keys(clean));
    await store.write(async (tx) => {
      await tx.putValue(MEMORY, json);
      if (token !== undefined) await tx.putValue(tokenValue, token);
    });
    if (token !== undefined) on = token !== '';
  }

  async function tell(more = false): Promise<void> {
    const { token, paused, photos, lastSuccess, trouble, retryAt } = await known();
    const { waiting, troubles, notices } = token === '' ? NOTHING : await sync(token).state();
    publish({
      on: token !== '',
      paused,
      photos,
      running: stop !== undefined,
      progress,
      more,
      lastSuccess,
      retryAt: trouble === null || FINAL.has(trouble) ? null : retryAt,
      trouble,
      waiting: {
        drawings: waiting.length,
        changes: waiting.reduce((sum, [, changes]) => sum + changes, 0),
        of: waiting.slice(0, NAMED_MAX),
      },
      troubles: troubles.slice(0, NAMED_MAX),
      notices: notices.slice(0, NAMED_MAX),
    });
  }

  function mayRun(memory: RunnerState, why: RunReason): boolean {
    const { token, paused, lastSuccess, trouble, retryAt, notBefore } = memory;
    const time = now();
    // A time too far ahead was stored before the clock was set back, so it is ignored.
    const isAhead = (at: number) => time < at && at - time <= WAIT_MAX;
    if (token === '' || paused || isAhead(notBefore)) return false;
    if (why === 'hand') return true;
    if (FINAL.has(trouble) && memory.version === version) return false;
    if (isAhead(retryAt) && (why !== 'online' || trouble !== 'unreachable')) return false;
    const age = time - (lastSuccess ?? 0);
    return why !== 'look' || trouble !== null || age < 0 || age >= FRESH;
  }

  /** Runs until nobody asks for more. A reason that comes in the last moment is another run. */
  async function runAsked(): Promise<boolean> {
    const until = now() + SLICE;
    let end: RunEnd | undefined;
    try {
      while (again !== undefined && end !== 'more') {
        const why = again;
        again = undefined;
        end = (await withLock(() => runOnce(why, until))) ?? end;
      }
      return end === 'failed';
    } finally {
      // In the same step as the last look at `again`, so that no reason comes between.
      running = undefined;
    }
  }

  /** Resolves with undefined if there was nothing to run for. */
  async function runOnce(why: RunReason, until: number): Promise<RunEnd | undefined> {
    const before = await known();
    if (!mayRun(before, why)) {
      await tell();
      return;
    }
    const outcome = await slice(before.token, until - now(), why === 'hand');
    // Read again, to keep what a person changed meanwhile.
    const latest = await known();
    if (latest.token === before.token) await keep(after(latest, outcome));
    const isMore = outcome === 'more';
    // Otherwise the next run tells.
    if (again === undefined || isMore) {
      await tell(isMore && !latest.paused && !resting && latest.token !== '');
    }
    if (outcome === 'done' || isMore) return outcome;
    return FINAL.has(outcome.trouble) ? 'done' : 'failed';
  }

  async function slice(token: string, ms: number, isByHand: boolean): Promise<SyncOutcome | Refusal> {
    const controller = new AbortController();
    const cancel = timer(ms, () => controller.abort());
    stop = controller;
    try {
      await tell();
      const outcome = await sync(token).run(controller.signal, isByHand);
      if (outcome === 'done' || outcome === 'more' || outcome.trouble !== 'not_pleinair') return outcome;
      // The server may be of another version.
      return (await check(token)) ?? outcome;
    } catch (error) {
      console.error('Defect in sync:', error);
      return { trouble: 'defect', wait: 0 };
    } finally {
      cancel();
      stop = undefined;
      progress = null;
    }
  }

  function after({ paused, lastSuccess, failures }: Memory, outcome: SyncOutcome | Refusal): Memory {
    const time = now();
    if (outcome === 'done') return { ...clean, paused, lastSuccess: time };
    if (outcome === 'more') return { ...clean, paused, lastSuccess };
    const wait = Math.min(outcome.wait, WAIT_MAX);
    // Full jitter, so that devices that failed together do not return together.
    const own = random() * Math.min(PAUSE_MAX, PAUSE_FIRST * 2 ** Math.min(failures, 16));
    return {
      ...clean,
      paused,
      lastSuccess,
      trouble: outcome.trouble,
      failures: failures + 1,
      retryAt: time + Math.max(own, wait),
      notBefore: time + wait,
    };
  }

  async function run(why: RunReason): Promise<boolean> {
    if (resting) return false;
    if (running === undefined) {
      again = why;
      running = runAsked();
    } else if (why !== 'look' && why !== 'more' && again !== 'hand') again = why;
    return running;
  }

  async function gather(): Promise<boolean> {
    try {
      if (on === undefined) await known();
      if (!on) return false;
      await tell();
      await new Promise<void>((resolve) => timer(GATHER, resolve));
    } finally {
      gathering = undefined;
    }
    return run('save');
  }

  async function turnOff(): Promise<void> {
    stop?.abort();
    await keep(clean, '');
    // Whoever connects this device again, perhaps to another space, has not said so for that one.
    await store.write((tx) => tx.putValue(PHOTOS_VALUE, ''));
    await tell();
  }

  return {
    run,
    notifySaved() {
      gathering ??= gather();
      return gathering;
    },
    reportProgress(next) {
      progress = next;
      if (telling) return;
      telling = true;
      timer(STEP, () => {
        telling = false;
        if (stop !== undefined) tell().catch(() => {});
      });
    },
    async setToken(token, signal) {
      const refused = await check(token);
      if (refused === undefined && !signal?.aborted) {
        signal?.addEventListener('abort', () => void turnOff());
        stop?.abort();
        await keep({ ...clean, lastSuccess: (await known()).lastSuccess }, token);
      }
      await tell();
      return refused;
    },
    turnOff,
    async setPhotos(on) {
      await store.write((tx) => tx.putValue(PHOTOS_VALUE, on ? 'on' : ''));
      await tell();
    },
    async pause(paused) {
      await keep({ ...(await known()), paused });
      if (paused) stop?.abort();
      await tell();
    },
    rest() {
      resting = true;
      timer(REST, () => {
        resting = false;
      });
      stop?.abort();
    },
    async dismiss(drawing) {
      await sync((await known()).token).dismiss(drawing);
      await tell();
    },
  };
}
