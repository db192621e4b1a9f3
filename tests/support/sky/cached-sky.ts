/** For tests: a device's cached sky, a server that says what the test wants, and clocks that only the test moves. */
import type { Store } from '../../../src/api/ports.ts';
import { factsOf } from '../../../src/core/sky/facts.ts';
import type { AreaId } from '../../../src/core/sky/place/areas.ts';
import { type Sky, skyBody } from '../../../src/core/sky/sky.ts';
import type { SkyState } from '../../../src/core/sky/types.ts';
import { memoryStore } from '../../../src/store/memory.ts';
import { type CachedSky, cachedSky } from '../../../src/sync/sky/cached-sky.ts';
import { SKY_NOW, skyState } from './sky-state.ts';

interface World {
  /** The true time, which is the server's; ms since the epoch. */
  time: number;
  deviceIsWrongBy: number;
  store: Store;
  /** Paths that were asked for. */
  asked: string[];
  respond: () => Response | Promise<Response>;
}

const fresh = (): World => ({
  time: SKY_NOW,
  deviceIsWrongBy: 0,
  store: memoryStore(),
  asked: [],
  respond: serverHas(skyState()),
});

export const skyWorld = fresh();

/** Before each test. */
export function beginSkyAnew(): void {
  Object.assign(skyWorld, fresh());
}

/** The device as it starts, with everything in its store. */
export function skyDevice(): CachedSky {
  return cachedSky({
    store: skyWorld.store,
    now: () => skyWorld.time + skyWorld.deviceIsWrongBy,
    fetchServer: async (path) => {
      skyWorld.asked.push(path);
      return skyWorld.respond();
    },
  });
}

/** What the device answers for an area. */
export async function skyOf(device: CachedSky, area: 'all' | AreaId = 'bishan'): Promise<Sky> {
  const facts = await device.state();
  return skyBody(facts, { area, now: device.now() }).body;
}

/** A server with this state, at whatever time it is asked. */
export function serverHas(state: SkyState): () => Response {
  return () => skyResponse(skyBody(factsOf(state), { area: 'all', now: skyWorld.time }).body);
}

export function skyResponse(body: unknown, init: ResponseInit = {}): Response {
  const headers = { date: new Date(skyWorld.time).toUTCString(), ...init.headers };
  return new Response(JSON.stringify(body), { ...init, headers });
}
export const noNetwork = () => Promise.reject(new TypeError('Failed to fetch'));
