/** What happens in a run: one act after another, of a person, a page, the network or a device. */
import { seededRandom } from '../schedule/random.ts';

/** What people do in a tab, by weight. */
export const PERSON_ACTS = {
  draw: 6,
  erase: 5,
  undo: 9,
  redo: 4,
  'move to layer': 6,
  recolour: 1,
  move: 1,
  cut: 1,
  copy: 2,
  'add layer': 1,
  'delete layer': 1,
  'merge down': 4,
  'order layers': 1,
  'fade layer': 2,
};

/**
 * What happens around them, by weight. Each request of a tab waits until an act lets it arrive, lets its answer come, or
 * loses one of both. A tab that hears of a change reads the drawing, and one that saves has everything answered for a while.
 * A device pulls from the server, and pushes to it.
 */
export const OTHER_ACTS = {
  timers: 3,
  arrive: 3,
  answer: 8,
  'lose request': 1,
  'lose answer': 2,
  hear: 4,
  save: 10,
  reload: 2,
  pull: 6,
  push: 6,
};

export type PersonAct = keyof typeof PERSON_ACTS;
export type OtherAct = keyof typeof OTHER_ACTS;
type Kind = PersonAct | OtherAct;

/** Acts of every run. Each of the others is left out of a quarter of all runs. */
const IN_ALL: readonly Kind[] = ['undo', 'save', 'pull', 'push', 'erase'];

export interface Act {
  readonly kind: Kind;
  /** Number of the tab. */
  readonly tab: number;
  /** Two numbers by which the act chooses strokes, layers and their like. */
  readonly a: number;
  readonly b: number;
}

export interface Plan {
  readonly seed: number;
  /** How many tabs each device has, such as `2+1`. */
  readonly tabs: string;
  readonly acts: readonly Act[];
}

export function isPersonAct(kind: Kind): kind is PersonAct {
  return Object.hasOwn(PERSON_ACTS, kind);
}

/** The device of each tab: of `2+1` it is 0, 0, 1. */
export function devicesOf(tabs: string): number[] {
  return tabs.split('+').flatMap((count, device) => Array<number>(Number(count)).fill(device));
}

/** A plan of 6 to 30 acts. */
export function randomPlan(tabs: string, seed: number): Plan {
  const random = seededRandom(seed, tabs);
  const devices = devicesOf(tabs);
  const weights: Record<Kind, number> = { ...PERSON_ACTS, ...OTHER_ACTS };
  // Nobody else has the drawing of a device that is alone.
  if (new Set(devices).size === 1) weights.pull = weights.push = 0;
  if (random.chance(0.5)) {
    for (const kind of Object.keys(weights) as Kind[]) {
      if (!IN_ALL.includes(kind) && random.chance(0.5)) weights[kind] = 0;
    }
  }
  const acts = Array.from({ length: random.int(6, 30) }, (): Act => {
    const kind = random.weighted(weights);
    return { kind, tab: random.int(0, devices.length - 1), a: random.int(0, 11), b: random.int(0, 11) };
  });
  return { seed, tabs, acts };
}
