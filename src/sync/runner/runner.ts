/**
 * When sync runs, and what becomes of a run that fails: one at a time, in slices that fit into an event of the worker,
 * with longer and longer pauses while the server cannot be had, and not again by itself where only a person can help.
 *
 * A worker is stopped at any moment, so what has to outlive it is a stored value.
 */
import type { Store } from '../../api/ports.ts';
import type { DrawingsState, Sync, SyncOutcome } from '../drawings/ports.ts';
import { finite, oneOf, orNull, parseJson, shape, text } from '../state/guards.ts';
import { NAMED_MAX, type Progress, type SyncStatus, TROUBLES, type Trouble } from '../state/sync-status.ts';
import type { Refusal } from './server-check.ts';

/** ms of one slice; a browser ends an event that takes much longer. */
const SLICE = 20_000;
/** ms: the longest pause after the first failure in a row, doubled with each more, and the longest of all. */
const FIRST = 4_000;
const MOST = 15 * 60_000;
/** ms that a server may ask to be left alone. */
const WAIT_MAX = 60 * 60_000;
/** ms after a save in which more saves are waited for: longer than the studio takes to make the picture that goes with them. */
const GATHER = 4_000;
/** ms after a run in which a look at the app is no reason for another. */
const FRESH = 5_000;
/** ms after which the pages are told anew how far a run is. */
const STEP = 300;
/** ms without a run after an update was asked for; mostly this worker is gone by then. */
const REST = 10_000;
/** Name of the stored value. */
const MEMORY = 'sync-run';

/** Only a person can end these, or another version of the app. */
const FINAL: ReadonlySet<Trouble | null> = new Set([
  'wrong_token',
  'no_token_there',
  'not_pleinair',
  'server_older',
  'server_newer',
] satisfies Trouble[]);

/** Without a server. */
const NOTHING: DrawingsState = { waiting: [], troubles: [], notices: [] };

/** `look`: the app is looked at, or a while has passed; `more`: a slice left something; `hand`: a person wants it. */
export type Why = 'save' | 'look' | 'more' | 'online' | 'hand';

export interface RunnerOptions {
  readonly store: Pick<Store, 'read' | 'write'>;
  /** Name of the stored value of the token; `""` is none. */
  readonly tokenValue: string;
  /** Sends with this token from now on. */
  readonly sync: (token: string) => Pick<Sync, 'run' | 'state' | 'dismiss'>;
  /** Asks the server for whom it takes the token. */
  readonly check: (token: string) => Promise<Refusal | undefined>;
  readonly publish: (state: SyncStatus) => void;
  /** Runs the work when nobody else on this device does; undefined when somebody does. */
  readonly alone: <T>(work: () => Promise<T>) => Promise<T | undefined>;
  /** Of the app: another one tries again what this one could not. */
  readonly version: string;
  readonly now: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** @returns ends the wait */
  readonly timer: (ms: number, run: () => void) => () => void;
}

export interface Runner {
  /** Resolves when the run that this led to is over: true when it failed at what can mend by itself. */
  run(why: Why): Promise<boolean>;
  /** A drawing was saved on this device: runs soon, for all that is saved meanwhile. As `run`. */
  saved(): Promise<boolean>;
  /** How far the run is. */
  progressed(progress: Progress): void;
  /** Takes the token when the server does. Resolves with why not. */
  give(token: string): Promise<Refusal | undefined>;
  /** Forgets the token. Drawings stay where they are. */
  turnOff(): Promise<void>;
  /** Stops until told to go on. */
  pause(paused: boolean): Promise<void>;
  /** Nothing for a moment: another worker wants to take over. */
  rest(): void;
  dismiss(drawing: string): Promise<void>;
}

