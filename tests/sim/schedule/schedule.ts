/** The events of a run as data: made from a seed, and shortened when the run fails. */
import type { Weather } from '../parts/network.ts';
import type { RestoredBy } from '../parts/server.ts';
import { type Random, seededRandom } from './random.ts';

export type Act =
  | 'begin'
  | 'draw'
  | 'erase'
  | 'change'
  | 'rub'
  | 'double'
  | 'undo'
  | 'redo'
  | 'rename'
  | 'trash'
  | 'restore'
  | 'purge'
  | 'profile'
  | 'close'
  | 'replace as older'
  | LayerAct
  | PhotoAct;

/** What is done to the layers of a drawing. */
export type LayerAct =
  | 'add layer'
  | 'draw on layer'
  | 'name layer'
  | 'hide layer'
  | 'move layer'
  | 'delete layer'
  | 'merge layer';

/** What is done with the photo under a drawing. */
export type PhotoAct = 'place photo' | 'move photo' | 'remove photo';

/** Where a step happens: the number of a device, or the server itself. */
export type Place = number | 'server';

/** What a person chooses; what is missing is chosen at random. */
export interface Choice {
  /** Index of the drawing among those that the person sees, in the order of their ids. */
  readonly drawing?: number;
  /** Index of the first stroke. */
  readonly from?: number;
  /** Number of strokes. */
  readonly count?: number;
  /** Index of the layer, the lowest first. */
  readonly layer?: number;
}

export type SimEvent =
  /** A person does something; on the server, a client of its API does. */
  | { readonly kind: 'act'; readonly place: Place; readonly act: Act; readonly choice?: Choice }
  | { readonly kind: 'sync' | 'stop'; readonly device: number }
  /** Its person lets photos be synced, or no longer. */
  | { readonly kind: 'photos'; readonly device: number; readonly on: boolean }
  | { readonly kind: 'weather'; readonly device: number; readonly weather: Weather; readonly ms: number }
  | { readonly kind: 'offline' | 'twice'; readonly device: number; readonly ms: number }
  | { readonly kind: 'full'; readonly place: Place; readonly ms: number }
  /** Dies at this write, counted from then on, or at once. */
  | {
      readonly kind: 'crash';
      readonly place: Place;
      readonly write: number | undefined;
      readonly keeps: boolean;
      readonly pages: boolean;
      readonly ms: number;
    }
  | { readonly kind: 'clock'; readonly place: Place; readonly ms: number }
  /** The token is changed for a while. */
  | { readonly kind: 'revoke'; readonly ms: number }
  | { readonly kind: 'backup' }
  /** The server is restored, by its command unless it says otherwise. */
  | { readonly kind: 'go back'; readonly by?: RestoredBy }
  /** The device's next request of this method whose path contains this arrives so much later. */
  | {
      readonly kind: 'late';
      readonly device: number;
      readonly method: string;
      readonly path: string;
      readonly ms: number;
    }
  /**
   * The server goes back in the middle of a run of this device. The device's next request about a drawing is
   * delayed until others, who know that the server went back, have brought the drawing to the revision that it
   * had.
   */
  | { readonly kind: 'overtake'; readonly device: number }
  /** Responses about a drawing are damaged on their way to this device, until the end. */
  | { readonly kind: 'poison'; readonly device: number; readonly how: 'row' | 'body' | 'cut' }
  /** Nothing is damaged any more. */
  | { readonly kind: 'cure' };

export interface Step {
  /** Seeds this step's own random choices, so that steps around it may be left out. */
  readonly number: number;
  /** Virtual ms after the step before. */
  readonly after: number;
  /** True if the step comes earlier, as soon as a transaction of its device waits to begin. */
  readonly busy: boolean;
  readonly what: SimEvent;
}

/** A number from which a schedule is made, or the name of one that is written by hand. */
export type Seed = number | string;

export interface Schedule {
  readonly seed: Seed;
  readonly devices: number;
  readonly disk: 'memory' | 'sqlite';
  /** Probability that a transaction of a disk waits before it begins. */
  readonly slowDisks: number;
  /** Time slice of a device's runs, ms. */
  readonly sliceMs: number;
  /** True if the server is of a version that takes no cursor to move a drawing to the trash. */
  readonly olderServer?: boolean;
  readonly steps: readonly Step[];
}

