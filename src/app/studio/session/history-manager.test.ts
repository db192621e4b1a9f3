import { expect, test, vi } from 'vitest';
import { BASE, layerOf } from '../../../core/drawing/members/layers.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { layers as words } from '../../words/en/studio/layers.ts';
import { apply, type Content } from '../document/content.ts';
import { writeHistory } from '../document/drawing-memory.ts';
import {
  addStep,
  eraseStep,
  type History,
  NO_HISTORY,
  record,
  redoing,
  type Step,
} from '../document/history.ts';
import { InkSize } from '../document/ink-size.ts';
import { addLayerStep, deleteLayerStep, type LayersStep, mergeDownStep } from '../layers/layer-steps.ts';
import { HistoryManager } from './history-manager.ts';

const told: string[] = [];
/** Layers that became active. */
const chosen: string[] = [];
vi.mock('../document/drawing-memory.ts', () => ({ writeHistory: vi.fn() }));

const layer = (id: string): Layer => ({ ...BASE, id, name: id });
const stroke = (n: number, id: string): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  layer: id,
});

/** A drawing of layers l0, l1 and so on, with one stroke on each. */
function open(count: number) {
  const ids = Array.from({ length: count }, (_, i) => `l${i}`);
  const all = ids.map(layer);
  let content: Content = { title: '', layers: all, strokes: ids.map((id, i) => stroke(i, id)) };
  told.length = 0;
  chosen.length = 0;
  const history = new HistoryManager('drawing', {
    isOpen: () => true,
    onAwait: () => {},
    room: () => ({
      strokes: content.strokes,
      layers: content.layers,
      among: (id) => (ids.includes(id) ? all : undefined),
      underlay: undefined,
      paper: content.paper,
      size: new InkSize(),
    }),
    tell: (text) => told.push(text),
    push: (operations) => {
      content = apply(content, operations);
    },
    onLayer: (id) => chosen.push(id),
  });
  return {
    history,
    now: () => ({ strokes: content.strokes, layers: content.layers! }),
    /** The strokes of a merge, and not its layers. */
    othersMerge: (step: LayersStep) => {
      content = apply(
        content,
        redoing(step).filter(({ kind }) => kind === 'move'),
      );
    },
    othersDelete: (id: string) => {
      content = apply(
        content,
        redoing(deleteLayerStep({ strokes: content.strokes, layers: content.layers! }, id)),
      );
    },
    othersAdd: (id: string) => {
      content = { ...content, layers: [...content.layers!, layer(id)] };
    },
    on: (id: string) =>
      content.strokes
        .filter((one) => layerOf(one, content.layers) === id)
        .map(({ points }) => points[0]![0])
        .join(),
  };
}

test('undo of a deleted layer is done where others have taken its room, says where its strokes went, and goes on', () => {
  const { history, now, othersAdd, on } = open(8);
  history.make(addStep(now().strokes, [stroke(20, 'l0')]));
  history.make(deleteLayerStep(now(), 'l5'));
  othersAdd('other');
  history.undo();
  expect(told).toEqual([words.noRoomFor(8, ['l5'], 'l4')]);
  expect([on('l4'), on('l0')]).toEqual(['4,5', '0,20']);
  // Every step may have a stroke of that layer.
  expect(writeHistory).toHaveBeenLastCalledWith('drawing', history.now.value, 'all');
  history.undo();
  expect(on('l0')).toBe('0');
  expect(history.canUndo.value).toBe(false);
  history.redo();
  history.redo();
  expect([on('l4'), on('l0'), history.canRedo.value]).toEqual(['4', '0,20', false]);
  expect(told).toHaveLength(1);
});

test('a layer that comes back is the active one', () => {
  const { history, now } = open(3);
  history.make(deleteLayerStep(now(), 'l1'));
  history.undo();
  history.redo();
  history.make(addLayerStep(now(), layer('new'), 'l2'));
  history.undo();
  history.redo();
  expect(chosen).toEqual(['l1', 'new']);
});