interface Memory {
  readonly paused: boolean;
  readonly lastSuccess: number | null;
  readonly trouble: Trouble | null;
  /** Failures in a row. */
  readonly failures: number;
  /** Not before this by itself. */
  readonly retryAt: number;
  /** Not before this at all: the server said so. */
  readonly notBefore: number;
  /** Of the app that last asked the server. */
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

interface Known extends Memory {
  readonly token: string;
}

export function createRunner(options: RunnerOptions): Runner {
  const { store, tokenValue, sync, check, publish, alone, version, now, random, timer } = options;
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
  /** Why it runs once more. */
  let again: Why | undefined;
  let resting = false;
  let telling = false;
  let gathering: Promise<boolean> | undefined;
  /** Is there a token? Undefined until the store was asked. */
  let on: boolean | undefined;

  async function known(): Promise<Known> {
    const [json, token = ''] = await store.read((tx) =>
      Promise.all([tx.value(MEMORY), tx.value(tokenValue)]),
    );
    on = token !== '';
    const memory = parseJson(json);
    return { ...(isMemory(memory) ? memory : clean), token };
  }

  async function keep(memory: Memory, token?: string): Promise<void> {
    // Member by member: whoever calls may hold the token, too.
    const json = JSON.stringify(memory, Object.keys(clean));
    await store.write(async (tx) => {
      await tx.putValue(MEMORY, json);
      if (token !== undefined) await tx.putValue(tokenValue, token);
    });
    if (token !== undefined) on = token !== '';
  }

  async function tell(more = false): Promise<void> {
    const { token, paused, lastSuccess, trouble, retryAt } = await known();
    const { waiting, troubles, notices } = token === '' ? NOTHING : await sync(token).state();
    publish({
      on: token !== '',
      paused,
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

  function mayRun(memory: Known, why: Why): boolean {
    const { token, paused, lastSuccess, trouble, retryAt, notBefore } = memory;
    const time = now();
    // What lies too far ahead was written before the clock was set back.
    const isAhead = (at: number) => time < at && at - time <= WAIT_MAX;
    if (token === '' || paused || isAhead(notBefore)) return false;
    if (why === 'hand') return true;
    if (FINAL.has(trouble) && memory.version === version) return false;
    if (isAhead(retryAt) && (why !== 'online' || trouble !== 'unreachable')) return false;
    const age = time - (lastSuccess ?? 0);
    return why !== 'look' || trouble !== null || age < 0 || age >= FRESH;
  }

  async function runAlone(first: Why): Promise<boolean> {
    const until = now() + SLICE;
    let more = false;
    again = first;
    do {
      const why: Why = again;
      again = undefined;
      const before = await known();
      if (!mayRun(before, why)) break;
      const outcome = await slice(before.token, until - now());
      // What a person did meanwhile stays.
      const latest = await known();
      if (latest.token === before.token) await keep(after(latest, outcome));
      if (outcome !== 'done' && outcome !== 'more') {
        await tell();
        return !FINAL.has(outcome.trouble);
      }
      more = outcome === 'more';
    } while (again !== undefined && !more);
    const { paused, token } = await known();
    await tell(more && !paused && !resting && token !== '');
    return false;
  }

  async function slice(token: string, ms: number): Promise<SyncOutcome | Refusal> {
    const controller = new AbortController();
    const cancel = timer(ms, () => controller.abort());
    stop = controller;
    try {
      await tell();
      const outcome = await sync(token).run(controller.signal);
      if (outcome === 'done' || outcome === 'more' || outcome.trouble !== 'not_pleinair') return outcome;
      // Of another version, perhaps.
      return (await check(token)) ?? outcome;
    } catch (error) {
      console.error('Sync ended by a mistake of its own:', error);
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
    // Full jitter: devices that failed together do not come back together.
    const own = random() * Math.min(MOST, FIRST * 2 ** Math.min(failures, 16));
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

  async function run(why: Why): Promise<boolean> {
    if (resting) return false;
    if (running !== undefined) {
      if (why !== 'look' && why !== 'more' && again !== 'hand') again = why;
      return running;
    }
    running = alone(() => runAlone(why)).then((failed) => failed ?? false);
    try {
      return await running;
    } finally {
      running = undefined;
    }
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

  return {
    run,
    saved() {
      gathering ??= gather();
      return gathering;
    },
    progressed(next) {
      progress = next;
      if (telling) return;
      telling = true;
      timer(STEP, () => {
        telling = false;
        if (stop !== undefined) tell().catch(() => {});
      });
    },
    async give(token) {
      const refused = await check(token);
      if (refused === undefined) {
        stop?.abort();
        await keep({ ...clean, lastSuccess: (await known()).lastSuccess }, token);
      }
      await tell();
      return refused;
    },
    async turnOff() {
      stop?.abort();
      await keep(clean, '');
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