/** One seed in this many has a real database under its server, which takes twenty times as long. */
const SQLITE_EVERY = 40;

/**
 * One seed in this many has people who delete for good. Their steps are inserted by random choices of their
 * own, so that all other schedules stay as they were, with the failures that they are known to find.
 */
const PURGES_EVERY = 4;
/** The second condition adds seeds with databases. */
const hasPurges = (seed: number) => seed % PURGES_EVERY === 2 || seed % SQLITE_EVERY === 0;

/**
 * One seed in this many has people who use the part eraser where it puts strokes that erase. Inserted in the same
 * way.
 */
const RUBS_EVERY = 13;
const hasRubs = (seed: number) => seed % RUBS_EVERY === 7;

/** One seed in this many has people who work with layers. Inserted in the same way. */
const LAYERS_EVERY = 19;
const hasLayers = (seed: number) => seed % LAYERS_EVERY === 7;

const LAYER_ACTS: Readonly<Record<LayerAct, number>> = {
  'add layer': 9,
  'draw on layer': 12,
  'name layer': 4,
  'hide layer': 3,
  'move layer': 5,
  'delete layer': 5,
  'merge layer': 4,
};

/** One seed in this many has people who draw from photos. Inserted in the same way. */
const PHOTOS_EVERY = 17;
const hasPhotos = (seed: number) => seed % PHOTOS_EVERY === 5;

const PHOTO_ACTS: Readonly<Record<PhotoAct, number>> = {
  'place photo': 8,
  'move photo': 4,
  'remove photo': 2,
};

const ACTS: Readonly<
  Record<Exclude<Act, 'purge' | 'rub' | 'replace as older' | LayerAct | PhotoAct>, number>
> = {
  begin: 5,
  draw: 30,
  erase: 14,
  change: 8,
  double: 3,
  undo: 6,
  redo: 3,
  rename: 6,
  trash: 6,
  restore: 4,
  profile: 9,
  close: 4,
};

/** Kinds of trouble. A schedule has some of them, so that the effects of each can be told apart. */
const TROUBLES = [
  'weather',
  'offline',
  'full',
  'crash',
  'clock',
  'revoke',
  'backup',
  'poison',
  'twice',
] as const;
type Trouble = (typeof TROUBLES)[number];

export function isLayerAct(act: Act): act is LayerAct {
  return Object.hasOwn(LAYER_ACTS, act);
}

export function isPhotoAct(act: Act): act is PhotoAct {
  return Object.hasOwn(PHOTO_ACTS, act);
}

