/** Executes one step of a schedule. */
import type { Device } from '../parts/device.ts';
import { CALM } from '../parts/network.ts';
import { act } from '../parts/people/person.ts';
import type { RestoredBy } from '../parts/server.ts';
import { advance, type World } from '../world.ts';
import { seededRandom } from './random.ts';
import { type SimEvent, type Step, stepWords } from './schedule.ts';

export async function takeStep(world: World, step: Step): Promise<void> {
  const device = step.busy ? deviceOf(world, step.what) : undefined;
  await advance(world, step.after, device && (() => device.waiting > 0));
  world.trace(() => `-- ${stepWords(step)}`);
  happen(world, step);
}

function deviceOf({ devices }: World, what: SimEvent): Device | undefined {
  if ('device' in what) return devices[what.device];
  return 'place' in what && what.place !== 'server' ? devices[what.place] : undefined;
}

function happen(world: World, { number, what }: Step): void {
  const { server, poison, ledger } = world;
  const device = deviceOf(world, what);
  // A shortened schedule may no longer have the device.
  if (device === undefined && ('device' in what || ('place' in what && what.place !== 'server'))) return;
  const host = device ?? server;
  switch (what.kind) {
    case 'act':
      void act(what.act, {
        ...what.choice,
        pages: device?.pages ?? world.clients,
        disk: device?.disk ?? world.serverDisk,
        random: seededRandom(world.schedule.seed, 'act', number),
        firstNumber: 10 * number + 10,
      });
      break;
    case 'sync':
      device?.sync();
      break;
    case 'stop':
      device?.stop();
      break;
    case 'photos':
      if (device) device.syncsPhotos = what.on;
      break;
    case 'weather':
      during(world, what.ms, (on) => {
        if (device) device.link.weather = on ? what.weather : CALM;
      });
      break;
    case 'offline':
      during(world, what.ms, (on) => {
        if (device) device.link.up = !on;
      });
      break;
    case 'twice':
      during(world, what.ms, (on) => {
        if (device) device.twice = on;
      });
      break;
    case 'full':
      during(world, what.ms, (on) => {
        host.faults.full = on;
      });
      break;
    case 'crash':
      crash(world, device, what);
      break;
    case 'clock':
      host.skew = what.ms;
      ledger.dates.clockIsSet();
      break;
    case 'revoke':
      during(world, what.ms, (on) => {
        server.token = on ? 'second' : 'first';
      });
      break;
    case 'backup':
      void server.backup();
      break;
    case 'go back':
      void goBack(world, what.by ?? 'command');
      break;
    case 'late':
      device?.link.late.push(what);
      break;
    case 'overtake':
      overtake(world, number, what);
      break;
    case 'poison':
      poison.begin(what.device, what.how);
      break;
    case 'cure':
      poison.end();
      break;
  }
}

/** Sets something for a while, then sets it back. */
function during({ scheduler }: World, ms: number, set: (on: boolean) => void): void {
  set(true);
  scheduler.after(ms, () => set(false));
}

async function goBack({ server, ledger }: World, by: RestoredBy): Promise<boolean> {
  const restored = await server.restore(by);
  if (restored) ledger.serverWentBack(by === 'epoch');
  return restored;
}

type Overtake = Extract<SimEvent, { readonly kind: 'overtake' }>;

/** Most changes that others make while a request waits. */
const OTHERS_MAX = 8;

function overtake(world: World, number: number, { device: index }: Overtake): void {
  const { devices, scheduler, serverDisk, schedule } = world;
  const others = devices.filter((_, other) => other !== index);
  const random = seededRandom(schedule.seed, 'overtake', number);
  const link = devices[index]?.link;
  if (link === undefined) return;
  link.detained = async (drawing) => {
    const rev = () => serverDisk.read(async (tx) => (await tx.drawing(drawing))?.rev ?? 0);
    const before = await rev();
    if (!(await goBack(world, 'epoch'))) return;
    for (let n = 0; n < OTHERS_MAX && (await rev()) < before; n++) {
      const device = random.pick(others);
      const what = random.pick(['draw', 'draw', 'draw', 'erase', 'change'] as const) ?? 'draw';
      // Numbers that no step uses.
      const firstNumber = 100_000 + 1_000 * number + 10 * n;
      if (device !== undefined)
        void act(what, { pages: device.pages, disk: device.disk, random, firstNumber });
      device?.sync();
      await scheduler.wait(random.int(100, 1_500));
    }
  };
}

type Crash = Extract<SimEvent, { readonly kind: 'crash' }>;

function crash({ server }: World, device: Device | undefined, { write, keeps, pages, ms }: Crash): void {
  const host = device ?? server;
  if (!host.up) return;
  const restart = { pages, downMs: ms };
  if (write !== undefined) {
    if (device !== undefined) device.restart = restart;
    host.faults.crashIn = write;
    host.faults.crashKeeps = keeps;
  } else if (device !== undefined) device.crash(restart);
  else server.crash(ms);
}
