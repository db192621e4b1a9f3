import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LAYERS_MAX } from '../../../core/drawing/limits.ts';
import { BASE, layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content } from '../document/content.ts';
import {
  addStep,
  type History,
  NO_HISTORY,
  record,
  redo,
  redoing,
  type Step,
  undo,
} from '../document/history.ts';
import { stepOfText, stepText } from '../document/step-text.ts';
import { addLayerStep, deleteLayerStep, mergeDownStep } from './layer-steps.ts';
import { resettled } from './no-room.ts';
import { takeBackStep } from './take-back.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const stroke = (n: number, id: string, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  ...(id !== BASE.id && { layer: id }),
  ...more,
});
const ids = (count: number) => Array.from({ length: count }, (_, i) => `l${i}`);

/** A drawing with its history, changed here and elsewhere. */
class Drawing {
  content: Content;
  history: History = NO_HISTORY;

  constructor(layers: readonly Layer[], strokes: readonly Stroke[]) {
    this.content = { title: '', strokes, layers };
  }

  get now() {
    return { strokes: this.content.strokes, layers: this.content.layers ?? ONE_LAYER };
  }

  do(step: Step | undefined): void {
    if (!step) return;
    this.content = apply(this.content, redoing(step));
    this.history = record(this.history, step);
  }

  /** Others add a layer. */
  others(id: string): void {
    if (this.now.layers.length < LAYERS_MAX) {
      this.content = { ...this.content, layers: [...this.now.layers, layer(id)] };
    }
  }

  turn(verb: 'undo' | 'redo') {
    const other = resettled(this.history, verb, this.now);
    const turned = (verb === 'undo' ? undo : redo)(other?.history ?? this.history, this.content.strokes);
    if (!turned) return undefined;
    this.content = apply(this.content, turned.operations);
    this.history = turned.history;
    return { missing: turned.missing, other };
  }

  /** As read again from this device. */
  async reopen(): Promise<void> {
    const steps = await Promise.all(this.history.steps.map(async (step) => stepOfText(await stepText(step))));
    this.history = { ...this.history, steps };
    this.content = structuredClone(this.content);
  }

  /** What is drawn on a layer, bottom first. */
  on(id: string): string {
    const { strokes, layers } = this.now;
    return numbers(strokes.filter((one) => layerOf(one, layers) === id)).join();
  }

  /** Strokes whose layer is not there. */
  get astray(): number[] {
    const { strokes, layers } = this.now;
    return numbers(strokes.filter((one) => !layers.some(({ id }) => id === (one.layer ?? BASE.id))));
  }
}

const numbers = (strokes: readonly Stroke[]) => strokes.map(({ points }) => points[0]![0]);

