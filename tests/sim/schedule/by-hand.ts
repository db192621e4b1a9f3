/**
 * Schedules for what random ones hardly ever reach: each shows what one safeguard is for. The mutation that removes it has
 * the schedule's name in docs/sync-simulator.md.
 */
import type { Schedule, SimEvent, Step } from './schedule.ts';

/** An event so many virtual ms after the one before. */
export type Timed = readonly [after: number, what: SimEvent];

const sync = (after: number, device: number): Timed => [after, { kind: 'sync', device }];

/** A person adds strokes to the first drawing. */
const draw = (after: number, place: number | 'server', count = 1): Timed => [
  after,
  { kind: 'act', place, act: 'draw', choice: { drawing: 0, count } },
];

const act = (
  after: number,
  place: number,
  what: 'trash' | 'restore' | 'purge' | 'undo' | 'move photo' | 'remove photo',
): Timed => [after, { kind: 'act', place, act: what }];

/** A person begins a drawing. */
const begin = (after: number, place: number, count = 1): Timed => [
  after,
  { kind: 'act', place, act: 'begin', choice: { count } },
];

const rename = (after: number, place: number | 'server', which: number): Timed => [
  after,
  { kind: 'act', place, act: 'rename', choice: { drawing: which } },
];

const erase = (after: number, place: number, count: number): Timed => [
  after,
  { kind: 'act', place, act: 'erase', choice: { drawing: 0, from: 0, count } },
];

const place = (after: number, device: number): Timed => [
  after,
  { kind: 'act', place: device, act: 'place photo', choice: { drawing: 0 } },
];

/** Two devices know a drawing, whose photo they and the server have. */
const PHOTO_THERE: readonly Timed[] = [
  [0, { kind: 'photos', device: 0, on: true }],
  [0, { kind: 'photos', device: 1, on: true }],
  begin(0, 0),
  place(1_000, 0),
  sync(2_500, 0),
  sync(2_500, 1),
];

/** A person adds a layer above the one with this index, and draws on it. */
const layered = (device: number, index: number): readonly Timed[] => [
  [300, { kind: 'act', place: device, act: 'add layer', choice: { drawing: 0, layer: index } }],
  [
    300,
    { kind: 'act', place: device, act: 'draw on layer', choice: { drawing: 0, layer: index + 1, count: 1 } },
  ],
];

const late = (device: number, method: string, path: string, ms: number): Timed => [
  0,
  { kind: 'late', device, method, path, ms },
];

/** A copy of the server's files is put back, so that revisions are used again. */
const putBack = (after: number): Timed => [after, { kind: 'go back', by: 'epoch' }];
const restore = (after: number): Timed => [after, { kind: 'go back', by: 'command' }];
const backup: Timed = [500, { kind: 'backup' }];

/** The drawing that the event of this number begins. */
const drawing = (begun: number) => `/drawings/${String(10 * begun + 10).padStart(8, '0')}`;

/** Two devices know a drawing, of which there is a backup. */
const KNOWN: readonly Timed[] = [begin(0, 0), sync(1_000, 0), sync(1_000, 1), backup];

/**
 * One device with two drawings, and a server that was restored from its backup, where others changed both since. The page
 * of changes with both is applied in part: somebody draws on the first, so that they are written one by one, and the
 * second does not arrive.
 */
const READ_IN_PART = (back: (after: number) => Timed): readonly Timed[] => [
  begin(0, 0),
  begin(100, 0),
  sync(2_500, 0),
  backup,
  back(100),
  draw(500, 'server'),
  // So the feed has this one last.
  rename(500, 'server', 1),
  late(0, 'GET', drawing(1), 3_000),
  late(0, 'GET', drawing(1), 9_000),
  sync(500, 0),
  draw(1_500, 0),
  [5_000, { kind: 'offline', device: 0, ms: 9_000 }],
];

type ByHand = Partial<Pick<Schedule, 'olderServer' | 'slowDisks'>> & { readonly steps: readonly Timed[] };