export function randomSchedule(seed: number): Schedule {
  const random = seededRandom(seed, 'schedule');
  const devices = random.weighted({ '1': 1, '2': 6, '3': 3 });
  const count = Number(devices);
  const troubles = TROUBLES.filter((trouble) => random.chance(trouble === 'backup' ? 0.15 : 0.35));
  const hurry = random.pick([200, 1_500, 5_000]) ?? 200;
  const slowDisks = random.chance(0.4) ? 0.3 : 0;
  const steps: Step[] = [];
  const length = random.int(8, 36);
  const add = (what: SimEvent, soon?: number) => {
    const after = soon ?? (random.chance(0.25) ? 0 : random.int(0, hurry));
    const busy = slowDisks > 0 && random.chance(0.3);
    steps.push({ number: steps.length, after, busy, what });
  };
  add({ kind: 'act', place: 0, act: 'begin' });
  if (random.chance(0.7)) {
    // Most people look at their drawings on every device before they change them on two.
    for (let device = 0; device < count; device++) add({ kind: 'sync', device });
  }
  while (steps.length < length) {
    if (troubles.includes('backup')) {
      if (steps.length === Math.floor(length * 0.3)) add({ kind: 'backup' });
      if (steps.length === Math.floor(length * 0.6)) {
        const device = random.int(0, count - 1);
        const what = goBack(random, device);
        add(what);
        if (what.kind === 'overtake') {
          // Acts that name a stroke by its place, or hide it, are what could go wrong.
          const act = random.pick(['erase', 'change', 'trash'] as const) ?? 'erase';
          add({ kind: 'act', place: device, act }, random.int(0, 100));
          add({ kind: 'sync', device }, random.int(20, 100));
        }
      }
    }
    const isTrouble = troubles.length > 0 && random.chance(0.25);
    if (isTrouble) add(trouble(random, random.pick(troubles) ?? 'weather', count));
    else if (random.chance(0.2))
      add({ kind: random.chance(0.9) ? 'sync' : 'stop', device: random.int(0, count - 1) });
    else {
      const act = random.weighted(ACTS);
      const place = placeOfAct(random, count, troubles.includes('backup'));
      add({ kind: 'act', place, act });
      if (act !== 'profile' || typeof place !== 'number' || count === 1 || random.chance(0.5)) continue;
      // There is one profile, and its condition is for two people who change it at once.
      const other = (place + 1) % count;
      add({ kind: 'act', place: other, act }, random.int(0, 20));
      add({ kind: 'sync', device: place }, random.int(5, 60));
      add({ kind: 'sync', device: other }, random.int(0, 60));
    }
  }
  if (hasPurges(seed)) addPurges(seed, count, steps, hurry);
  if (hasRubs(seed)) addRubs(seed, count, steps, hurry);
  if (hasLayers(seed)) addLayerActs(seed, count, steps, hurry);
  if (hasPhotos(seed)) addPhotoActs(seed, count, steps, hurry);
  return {
    seed,
    devices: count,
    disk: seed % SQLITE_EVERY === 0 ? 'sqlite' : 'memory',
    slowDisks,
    sliceMs: random.chance(0.15) ? 300 : 20_000,
    steps,
  };
}

function addPurges(seed: number, devices: number, steps: Step[], hurry: number): void {
  const random = seededRandom(seed, 'purges');
  const first = steps.length;
  for (let n = random.int(1, 4); n > 0; n--) {
    const device = random.int(0, devices - 1);
    const at = random.int(Math.floor(first / 3), steps.length);
    const put = (what: SimEvent, after: number) =>
      steps.splice(at, 0, { number: steps.length, after, busy: false, what });
    // Each step is inserted before those inserted earlier.
    if (random.chance(0.5)) put({ kind: 'sync', device }, random.int(0, 200));
    if (devices > 1 && random.chance(0.4)) {
      // Somebody else works on it at the same time.
      const act = random.pick(['draw', 'draw', 'erase', 'rename', 'trash', 'restore'] as const) ?? 'draw';
      put({ kind: 'act', place: (device + 1) % devices, act }, random.int(0, 300));
    }
    put({ kind: 'act', place: device, act: 'purge' }, random.chance(0.3) ? 0 : random.int(0, hurry));
  }
}

function addRubs(seed: number, devices: number, steps: Step[], hurry: number): void {
  const random = seededRandom(seed, 'rubs');
  const first = steps.length;
  for (let n = random.int(2, 6); n > 0; n--) {
    const device = random.int(0, devices - 1);
    const at = random.int(Math.floor(first / 4), steps.length);
    const put = (what: SimEvent, after: number) =>
      steps.splice(at, 0, { number: steps.length, after, busy: false, what });
    // Each step is inserted before those inserted earlier: everybody has seen the drawing, then two work on it at once.
    const act = random.pick(['draw', 'draw', 'rub', 'erase', 'change', 'undo'] as const) ?? 'draw';
    put({ kind: 'act', place: (device + 1) % devices, act }, random.int(0, 300));
    put({ kind: 'act', place: device, act: 'rub' }, random.int(0, hurry));
    if (random.chance(0.5)) put({ kind: 'sync', device }, random.int(0, 200));
  }
}

