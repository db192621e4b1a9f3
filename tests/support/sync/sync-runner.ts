/** What tests of the runner share: a device with an engine, a server and a clock that the test controls. */
import { expect } from 'vitest';
import { memoryStore } from '../../../src/store/memory.ts';
import type { SyncOutcome } from '../../../src/sync/drawings/ports.ts';
import { createRunner, type Runner, type RunnerOptions } from '../../../src/sync/runner/runner.ts';
import type { Refusal } from '../../../src/sync/runner/server-check.ts';
import type { DrawingsState } from '../../../src/sync/state/drawings-state.ts';
import type { SyncStatus } from '../../../src/sync/state/sync-status.ts';

export const START = 1_700_000_000_000;
export const NOTHING: DrawingsState = { waiting: [], troubles: [], notices: [] };

export function device(changes: Partial<RunnerOptions> = {}, store = memoryStore()) {
  const told: SyncStatus[] = [];
  const runs: {
    readonly token: string;
    readonly signal: AbortSignal | undefined;
    readonly isByHand: boolean | undefined;
  }[] = [];
  const outcomes: (SyncOutcome | Promise<SyncOutcome>)[] = [];
  const timers = new Set<{ at: number; run: () => void }>();
  const held = {
    now: START,
    random: 0.5,
    refusal: undefined as Refusal | undefined,
    state: NOTHING,
    locked: false,
  };
  const runner: Runner = createRunner({
    store,
    tokenValue: 'token',
    sync: (token) => ({
      async run(signal, isByHand) {
        runs.push({ token, signal, isByHand });
        return (await outcomes.shift()) ?? 'done';
      },
      state: async () => held.state,
      dismiss: async () => {},
    }),
    check: async () => held.refusal,
    publish: (state) => told.push(state),
    async withLock(work) {
      if (held.locked) return undefined;
      held.locked = true;
      try {
        return await work();
      } finally {
        held.locked = false;
      }
    },
    version: '1',
    now: () => held.now,
    random: () => held.random,
    timer(ms, run) {
      const timer = { at: held.now + ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    ...changes,
  });
  const begun = () => expect.poll(() => runs.length).toBeGreaterThan(0);
  /** Moves the clock. */
  const pass = async (ms: number) => {
    held.now += ms;
    for (const timer of [...timers].filter(({ at }) => at <= held.now)) {
      timers.delete(timer);
      timer.run();
    }
    await new Promise((resolve) => setTimeout(resolve, 0));
  };
  const last = () => told.at(-1)!;
  return { runner, store, told, runs, outcomes, held, pass, begun, last };
}

/** An outcome that comes when the test says so. */
export function deferredOutcome(): {
  readonly outcome: Promise<SyncOutcome>;
  readonly end: (outcome: SyncOutcome) => void;
} {
  const { promise, resolve } = Promise.withResolvers<SyncOutcome>();
  return { outcome: promise, end: resolve };
}

export const gone = { trouble: 'unreachable', wait: 0 } as const satisfies SyncOutcome;
