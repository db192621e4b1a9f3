/**
 * For tests: the server's air port with a real connection to the stand-in upstream, and a clock that only the
 * test moves.
 */

import type { ServerAirOptions } from '../../../server/air/port.ts';
import { serverAir } from '../../../server/air/port.ts';
import { type Standin, startStandin } from '../../../server/standin/standin.ts';
import { type CallsOptions, upstreamCalls } from '../../../server/upstream/calls.ts';
import { systemClock } from '../../../server/upstream/queue.ts';
import type { AirPort, Store } from '../../../src/api/ports.ts';
import { StoreUnavailable } from '../../../src/api/ports.ts';
import type { Readings } from '../../../src/core/air/readings.ts';
import { readingsBody } from '../../../src/core/air/readings.ts';
import { parseInstant } from '../../../src/core/air/time/time.ts';
import type { Metric } from '../../../src/core/air/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';

/** On this date the stand-in shows the recorded 27 September, and the 28th on the day before. */
export const START = parseInstant('2026-11-21T16:20:00+08:00') ?? Number.NaN;
export const HOUR_16 = '2026-11-21T16:00:00+08:00';

interface World {
  /** ms since the epoch. */
  now: number;
  store: Store;
  readonly standin: Standin;
}

/** What the running test uses; `begin` makes it. */
export let world: World;

/** Before each test: a healthy upstream and an empty store. */
export async function begin(): Promise<void> {
  world = { now: START, store: memoryStore(), standin: await startStandin({ now: () => world.now }) };
}

/** After each test. */
export async function end(): Promise<void> {
  await world.standin.close();
  await world.store.close();
}

/** The air port of a server as it starts, with everything in its store. */
export function air(options: Partial<ServerAirOptions & CallsOptions> = {}): AirPort {
  const { standin, store } = world;
  const clock = () => world.now;
  // Long enough for healthy responses on a busy machine. Tests of time limits set their own.
  const calls = upstreamCalls({ clock: { ...systemClock(), elapsed: clock }, timeoutMs: 30_000, ...options });
  const fixed = { v2Url: standin.v2Url, store, calls, now: clock, random: () => 0, waitMs: 60_000 };
  return serverAir({ ...fixed, ...options });
}

/** A `fetch` that waits for the PSI as long as that takes. */
export const patientWithPsi: typeof fetch = (input, init) =>
  fetch(input, addressOf(input).includes('/psi') ? { ...init, signal: null } : init);

/** The readings of all regions, and for how long they may be cached. */
export async function readings(port: AirPort): Promise<{ body: Readings; maxAge: number }> {
  return readingsBody(await port.state(), { region: 'all', now: port.now(), publicUrl: 'http://x.test' });
}

export const valuesOf = (body: Readings, metric: Metric) => body.regions.map((region) => region[metric]);

export function addressOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : input.toString();
}

/** A store whose file another program has locked. */
export function lockedStore(): Store {
  return {
    ...world.store,
    read: () => Promise.reject(new StoreUnavailable('locked')),
    write: () => Promise.reject(new StoreUnavailable('locked')),
  };
}