describe('studio: a layer that undo or redo brings back, and others have left no room', () => {
  const eight = () =>
    new Drawing(
      ids(8).map((id) => layer(id)),
      Array.from({ length: 16 }, (_, i) => stroke(i, `l${i % 8}`)),
    );

  test.each([false, true])(
    'what was on a deleted one comes to the layer below, and the history goes on; stored: %s',
    async (isStored) => {
      const one = eight();
      one.do(addStep(one.content.strokes, [stroke(20, 'l5')]));
      one.do(deleteLayerStep(one.now, 'l5'));
      one.others('other');
      if (isStored) await one.reopen();
      const { missing, other } = one.turn('undo')!;
      expect(missing).toBe(0);
      expect(other).toMatchObject({ lost: [{ id: 'l5' }], into: { id: 'l4' }, isDrawnOn: true });
      expect(one.on('l4')).toBe('4,12,5,13,20');
      expect(one.now.layers).toHaveLength(LAYERS_MAX);
      if (isStored) await one.reopen();
      // The stroke that was drawn before is undone, on the layer that it came to.
      expect(one.turn('undo')).toEqual({ missing: 0, other: undefined });
      expect(one.on('l4')).toBe('4,12,5,13');
      one.turn('redo');
      expect(one.on('l4')).toBe('4,12,5,13,20');
      expect(one.turn('redo')).toEqual({ missing: 0, other: undefined });
      expect(one.on('l4')).toBe('4,12');
      one.turn('undo');
      expect(one.on('l4')).toBe('4,12,5,13,20');
    },
  );

  test('what was drawn on an added one comes back by redo, each stroke in turn', () => {
    const one = new Drawing(
      ids(7).map((id) => layer(id)),
      ids(7).map((id, i) => stroke(i, id)),
    );
    one.do(addLayerStep(one.now, layer('new'), 'l3'));
    for (const n of [10, 11, 12]) one.do(addStep(one.content.strokes, [stroke(n, 'new')]));
    for (let i = 0; i < 4; i++) one.turn('undo');
    one.others('other');
    expect(one.turn('redo')!.other).toMatchObject({
      lost: [{ id: 'new' }],
      into: { id: 'l3' },
      isDrawnOn: true,
    });
    for (let i = 0; i < 3; i++) expect(one.turn('redo')).toEqual({ missing: 0, other: undefined });
    expect(one.turn('redo')).toBeUndefined();
    expect(one.on('l3')).toBe('3,10,11,12');
    expect(one.astray).toEqual([]);
  });

  test('redo on the other layer does not bring what others had moved before undo', () => {
    const one = new Drawing(
      ids(7).map((id) => layer(id)),
      ids(7).map((id, i) => stroke(i, id)),
    );
    one.do(addLayerStep(one.now, layer('new'), 'l3'));
    one.do(addStep(one.content.strokes, [stroke(10, 'new'), stroke(11, 'new')]));
    const strokes = one.content.strokes.map((each) => (numbers([each])[0] === 10 ? stroke(10, 'l2') : each));
    one.content = { ...one.content, strokes };
    expect(one.turn('undo')).toMatchObject({ missing: 1 });
    one.turn('undo');
    one.others('other');
    expect(one.turn('redo')!.other).toMatchObject({ lost: [{ id: 'new' }], into: { id: 'l3' } });
    one.turn('redo');
    expect([one.on('l2'), one.on('l3')]).toEqual(['2,10', '3,11']);
  });

  test('a layer below that is hidden or locked takes nothing, if another is open', () => {
    const one = new Drawing(
      [
        layer('l0', { visible: false }),
        layer('l1'),
        layer('l2', { locked: true }),
        ...ids(8)
          .slice(3)
          .map((id) => layer(id)),
      ],
      [stroke(1, 'l3')],
    );
    one.do(deleteLayerStep(one.now, 'l3'));
    one.others('other');
    expect(one.turn('undo')!.other!.into.id).toBe('l1');
    const closed = new Drawing(
      ids(8).map((id, i) => layer(id, i === 4 ? { locked: true } : { visible: i === 3 })),
      [stroke(1, 'l3')],
    );
    closed.do(deleteLayerStep(closed.now, 'l3'));
    closed.content = {
      ...closed.content,
      layers: [...closed.now.layers, layer('other', { visible: false })],
    };
    const shut = closed.turn('undo')!.other!.into;
    expect([shut.id, shut.visible]).toEqual(['l4', true]);
  });

  test('it keeps its look: the opacity of its layer, and what erases takes no ink below', () => {
    const one = new Drawing(
      ids(8).map((id) => layer(id, id === 'l5' ? { opacity: 0.4 } : {})),
      [stroke(1, 'l4'), stroke(2, 'l5', { opacity: 0.5 }), stroke(3, 'l5', { tool: 'eraser' })],
    );
    one.do(deleteLayerStep(one.now, 'l5'));
    one.others('other');
    one.turn('undo');
    expect(one.content.strokes).toEqual([stroke(1, 'l4'), stroke(2, 'l4', { opacity: 0.2 })]);
    // On a layer without ink it erases what it erased.
    const empty = new Drawing(
      ids(8).map((id) => layer(id)),
      [stroke(2, 'l5'), stroke(3, 'l5', { tool: 'eraser' })],
    );
    empty.do(deleteLayerStep(empty.now, 'l5'));
    empty.others('other');
    empty.turn('undo');
    expect(empty.on('l4')).toBe('2,3');
  });

  test('a merge that cannot be taken apart leaves its strokes where they are', () => {
    const one = eight();
    one.do(mergeDownStep(one.now, 'l5')?.step);
    one.others('other');
    expect(one.turn('undo')).toMatchObject({ missing: 0, other: { into: { id: 'l4' } } });
    expect(one.on('l4')).toBe('4,12,5,13');
    expect(one.turn('redo')!.missing).toBe(0);
    expect(one.on('l4')).toBe('4,12,5,13');
  });

  test('an earlier version with other layers that was taken back is undone, since its layers make room', () => {
    const one = new Drawing([BASE, ...ids(5).map((id) => layer(id))], [stroke(1, 'l2')]);
    const before = one.content;
    one.do(
      takeBackStep(one.now, {
        strokes: [stroke(2, 'k2')],
        layers: [BASE, ...ids(5).map((id) => layer(id.replace('l', 'k')))],
      }),
    );
    expect(one.turn('undo')).toEqual({ missing: 0, other: undefined });
    expect(one.content).toEqual(before);
  });

  test('a stroke does not come to a layer that the next steps merge down', () => {
    const one = new Drawing([BASE, layer('l1'), layer('l2')], [stroke(1, 'l1'), stroke(2, 'l2')]);
    one.do(addLayerStep(one.now, layer('new'), 'l1'));
    one.do(mergeDownStep(one.now, 'l1')?.step);
    one.do(mergeDownStep(one.now, 'l2')?.step);
    for (let i = 0; i < 3; i++) one.turn('undo');
    for (let i = 0; i < 5; i++) one.others(`o${i}`);
    for (let i = 0; i < 3; i++) expect(one.turn('redo')!.missing).toBe(0);
    expect(one.astray).toEqual([]);
    expect(one.on(BASE.id)).toBe('1,2');
  });

  test('strokes whose layer went with a merge stay the same for the history', () => {
    // They were drawn on a layer that found no room, and lie on the lowest under its name.
    const one = new Drawing(
      ids(7).map((id) => layer(id)),
      [],
    );
    one.do(addLayerStep(one.now, layer('new'), 'l3'));
    one.do(addStep(one.content.strokes, [stroke(10, 'new')]));
    one.do(deleteLayerStep(one.now, 'l6'));
    one.content = {
      ...one.content,
      layers: [...one.now.layers.filter(({ id }) => id !== 'new'), layer('x'), layer('y')],
    };
    one.turn('undo');
    expect(one.turn('undo')!.missing).toBe(0);
    expect(one.content.strokes).toEqual([]);
  });

  test('any history, while others fill the drawing: undone whole it leaves what was there first, and redone all that was drawn', () => {
    const acts = fc.array(
      fc.record({ n: fc.nat(200), act: fc.constantFrom('do', 'do', 'undo', 'redo', 'others') }),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(acts, (list) => {
        const first = ids(6).map((id, i) => stroke(i, id));
        const one = new Drawing(
          ids(6).map((id) => layer(id)),
          first,
        );
        let other = 0;
        for (const [i, { n, act }] of list.entries()) {
          const { layers } = one.now;
          const { id } = layers[n % layers.length]!;
          if (act === 'undo' || act === 'redo') one.turn(act);
          if (act === 'others') one.others(`o${other++}`);
          if (act !== 'do') continue;
          const does: (() => Step | undefined)[] = [
            () => addStep(one.content.strokes, [stroke(100 + i, id)]),
            () => (layers.length < LAYERS_MAX ? addLayerStep(one.now, layer(`x${i}`), id) : undefined),
            () => (layers.length > 1 ? deleteLayerStep(one.now, id) : undefined),
            () => mergeDownStep(one.now, id)?.step,
          ];
          one.do(does[n % 4]!());
        }
        const sorted = () => numbers(one.content.strokes).sort((a, b) => a - b);
        const drawn = sorted();
        const undone = one.history.done;
        for (let i = 0; i < undone; i++) expect(one.turn('undo')!.missing).toBe(0);
        expect(sorted()).toEqual(numbers(first));
        for (let i = 0; i < undone; i++) {
          if (list.length % 2 === 0) one.others(`p${i}`);
          expect(one.turn('redo')!.missing).toBe(0);
        }
        expect(sorted()).toEqual(drawn);
        expect(one.astray).toEqual([]);
        expect(one.now.layers.length).toBeLessThanOrEqual(LAYERS_MAX);
      }),
      { numRuns: 400 },
    );
  });
});
