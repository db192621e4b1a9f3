/** Lets one step of a schedule happen. */
import type { Device } from './device.ts';
import { CALM } from './network.ts';
import { act } from './person.ts';
import { seededRandom } from './random.ts';
import { type Happening, type Step, stepWords } from './schedule.ts';
import { advance, type World } from './world.ts';

export async function takeStep(world: World, step: Step): Promise<void> {
  const device = step.busy ? deviceOf(world, step.what) : undefined;
  await advance(world, step.after, device && (() => device.waiting > 0));
  world.trace(() => `-- ${stepWords(step)}`);
  happen(world, step);
}

function deviceOf({ devices }: World, what: Happening): Device | undefined {
  if ('device' in what) return devices[what.device];
  return 'place' in what && what.place !== 'server' ? devices[what.place] : undefined;
}

function happen(world: World, { number, what }: Step): void {
  const { server, poison, ledger } = world;
  const device = deviceOf(world, what);
  // A schedule that was made shorter may have lost the device.
  if (device === undefined && ('device' in what || ('place' in what && what.place !== 'server'))) return;
  const host = device ?? server;
  switch (what.kind) {
    case 'act':
      void act(what.act, {
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
      void server.restore().then((restored) => restored && ledger.serverWentBack());
      break;
    case 'poison':
      poison.begin(what.device, what.how);
      break;
  }
}

/** So for a while, and then as before. */
function during({ scheduler }: World, ms: number, set: (on: boolean) => void): void {
  set(true);
  scheduler.after(ms, () => set(false));
}

type Crash = Extract<Happening, { readonly kind: 'crash' }>;

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