test('redo of an added layer is done likewise, and every stroke that was drawn on it comes back', () => {
  const { history, now, othersAdd, on } = open(7);
  history.make(addLayerStep(now(), layer('new'), 'l6'));
  for (const n of [10, 11, 12]) history.make(addStep(now().strokes, [stroke(n, 'new')]));
  for (let i = 0; i < 4; i++) history.undo();
  othersAdd('other');
  for (let i = 0; i < 4; i++) history.redo();
  expect(told).toEqual([words.noRoomFor(8, ['new'], 'l6')]);
  expect([on('l6'), history.canRedo.value]).toEqual(['6,10,11,12', false]);
});

test('a layer that had no strokes is only said to be missing', () => {
  const { history, now, othersAdd } = open(7);
  history.make(addLayerStep(now(), layer('new'), 'l6'));
  history.undo();
  othersAdd('other');
  history.redo();
  expect(told).toEqual([words.noRoomFor(8, ['new'], undefined)]);
  expect(words.noRoomFor(8, ['new'], undefined)).toBe(
    'A drawing has 8 layers at most, so \u2068new\u2069 did not come back.',
  );
});

test('undo of strokes whose layer others have deleted says where they are, once, and goes on', () => {
  const { history, now, othersDelete, on } = open(3);
  history.make(addStep(now().strokes, [stroke(20, 'l2')]));
  history.make(eraseStep(now().strokes, now().strokes.slice(2)));
  othersDelete('l2');
  history.undo();
  expect(told).toEqual([words.cameTo('l1')]);
  expect(on('l1')).toBe('1,2,20');
  expect(writeHistory).toHaveBeenLastCalledWith('drawing', history.now.value, 'all');
  history.undo();
  expect([on('l1'), history.canUndo.value]).toEqual(['1,2', false]);
  history.redo();
  history.redo();
  expect([on('l1'), history.canRedo.value]).toEqual(['1', false]);
  history.undo();
  expect(on('l1')).toBe('1,2,20');
  expect(told).toHaveLength(1);
});

/** A step of an earlier page, as it was stored. */
const earlier = (step: Step, done: boolean): History => {
  const history = record(NO_HISTORY, JSON.parse(JSON.stringify(step)));
  return done ? history : { ...history, done: 0 };
};

test('undo of a step from before brings back nothing that is there: its page may have ended before it was stored', () => {
  const { history, now, on } = open(2);
  history.open(earlier(eraseStep(now().strokes, now().strokes), true));
  history.undo();
  expect([on('l0'), on('l1'), history.canUndo.value]).toEqual(['0', '1', false]);
  // The next time it is a step of this page.
  history.redo();
  expect(now().strokes).toEqual([]);
  history.undo();
  expect([on('l0'), on('l1')]).toEqual(['0', '1']);
  // What was stored comes back.
  const erased = eraseStep(now().strokes, now().strokes.slice(1));
  history.make(erased);
  history.open(earlier(erased, true));
  history.undo();
  expect([on('l0'), on('l1')]).toEqual(['0', '1']);
  expect(told).toEqual([]);
});

test('redo of a step from before adds nothing that is there', () => {
  const { history, now, on } = open(2);
  history.open(earlier(addStep([], now().strokes), false));
  history.redo();
  expect([on('l0'), on('l1'), history.canRedo.value]).toEqual(['0', '1', false]);
});

test('nor where a step before has brought strokes to another layer, or others had', () => {
  const { history, now, othersDelete, on } = open(3);
  othersDelete('l2');
  const steps = [addStep([], [stroke(20, 'l2')]), addStep([], now().strokes.slice(0, 1))];
  history.open({ ...JSON.parse(JSON.stringify(steps.reduce(record, NO_HISTORY))), done: 0 });
  history.redo();
  history.redo();
  expect([on('l0'), on('l1'), told]).toEqual(['0', '1,20', [words.cameTo('l1')]]);
  history.open(earlier(addStep([], [stroke(20, 'l2')]), false));
  history.redo();
  expect([on('l1'), told.length]).toEqual(['1,20', 1]);
});

