/** The end of a run: all trouble ends, everything is stored and synced, and the invariants are checked. */

import { CALM } from '../parts/network.ts';
import { advance, finish, Violation, type World } from '../world.ts';
import { type Contents, difference } from './contents.ts';
import { unsent } from './photos.ts';

/** Virtual ms until everybody is up again and everything on its way has arrived. */
const SETTLED = 60_000;
/** Longest time for pages to store their changes once nothing is in the way, virtual ms. */
const SAVE_MAX = 20 * 60_000;
/** How often all devices sync one after another until nothing may be left: once to push, once to pull. */
const ROUNDS = 2;

export async function settleAndJudge(world: World): Promise<void> {
  calm(world);
  await advance(world, SETTLED);
  await store(world);
  if (world.poison.any) {
    // A failure of one drawing must not stop the others. One with a damaged row is read a run later, and only then leaves
    // a kept copy.
    for (let n = 0; n < ROUNDS + 1; n++) await round(world);
    await compare(world, world.poison.drawings);
    world.poison.end();
  }
  for (let n = 0; n < ROUNDS; n++) await round(world);
  await restsThere(world);
  await compare(world, new Set());
  const photos = await Promise.all([world.server, ...world.devices].map((host) => host.photos()));
  const there = await world.server.contents();
  const wrong =
    world.ledger.judge(there, photos) ??
    world.devices
      .map(({ name, syncsPhotos }, i) =>
        syncsPhotos ? unsent(name, photos[i + 1] ?? [], there, photos[0] ?? []) : undefined,
      )
      .find((words) => words !== undefined);
  if (wrong !== undefined) throw new Violation(wrong);
  const hosts = [
    { name: 'the server', host: world.server },
    ...world.devices.map((host) => ({ name: host.name, host })),
  ];
  for (const { name, host } of hosts) {
    const words = await host.wrongVersions();
    if (words !== undefined) throw new Violation(`invariant 10: earlier versions on ${name}: ${words}`);
  }
  for (const device of world.devices) {
    const state = await finish(world, `the state of ${device.name}`, device.engineState());
    if (state.waiting.length + state.troubles.length > 0) {
      throw new Violation(
        `invariant 2: ${device.name} says that something is left: ${JSON.stringify(state)}`,
      );
    }
  }
}

function calm({ server, devices }: World): void {
  server.token = 'first';
  for (const { faults } of [server, ...devices]) Object.assign(faults, { full: false, crashIn: undefined });
  for (const device of devices) {
    device.twice = false;
    Object.assign(device.link, { up: true, weather: CALM, detained: undefined });
  }
}

async function store(world: World): Promise<void> {
  const { scheduler } = world;
  const pages = [world.clients, ...world.devices.map((device) => device.pages)];
  const until = scheduler.now + SAVE_MAX;
  while (!pages.every(({ quiet }) => quiet)) {
    if (scheduler.now > until) throw new Violation('a page cannot store what it holds');
    for (const one of pages) one.retry();
    await advance(world, 5_000);
  }
}

/** Every device syncs until it has nothing left to do. */
async function round(world: World): Promise<void> {
  for (const device of world.devices) {
    const trouble = await finish(world, `a run of ${device.name}`, device.syncFully());
    if (trouble !== undefined) {
      throw new Violation(`invariant 3: all is well, and a run of ${device.name} ends: ${trouble}`);
    }
  }
}

/** Invariant 3: one more round sends requests, and changes nothing. */
async function restsThere(world: World): Promise<void> {
  const { server, devices } = world;
  const sent = devices.map(({ link }) => link.log.length);
  const revs = () => Promise.all([server, ...devices].map(async (host) => revsOf(await host.contents())));
  const before = await revs();
  await round(world);
  const [write] = devices.flatMap(({ link }, i) =>
    link.log.slice(sent[i]).filter(({ method }) => method !== 'GET'),
  );
  if (write !== undefined) {
    const { method, path, body } = write;
    throw new Violation(
      `invariant 3: nothing is new, and still ${method} ${path} is sent: ${body.slice(0, 200)}`,
    );
  }
  const after = await revs();
  if (after.join() !== before.join()) {
    throw new Violation(`invariant 3: nothing is new, and still ${before.join()} becomes ${after.join()}`);
  }
}

function revsOf({ drawings, profile }: Contents): string {
  const revs = [...drawings.values()].map(({ id, rev }) => `${id.slice(0, 8)}@${rev}`);
  return `${revs.sort().join(' ')} ${profile}`;
}

/** Invariant 2. */
async function compare({ server, devices }: World, except: ReadonlySet<string>): Promise<void> {
  const there = await server.contents();
  for (const device of devices) {
    const words = difference(await device.contents(), there, except);
    if (words !== undefined) throw new Violation(`invariant 2: ${device.name} and the server: ${words}`);
  }
}
