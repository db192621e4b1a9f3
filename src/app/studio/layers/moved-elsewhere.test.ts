/** Undo and redo of strokes that another device has moved to another layer meanwhile, over the merge of both. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergedDown, onLayer } from '../../../core/drawing/members/change-layers.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { merge } from '../../../core/drawing/merge.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import type { Edit } from '../../../ink/index.ts';
import { apply, type Content } from '../document/content.ts';
import {
  type History,
  NO_HISTORY,
  record,
  redo,
  redoing,
  type Step,
  stepOf,
  undo,
} from '../document/history.ts';
import { stepOfText, stepText } from '../document/step-text.ts';
import { formKey } from '../document/stroke-key.ts';
import { deleteLayerStep, mergeDownStep } from './layer-steps.ts';
import { takeBackStep } from './take-back.ts';

/** On `d` lies only what the other device moves there: no stroke that is drawn twice becomes the same as another. */
const LAYERS: readonly Layer[] = [
  BASE,
  { ...BASE, id: 'b' },
  { ...BASE, id: 'c', opacity: 0.5 },
  { ...BASE, id: 'd' },
];

interface Drawn extends Content {
  readonly layers: readonly Layer[];
}

const drawn = (strokes: readonly Stroke[], layers = LAYERS): Drawn => ({ title: '', strokes, layers });

/** What a device makes of the strokes that are chosen. */
type Act = (now: Drawn, chosen: readonly Stroke[]) => Step | undefined;

const edited =
  (edit: (chosen: readonly Stroke[]) => Edit): Act =>
  ({ strokes }, chosen) =>
    stepOf(strokes, edit(chosen));
const replaced = (by: (stroke: Stroke) => readonly Stroke[]) =>
  edited((chosen) => ({ kind: 'replace', swaps: chosen.map((stroke) => ({ stroke, by: by(stroke) })) }));
const part = (stroke: Stroke, y: number): Stroke => ({
  ...stroke,
  points: stroke.points.map(([x]) => [x, y] as const),
});

const PUT_ON = 'a stroke with others put on it';

const ACTS: Readonly<Record<string, Act>> = {
  'a stroke or a selection that was deleted': edited((strokes) => ({ kind: 'erase', strokes })),
  'a stroke that was rubbed out whole': replaced(() => []),
  'a stroke that was rubbed in the middle': replaced((stroke) => [part(stroke, 1), part(stroke, 2)]),
  [PUT_ON]: replaced((stroke) => [stroke, part(stroke, 1)]),
  'a stroke that was dragged': replaced((stroke) => [part(stroke, 9)]),
  'a stroke that was moved to a layer': replaced((stroke) => [onLayer(stroke, 'c')]),
  'strokes that were drawn': edited((chosen) => ({
    kind: 'add',
    strokes: chosen.map((one) => part(one, 7)),
  })),
  'a layer that was deleted': (now) => deleteLayerStep(now, 'b'),
  'a layer that was merged down': (now) => mergeDownStep(now, 'b')?.step,
  'a version that was taken back': (now, chosen) =>
    takeBackStep(now, {
      layers: now.layers,
      strokes: [
        ...now.strokes.filter((stroke) => !chosen.includes(stroke)),
        ...chosen.map((stroke) => part(stroke, 5)),
      ],
    }),
};

/** What the other device makes of it: it moves strokes to a layer, or merges one down. */
type Other = { readonly every: number } | 'down';

function moved(now: Drawn, other: Other): Drawn {
  if (other !== 'down') {
    const move = (stroke: Stroke, i: number) => (i % other.every === 0 ? onLayer(stroke, 'd') : stroke);
    return { ...now, strokes: now.strokes.map(move) };
  }
  const down = mergedDown(now.strokes, now.layers, 'c');
  if (!down) return now;
  const by = new Map(down.moves.map((move) => [move.stroke, move.by]));
  for (const fade of down.fades) by.set(fade.stroke, fade.by);
  return { ...now, layers: down.layers, strokes: now.strokes.map((stroke) => by.get(stroke) ?? stroke) };
}

const others: fc.Arbitrary<Other> = fc.oneof(
  fc.constant('down' as const),
  fc.record({ every: fc.integer({ min: 1, max: 3 }) }),
);
/** Strokes, some of them drawn twice. */
const strokes = fc.array(fc.tuple(fc.constantFrom('base', 'b', 'c'), fc.nat(4), fc.boolean()), {
  maxLength: 8,
});
const given = fc.tuple(strokes, fc.boolean(), others).map(([all, isTimed, other]) => ({
  base: drawn(
    all.map(([id, n]): Stroke => {
      const stroke: Stroke = {
        tool: 'pen',
        color: '#000',
        size: 1,
        points: [[n, 0]],
        ...(isTimed && { at: n }),
      };
      return onLayer(stroke, id);
    }),
  ),
  isChosen: all.map(([, , is]) => is),
  other,
}));

const formsOf = ({ strokes }: Content) => strokes.map(formKey).sort();