test('undo in a page brings back a stroke that has an equal one', () => {
  const { history, now, on } = open(1);
  history.make(addStep(now().strokes, [stroke(0, 'l0')]));
  history.make(eraseStep(now().strokes, now().strokes.slice(1)));
  expect(on('l0')).toBe('0');
  history.undo();
  expect(on('l0')).toBe('0,0');
});

/** Layers and strokes that the drawing of `open` has. */
const merged = (now: Parameters<typeof mergeDownStep>[0]) => mergeDownStep(now, 'l1')!.step;

test('a merge that was stored as a step alone is not undone, but the step before it, and it can be done again', () => {
  const { history, now, on } = open(2);
  const added = addStep(now().strokes, [stroke(20, 'l0')]);
  history.make(added);
  const steps = [added, merged(now())].reduce(record, NO_HISTORY);
  history.open(JSON.parse(JSON.stringify(steps)));
  history.undo();
  expect([on('l0'), on('l1'), told.length]).toEqual(['0', '1', 0]);
  expect(history.canUndo.value).toBe(false);
  history.redo();
  history.redo();
  expect([on('l0'), now().layers.length, history.canRedo.value]).toEqual(['0,20,1', 1, false]);
  history.undo();
  expect([on('l0'), on('l1'), told]).toEqual(['0,20', '1', []]);
});

test('alone, such a merge leaves nothing to undo; one that is stored is undone, and so is a part of one', () => {
  const { history, now, on, othersMerge } = open(2);
  const step = merged(now());
  history.open(earlier(step, true));
  expect([history.canUndo.value, history.canRedo.value]).toEqual([false, true]);
  history.comeOlder(earlier(step, true));
  expect([history.canUndo.value, history.canRedo.value]).toEqual([false, true]);
  // Its strokes are stored before its layers.
  othersMerge(step);
  history.open(earlier(step, true));
  history.undo();
  expect([on('l0'), on('l1'), now().layers.length, told]).toEqual(['0', '1', 2, []]);
  history.make(step);
  history.open(earlier(step, true));
  expect(history.canUndo.value).toBe(true);
  // Its undo was stored as a step alone.
  history.open(earlier(step, false));
  expect([history.canUndo.value, history.canRedo.value]).toEqual([true, false]);
  history.undo();
  expect([on('l0'), on('l1'), told]).toEqual(['0', '1', []]);
});

test('a paper that was stored as a step alone is not undone, and others are not said to have chosen another', () => {
  const { history } = open(1);
  const step = { kind: 'paper', from: WHITE, to: { color: '#223344' }, items: [] } as const;
  history.open(earlier(step, true));
  expect(history.canUndo.value).toBe(false);
  history.redo();
  expect([history.canUndo.value, told]).toEqual([true, []]);
});

test.each([
  ['was made', 2, 1, 'Roof'],
  ['was undone', 1, 2, ''],
])(
  'a stored change of layers that %s is known once the drawing has it, if nothing was done here meanwhile',
  (_, done, before, name) => {
    const [from, to] = [[BASE], [{ ...BASE, name: 'Roof' }]];
    const rename: Step = { kind: 'layers', from, to, items: [] };
    const steps = [addStep([], [stroke(1, BASE.id)]), rename];
    const strokes = [stroke(1, BASE.id)];
    for (const draws of [false, true]) {
      let layers = name === 'Roof' ? from : to;
      const history = new HistoryManager('drawing', {
        isOpen: () => true,
        onAwait: () => {},
        room: () => ({
          strokes,
          layers,
          among: () => undefined,
          underlay: undefined,
          paper: undefined,
          size: new InkSize(),
        }),
        tell: () => {},
        push: () => {},
        onLayer: () => {},
      });
      history.open({ first: 0, steps, done });
      expect(history.now.value.done).toBe(before);
      if (draws) history.record(addStep(strokes, [stroke(2, BASE.id)]));
      layers = [{ ...BASE, name }];
      history.onContent();
      expect(history.now.value.done).toBe(draws ? before + 1 : done);
    }
  },
);
