/** Everything that takes part in a run. */
import type { Store } from '../../src/api/ports.ts';
import type { MakeEngine } from './engine.ts';
import { type CursorWatch, watchCursors } from './judging/cursors.ts';
import { createLedger, type Ledger } from './judging/ledger.ts';
import { type VersionsWatch, watchVersions } from './judging/versions.ts';
import { createDevice, type Device } from './parts/device.ts';
import { createLink } from './parts/network.ts';
import { createPages, type Pages } from './parts/people/page.ts';
import { createPoison, type Poison } from './parts/poison.ts';
import { createServer, type Server, type ServerDisk } from './parts/server.ts';
import { seededRandom } from './schedule/random.ts';
import type { Schedule } from './schedule/schedule.ts';
import { createScheduler, type Scheduler, START } from './schedule/scheduler.ts';

export interface World {
  readonly schedule: Schedule;
  readonly scheduler: Scheduler;
  readonly server: Server;
  readonly serverDisk: Store;
  readonly devices: readonly Device[];
  /** Clients of the server's API. */
  readonly clients: Pages;
  readonly ledger: Ledger;
  readonly poison: Poison;
  readonly cursors: CursorWatch;
  readonly versions: VersionsWatch;
  /** The first defect that the application or the engine found in itself. */
  defect: string | undefined;
  /** Adds a line to the trace, if somebody reads it. */
  readonly trace: Trace;
}

type Trace = (line: () => string) => void;

/** An invariant does not hold. */
export class Violation extends Error {
  override name = 'Violation';
}

/**
 * @param disk of the server
 * @param note called with the lines of the trace; undefined if nobody reads them
 */
export function makeWorld(
  schedule: Schedule,
  disk: ServerDisk,
  makeEngine: MakeEngine,
  note: ((line: string) => void) | undefined,
): World {
  const { seed, slowDisks, sliceMs, olderServer = false } = schedule;
  const scheduler = createScheduler(disk.busy);
  const ledger = createLedger();
  const poison = createPoison();
  const versions = watchVersions();
  const trace: Trace = (line) => {
    note?.(`${((scheduler.now - START) / 1000).toFixed(3).padStart(9)} s  ${line()}`);
  };
  const delayOf = (name: string) => {
    const random = seededRandom(seed, 'disk', name);
    return () => (slowDisks > 0 && random.chance(slowDisks) ? scheduler.wait(random.int(1, 80)) : undefined);
  };
  const onDefect = (error: unknown) => {
    world.defect ??= error instanceof Error ? (error.stack ?? error.message) : String(error);
  };
  const server = createServer({
    scheduler,
    disk,
    delay: delayOf('server'),
    isOlder: olderServer,
    versions,
    trace,
    onDefect,
  });
  const cursors = watchCursors(disk.store);

  function makeDevice(index: number): Device {
    const name = `device ${index}`;
    const link = createLink({
      scheduler,
      random: seededRandom(seed, 'network', name),
      deliver: server.deliver,
      damage: (request, answer) => poison.damage(index, request, answer),
      trace: (line) => trace(() => `${name} ${line()}`),
    });
    return createDevice({
      name,
      scheduler,
      random: seededRandom(seed, name),
      ledger,
      link,
      makeEngine,
      delay: delayOf(name),
      sliceMs,
      versions,
      trace,
      onDefect,
      written: (store) => cursors.check(name, store),
    });
  }

  const clients = createPages({
    device: 'server',
    scheduler,
    random: seededRandom(seed, 'clients'),
    now: () => scheduler.now + server.skew,
    ledger,
    trace,
    ask: async (make) => {
      await scheduler.wait(5);
      return askServer(server, make());
    },
  });
  const world: World = {
    schedule,
    scheduler,
    server,
    serverDisk: disk.store,
    devices: Array.from({ length: schedule.devices }, (_, index) => makeDevice(index)),
    clients,
    ledger,
    poison,
    cursors,
    versions,
    defect: undefined,
    trace,
  };
  return world;
}

/** Sends a request as a client with the right token, over a network without faults. */
async function askServer(server: Server, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const headers: Record<string, string> = { authorization: `Bearer ${server.token}` };
  request.headers.forEach((value, key) => {
    headers[key] = value;
  });
  const body = request.method === 'GET' ? '' : await request.text();
  const answer = await server.deliver({ method: request.method, path: pathname, headers, body });
  return new Response(answer.body, { status: answer.status, headers: answer.headers });
}

/** Lets so many virtual ms pass, or fewer. */
export async function advance(world: World, ms: number, done?: () => boolean): Promise<void> {
  const stop = await world.scheduler.run({ time: world.scheduler.now + ms, ...(done && { done }) });
  if (stop === 'events') throw new Violation('invariant 3: it does not come to an end');
  look(world);
}

/** Lets time pass until some work has ended. */
export async function finish<T>(world: World, what: string, work: Promise<T>): Promise<T> {
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  const stop = await world.scheduler.run({ done: () => ended || world.defect !== undefined });
  look(world);
  if (stop !== 'done') throw new Violation(`invariant 3: ${what} does not end (${stop})`);
  return work;
}

/** Checks for failures that show at once. */
function look({ defect, cursors, versions }: World): void {
  if (defect !== undefined) throw new Violation(`defect: ${defect}`);
  for (const words of [cursors.broken, versions.broken]) if (words !== undefined) throw new Violation(words);
}