/** Those of a sorted list that another has not, or not as often. */
function beyond(all: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return all.filter((form) => {
    const at = left.indexOf(form);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** One device with its steps. A page that was loaded again has copies of all. */
class Device {
  history: History = NO_HISTORY;
  now: Drawn;
  /** True for a page that was loaded again and has turned no step yet. */
  isOlder = false;

  constructor(now: Drawn) {
    this.now = now;
  }

  do(step: Step): void {
    this.now = drawn(apply(this.now, redoing(step)).strokes, apply(this.now, redoing(step)).layers);
    this.history = record(this.history, step);
  }

  turn(way: typeof undo): void {
    const turned = way(this.history, this.now.strokes, null, undefined, this.isOlder)!;
    this.isOlder = false;
    const { strokes, layers } = apply(this.now, turned.operations);
    this.now = drawn(strokes, layers);
    this.history = turned.history;
  }

  sync(base: Drawn, remote: Drawn): void {
    const { strokes, layers } = merge(base, this.now, remote);
    this.now = drawn(strokes, layers);
  }

  async reload(): Promise<void> {
    const steps = await Promise.all(this.history.steps.map(async (step) => stepOfText(await stepText(step))));
    this.history = { ...this.history, steps };
    this.now = structuredClone(this.now);
    this.isOlder = true;
  }
}

describe.each(Object.entries(ACTS))('studio: of %s', (what, act) => {
  const start = ({ base, isChosen }: { base: Drawn; isChosen: readonly boolean[] }) => {
    const device = new Device(base);
    const step = act(
      base,
      base.strokes.filter((_, i) => isChosen[i]),
    );
    if (step) device.do(step);
    return step && device;
  };

  test('undo brings nothing back a second time that others have moved, and all else', async () => {
    await fc.assert(
      fc.asyncProperty(given, fc.boolean(), async (all, isLater) => {
        const device = start(all);
        if (!device) return;
        device.sync(all.base, moved(all.base, all.other));
        if (isLater) await device.reload();
        device.turn(undo);
        expect(formsOf(device.now)).toEqual(formsOf(all.base));
      }),
      { numRuns: 300 },
    );
  });

  test('redo makes nothing a second time that others have moved, and all else', async () => {
    await fc.assert(
      fc.asyncProperty(given, async (all) => {
        const device = start(all);
        if (!device) return;
        const synced = device.now;
        device.turn(undo);
        device.sync(synced, moved(synced, all.other));
        device.turn(redo);
        const [now, then] = [formsOf(device.now), formsOf(synced)];
        // What was put on a stroke is put nowhere once that lies elsewhere.
        if (what === PUT_ON) expect(beyond(now, then)).toEqual([]);
        else expect(now).toEqual(then);
      }),
      { numRuns: 300 },
    );
  });
});

describe('studio: strokes that were pasted, of which others move one', () => {
  const pasted = [1, 2].map(
    (n): Stroke => ({ tool: 'pen', color: '#000', size: 1, points: [[n, 7]], at: n }),
  );
  const device = () => {
    const one = new Device(drawn([]));
    one.do(stepOf([], { kind: 'add', strokes: pasted }));
    return one;
  };
  const all = ['d', 'base'];
  const layersOf = ({ now }: Device) =>
    now.strokes
      .map(({ layer = 'base' }) => layer)
      .sort()
      .reverse();

  test.each([false, true])(
    'undo and redo in turn make none twice, loaded again in between: %s',
    async (isLater) => {
      const one = device();
      one.sync(one.now, moved(one.now, { every: 2 }));
      for (let i = 0; i < 3; i++) {
        one.turn(undo);
        expect(layersOf(one)).toEqual(['d']);
        if (isLater) await one.reload();
        one.turn(redo);
        expect(layersOf(one)).toEqual(all);
      }
    },
  );

  test('one that was moved after it was undone stands once, however often it is redone', async () => {
    const one = device();
    const synced = one.now;
    one.turn(undo);
    one.sync(synced, moved(synced, { every: 2 }));
    for (let i = 0; i < 3; i++) {
      one.turn(redo);
      expect(layersOf(one)).toEqual(all);
      one.turn(undo);
      expect(layersOf(one)).toEqual(['d']);
    }
  });
});

test.each([
  ['dragged', ([first, second]: readonly Stroke[]) => [first!, { ...second!, points: [[2, 50]] as const }]],
  ['erased', ([first]: readonly Stroke[]) => [first!]],
])(
  'studio: redo of drawn strokes does not bring one that others have %s before they were undone',
  (_, change) => {
    const both = [1, 2].map(
      (n): Stroke => ({ tool: 'pen', color: '#000', size: 1, points: [[n, 7]], at: n }),
    );
    const one = new Device(drawn([]));
    one.do(stepOf([], { kind: 'add', strokes: both }));
    const after = drawn(change(both));
    one.sync(one.now, after);
    one.turn(undo);
    one.turn(redo);
    expect(one.now.strokes.toSorted((a, b) => a.at! - b.at!)).toEqual(after.strokes);
  },
);

test('studio: a deleted layer that an earlier build stored comes back without what others have moved', async () => {
  const stroke: Stroke = { tool: 'pen', color: '#000', size: 1, points: [[1, 1]], layer: 'b' };
  const one = new Device(drawn([stroke]));
  const { beside: _, items, ...step } = deleteLayerStep(one.now, 'b');
  one.do({ ...step, items: items.map((item) => ({ ...item, beside: 0 })) });
  one.now = drawn([onLayer(stroke, 'd')], one.now.layers);
  await one.reload();
  one.turn(undo);
  expect(one.now.strokes.map(({ layer }) => layer)).toEqual(['d']);
});