function addLayerActs(seed: number, devices: number, steps: Step[], hurry: number): void {
  const random = seededRandom(seed, 'layers');
  const first = steps.length;
  for (let n = random.int(4, 9); n > 0; n--) {
    const device = random.int(0, devices - 1);
    const at = random.int(Math.floor(first / 4), steps.length);
    const put = (what: SimEvent, after: number) =>
      steps.splice(at, 0, { number: steps.length, after, busy: false, what });
    const something = (place: number, most: number) =>
      put({ kind: 'act', place, act: random.weighted(LAYER_ACTS) }, random.int(0, most));
    // Each step is inserted before those inserted earlier: two work on the layers that both have seen.
    if (random.chance(0.6)) put({ kind: 'sync', device }, random.int(0, 200));
    if (random.chance(0.7)) something((device + 1) % devices, 300);
    something(device, hurry);
    if (random.chance(0.3)) put({ kind: 'sync', device }, random.int(0, 200));
  }
}

function addPhotoActs(seed: number, devices: number, steps: Step[], hurry: number): void {
  const random = seededRandom(seed, 'photos');
  const first = steps.length;
  const put = (at: number, what: SimEvent, after: number) =>
    steps.splice(at, 0, { number: steps.length, after, busy: false, what });
  for (let n = random.int(3, 8); n > 0; n--) {
    const device = random.int(0, devices - 1);
    const at = random.int(Math.floor(first / 4), steps.length);
    const something = (place: number, most: number) =>
      put(at, { kind: 'act', place, act: random.weighted(PHOTO_ACTS) }, random.int(0, most));
    // Each step is inserted before those inserted earlier: two work on the drawing that both have seen.
    if (random.chance(0.6)) put(at, { kind: 'sync', device }, random.int(0, 2_000));
    if (random.chance(0.3)) put(at, { kind: 'act', place: device, act: 'undo' }, random.int(0, hurry));
    if (random.chance(0.6)) something((device + 1) % devices, 300);
    something(device, hurry);
    if (random.chance(0.3)) put(at, { kind: 'sync', device }, random.int(0, 200));
    if (random.chance(0.3)) put(at, { kind: 'photos', device, on: random.chance(0.8) }, 0);
  }
}

/** A backup does not bring back what was drawn on the server alone: with backups, nobody acts there. */
function placeOfAct(random: Random, devices: number, hasBackups: boolean): Place {
  return !hasBackups && random.chance(0.06) ? 'server' : random.int(0, devices - 1);
}

function goBack(random: Random, device: number): SimEvent {
  return random.chance(0.5) ? { kind: 'go back' } : { kind: 'overtake', device };
}

function trouble(random: Random, kind: Trouble, devices: number): SimEvent {
  const device = random.int(0, devices - 1);
  const place: Place = random.chance(0.3) ? 'server' : device;
  const ms = random.int(100, 30_000);
  switch (kind) {
    case 'weather': {
      const worst = random.pick([0.1, 0.4]) ?? 0.1;
      const some = () => (random.chance(0.5) ? worst : 0);
      const weather = { dropRequest: some(), dropResponse: some(), duplicate: some(), slow: some() };
      return { kind, device, weather, ms: 2 * ms };
    }
    case 'offline':
    case 'twice':
      return { kind, device, ms };
    case 'full':
      return { kind, place, ms };
    case 'crash': {
      const write = random.chance(0.75) ? random.int(1, 6) : undefined;
      return {
        kind,
        place,
        write,
        keeps: random.chance(0.5),
        pages: random.chance(0.4),
        ms: random.int(0, 8_000),
      };
    }
    case 'clock':
      return { kind, place, ms: random.int(-4, 4) * random.int(0, 86_400_000) };
    case 'revoke':
      return { kind, ms };
    case 'backup':
      return random.chance(0.5) ? { kind } : goBack(random, device);
    case 'poison':
      return { kind, device, how: random.pick(['row', 'body', 'cut'] as const) ?? 'row' };
  }
}

/** A step in words, for people who read a failure. */
export function stepWords({ after, busy, what }: Step): string {
  const { kind, ...rest } = what;
  const where = Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value) ?? '-'}`);
  return `+${after} ms${busy ? ' or when busy' : ''} ${kind} ${where.join(', ')}`.replaceAll('"', '');
}
