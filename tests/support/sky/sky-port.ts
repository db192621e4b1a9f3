/**
 * For tests: the server's sky port with a real connection to the stand-in upstream, a clock that only the test moves,
 * and a queue that takes no time: its own clock runs ahead whenever it waits.
 */
import { type ServerSky, type ServerSkyOptions, serverSky } from '../../../server/sky/port.ts';
import { type Standin, startStandin } from '../../../server/standin/standin.ts';
import { type CallsOptions, type UpstreamCalls, upstreamCalls } from '../../../server/upstream/calls.ts';
import type { Clock } from '../../../server/upstream/queue.ts';
import type { Store } from '../../../src/api/ports.ts';
import { parseInstant, toSgt } from '../../../src/core/air/time/time.ts';
import type { SourceStatus } from '../../../src/core/air/types.ts';
import { factsOf } from '../../../src/core/sky/facts.ts';
import type { AreaId } from '../../../src/core/sky/place/areas.ts';
import { type Sky, skyBody } from '../../../src/core/sky/sky.ts';
import type { Feed } from '../../../src/core/sky/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';

/** A wet afternoon of the stand-in. */
export const START = parseInstant('2026-11-21T15:06:00+08:00') ?? Number.NaN;

interface World {
  /** ms since the epoch. */
  now: number;
  store: Store;
  readonly standin: Standin;
  readonly clock: Clock;
  readonly open: ServerSky[];
}

/** What the running test uses; `begin` makes it. */
export let world: World;

/** Before each test: a healthy upstream and an empty store. */
export async function begin(): Promise<void> {
  const standin = await startStandin({ now: () => world.now });
  world = { now: START, store: memoryStore(), standin, clock: hurryingClock(), open: [] };
}

/** After each test. */
export async function end(): Promise<void> {
  for (const port of world.open) port.close();
  await world.standin.close();
  await world.store.close();
}

/** A clock of time and timers that only counts: whoever waits is served at once, and the clock shows it. */
export function hurryingClock(): Clock {
  let ahead = 0;
  return {
    elapsed: () => world.now + ahead,
    after(ms, run) {
      const timer = setImmediate(() => {
        ahead += ms;
        run();
      });
      return () => clearImmediate(timer);
    },
  };
}

/** Calls with a patience that healthy responses need on a busy machine. Tests of time limits set their own. */
export function callsOf(options: CallsOptions = {}): UpstreamCalls {
  return upstreamCalls({ clock: world.clock, timeoutMs: 30_000, ...options });
}

/** The sky port of a server as it starts, with everything in its store. It never polls by itself. */
export function sky(options: Partial<ServerSkyOptions & CallsOptions> = {}): ServerSky {
  const { standin, store } = world;
  const port = serverSky({
    v2Url: standin.v2Url,
    v1Url: standin.v1Url,
    calls: callsOf(options),
    store,
    now: () => world.now,
    random: () => 0,
    waitMs: 60_000,
    after: () => () => {},
    ...options,
  });
  world.open.push(port);
  return port;
}

/** The response for an area. */
export async function skyOf(port: ServerSky, area: 'all' | AreaId = 'bishan'): Promise<Sky> {
  return skyBody(factsOf(await port.state()), { area, now: world.now }).body;
}

export async function statusOf(port: ServerSky, feed: Feed): Promise<SourceStatus> {
  return (await skyOf(port)).sources[feed].status;
}

/** A time of the day of the test, in SGT. */
export const at = (time: string) => `2026-11-21T${time}:00+08:00`;
export const nowText = () => toSgt(world.now);

export { addressOf } from '../air/air-port.ts';