const ALL: Readonly<Record<string, ByHand>> = {
  // The second drawing shows the first time. The first is read then, and what it had is lost the second time.
  'put back twice while two drawings are sent': {
    steps: [
      begin(0, 0),
      begin(100, 0),
      sync(2_500, 0),
      backup,
      draw(500, 0),
      rename(0, 0, 1),
      sync(500, 0),
      late(0, 'PATCH', drawing(1), 2_000),
      late(0, 'PATCH', drawing(0), 4_000),
      late(0, 'PATCH', drawing(0), 6_000),
      draw(3_000, 0),
      rename(0, 0, 1),
      sync(100, 0),
      putBack(1_000),
      draw(500, 'server'),
      draw(100, 'server'),
      putBack(5_500),
      draw(500, 'server'),
      draw(100, 'server'),
      draw(100, 'server'),
    ],
  },
  'a photo placed on each of two devices': {
    steps: [
      ...KNOWN,
      place(500, 0),
      place(0, 1),
      sync(2_500, 0),
      sync(2_000, 1),
      [3_000, { kind: 'act', place: 1, act: 'undo', choice: { drawing: 0 } }],
      sync(3_000, 1),
    ],
  },
  'a photo taken away, which another device brings back': {
    steps: [
      ...PHOTO_THERE,
      [2_500, { kind: 'offline', device: 1, ms: 9_000 }],
      act(500, 1, 'move photo'),
      act(1_000, 0, 'remove photo'),
      sync(3_000, 0),
      // It still has the bytes for undo.
      [2_000, { kind: 'photos', device: 0, on: false }],
      sync(4_000, 1),
    ],
  },
  'a photo taken away and brought back while another device is away': {
    steps: [
      ...PHOTO_THERE,
      [2_500, { kind: 'offline', device: 0, ms: 9_000 }],
      act(500, 1, 'remove photo'),
      sync(2_000, 1),
      [2_000, { kind: 'photos', device: 1, on: false }],
      act(100, 1, 'undo'),
      sync(2_000, 1),
      sync(4_000, 0),
    ],
  },
  'more layers on two devices than a drawing has': {
    steps: [
      ...KNOWN,
      [0, { kind: 'offline', device: 0, ms: 6_000 }],
      [0, { kind: 'offline', device: 1, ms: 6_000 }],
      ...layered(0, 0),
      ...layered(0, 1),
      ...layered(1, 0),
      ...layered(1, 1),
      ...layered(1, 2),
      sync(6_000, 0),
      sync(2_000, 1),
    ],
  },
  'replaced by an older client': {
    steps: [
      ...KNOWN,
      ...layered(0, 0),
      sync(2_500, 0),
      sync(1_000, 1),
      [0, { kind: 'twice', device: 1, ms: 60_000 }],
      ...(['server', 1] as const).flatMap((where): readonly Timed[] => [
        [1_000, { kind: 'act', place: where, act: 'replace as older', choice: { drawing: 0 } }],
        sync(2_500, 0),
        sync(1_000, 1),
      ]),
    ],
  },
  'drawn on before a deletion arrives': {
    steps: [
      ...KNOWN,
      act(500, 0, 'trash'),
      sync(1_000, 0),
      sync(1_000, 1),
      late(0, 'DELETE', '/trash/', 10_000),
      act(3_000, 0, 'purge'),
      sync(100, 0),
      act(1_500, 1, 'restore'),
      draw(500, 1),
      act(500, 1, 'trash'),
      sync(100, 1),
    ],
  },
  'put back before a deletion arrives': {
    steps: [
      ...KNOWN,
      draw(500, 0),
      sync(1_000, 0),
      act(1_500, 0, 'trash'),
      sync(1_000, 0),
      late(0, 'DELETE', '/trash/', 10_000),
      act(3_000, 0, 'purge'),
      sync(100, 0),
      putBack(1_500),
      sync(100, 1),
      draw(500, 1),
      sync(500, 1),
      act(1_500, 1, 'trash'),
      sync(500, 1),
    ],
  },
  'put back before an older server trashes': {
    olderServer: true,
    steps: [
      ...KNOWN,
      draw(500, 0),
      sync(1_000, 0),
      late(0, 'DELETE', '/drawings/', 8_000),
      act(3_000, 0, 'trash'),
      sync(100, 0),
      putBack(1_500),
      sync(100, 1),
      draw(500, 1),
      sync(500, 1),
    ],
  },
  'a full drawing, changed back at its bottom': {
    steps: [
      begin(0, 0, 14),
      sync(1_000, 0),
      erase(1_500, 0, 3),
      sync(500, 0),
      draw(2_500, 0, 3),
      sync(500, 0),
      act(2_500, 0, 'undo'),
      act(0, 0, 'undo'),
    ],
  },
  'drawn on while a parked drawing is read': {
    steps: [
      begin(0, 1),
      sync(500, 1),
      [1_000, { kind: 'poison', device: 0, how: 'body' }],
      begin(500, 0, 2),
      sync(500, 0),
      draw(3_000, 1),
      sync(1_000, 1),
      [3_000, { kind: 'cure' }],
      late(0, 'GET', drawing(0), 5_000),
      erase(0, 0, 1),
      sync(50, 0),
      draw(1_500, 1),
      sync(500, 1),
    ],
  },
  'restored after a first page that was read in part': {
    steps: [...READ_IN_PART(restore), restore(8_000)],
  },
  'put back after a first page that was read in part': {
    steps: [...READ_IN_PART(putBack), putBack(8_000), draw(500, 'server')],
  },
  'restored while a first page is read again': {
    steps: [
      ...READ_IN_PART(restore),
      late(0, 'GET', drawing(0), 4_000),
      rename(8_500, 'server', 0),
      sync(600, 0),
      restore(1_500),
    ],
  },
};

/** A schedule of two devices without weather. */
export function scheduleByHand(seed: string, { steps, ...more }: ByHand): Schedule {
  return {
    seed,
    devices: 2,
    disk: 'memory',
    slowDisks: 0,
    sliceMs: 20_000,
    steps: steps.map(([after, what], number): Step => ({ number, after, busy: false, what })),
    ...more,
  };
}

/** By name. */
export const BY_HAND: ReadonlyMap<string, Schedule> = new Map(
  Object.entries(ALL).map(([name, what]) => [name, scheduleByHand(name, what)]),
);
