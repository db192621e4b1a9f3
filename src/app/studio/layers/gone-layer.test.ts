import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { onLayer } from '../../../core/drawing/members/change-layers.ts';
import { BASE, layerOf, ONE_LAYER } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content } from '../document/content.ts';
import {
  addStep,
  eraseStep,
  type History,
  NO_HISTORY,
  record,
  redo,
  redoing,
  type Step,
  stepOf,
  undo,
} from '../document/history.ts';
import { addLayerStep, deleteLayerStep, type Layered, mergeDownStep } from './layer-steps.ts';
import { resettled } from './no-room.ts';
import { takeBackStep } from './take-back.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const [HILLS, SKY] = [layer('hills'), layer('sky')];
const stroke = (n: number, id: string, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  ...(id !== BASE.id && { layer: id }),
  ...more,
});

/** A drawing with the history of one page, changed there and by others. */
class Drawing {
  content: Content;
  history: History = NO_HISTORY;
  /** The last layers among which each was, as the page has seen them. */
  readonly seen = new Map<string, readonly Layer[]>();

  constructor(strokes: readonly Stroke[], layers: readonly Layer[] = [BASE, HILLS, SKY]) {
    this.content = { title: '', strokes, layers };
    this.see();
  }

  see(): void {
    for (const { id } of this.now.layers) this.seen.set(id, this.now.layers);
  }

  get now() {
    return { strokes: this.content.strokes, layers: this.content.layers ?? ONE_LAYER };
  }

  do(step: Step | undefined): void {
    if (!step) return;
    this.others(() => step);
    this.history = record(this.history, step);
  }

  others(does: (now: Layered) => Step | undefined): void {
    const step = does(this.now);
    if (step) this.content = apply(this.content, redoing(step));
    this.see();
  }

  erase(...all: readonly number[]): void {
    this.do(eraseStep(this.now.strokes, this.of(all)));
  }

  move(n: number, to: string): void {
    const swaps = this.of([n]).map((one) => ({ stroke: one, by: [onLayer(one, to)] }));
    this.do(stepOf(this.now.strokes, { kind: 'replace', swaps }));
  }

  turn(verb: 'undo' | 'redo') {
    const among = (id: string) => this.seen.get(id);
    const other = resettled(this.history, verb, { ...this.now, among });
    const turned = (verb === 'undo' ? undo : redo)(other?.history ?? this.history, this.content.strokes);
    if (!turned) return undefined;
    this.content = apply(this.content, turned.operations);
    this.history = turned.history;
    this.see();
    return { missing: turned.missing, into: other?.into.id };
  }

  of(all: readonly number[]): readonly Stroke[] {
    return this.now.strokes.filter((one) => all.includes(one.points[0]![0]));
  }

  /** The strokes with their own layers, those of each bottom first. */
  get shown(): string {
    const { layers, strokes } = this.now;
    const on = (id: string) => strokes.filter((one) => layerOf(one, layers) === id);
    return layers.flatMap(({ id }) => on(id).map((one) => `${numberOf(one)}.${one.layer ?? id}`)).join(' ');
  }
}

const numberOf = ({ points }: Stroke) => points[0]![0];
const deleteSky = (now: Layered) => deleteLayerStep(now, 'sky');
const mergeSky = (now: Layered) => mergeDownStep(now, 'sky')?.step;
const four = () => new Drawing([stroke(1, 'base'), stroke(2, 'hills'), stroke(3, 'sky'), stroke(4, 'sky')]);

describe('studio: a layer that others have deleted or merged away, and undo or redo needs', () => {
  test.each([
    ['erased', 'deleted', '1.base 2.hills', '1.base 2.hills 3.hills'],
    ['erased', 'merged', '1.base 2.hills 4.hills', '1.base 2.hills 4.hills 3.hills'],
    ['moved', 'deleted', '1.base 3.base 2.hills', '1.base 2.hills 3.hills'],
    ['moved', 'merged', '1.base 3.base 2.hills 4.hills', '1.base 2.hills 4.hills 3.hills'],
  ])('a stroke that was %s there before it was %s comes to the layer below, and back', (how, gone, a, b) => {
    const one = four();
    if (how === 'erased') one.erase(3);
    else one.move(3, 'base');
    one.others(gone === 'deleted' ? deleteSky : mergeSky);
    expect(one.shown).toBe(a);
    expect(one.turn('undo')).toEqual({ missing: 0, into: 'hills' });
    expect(one.shown).toBe(b);
    for (const [verb, shown] of [
      ['redo', a],
      ['undo', b],
      ['redo', a],
    ] as const) {
      expect(one.turn(verb)).toEqual({ missing: 0, into: undefined });
      expect(one.shown).toBe(shown);
    }
  });

  test('what is drawn again comes there, too, and so does all that was erased at once, in its order', () => {
    const one = four();
    one.erase(1, 3, 4);
    one.do(addStep(one.now.strokes, [stroke(5, 'sky')]));
    one.turn('undo');
    one.others(deleteSky);
    expect(one.turn('redo')).toEqual({ missing: 0, into: 'hills' });
    expect(one.shown).toBe('2.hills 5.hills');
    one.turn('undo');
    expect(one.turn('undo')).toEqual({ missing: 0, into: 'hills' });
    expect(one.shown).toBe('1.base 2.hills 3.hills 4.hills');
  });

  test('it comes to an open layer, to the one that is nearest below', () => {
    const layers = [BASE, HILLS, layer('fog', { locked: true }), SKY, layer('top')];
    const one = new Drawing([stroke(1, 'sky')], layers);
    one.erase(1);
    one.others(deleteSky);
    expect(one.turn('undo')!.into).toBe('hills');
    // Of a layer that the page has never seen it knows no place: on top it is seen.
    const new_ = new Drawing([stroke(1, 'sky')], layers);
    new_.erase(1);
    new_.others(deleteSky);
    new_.seen.clear();
    expect(new_.turn('undo')!.into).toBe('top');
  });

  test('a layer that this page added takes it, also if the next undo takes that away', () => {
    const one = new Drawing([stroke(1, 'base')], [BASE]);
    one.do(addLayerStep(one.now, HILLS, 'base'));
    one.do(addLayerStep(one.now, SKY, 'hills'));
    one.do(addStep(one.now.strokes, [stroke(2, 'sky')]));
    one.erase(2);
    one.others(deleteSky);
    expect(one.turn('undo')!.into).toBe('hills');
    for (let i = 0; i < 3; i++) expect(one.turn('undo')).toEqual({ missing: 0, into: undefined });
    expect([one.shown, one.now.layers]).toEqual(['1.base', [BASE]]);
    for (let i = 0; i < 3; i++) one.turn('redo');
    expect(one.shown).toBe('1.base 2.hills');
  });

  test('it keeps its look, and what erases takes no ink that it never lay on', () => {
    const strokes = [
      stroke(1, 'base'),
      stroke(3, 'sky', { opacity: 0.5 }),
      stroke(4, 'sky', { tool: 'eraser' }),
    ];
    const layers = [BASE, HILLS, { ...SKY, opacity: 0.4 }];
    const one = new Drawing(strokes, layers);
    one.erase(3, 4);
    one.others(deleteSky);
    one.turn('undo');
    expect(one.now.strokes).toEqual([
      strokes[0],
      stroke(3, 'hills', { opacity: 0.2 }),
      stroke(4, 'hills', { tool: 'eraser' }),
    ]);
    // Its own ink comes with it, to the lowest one.
    const alone = new Drawing(strokes.slice(1), [BASE, SKY]);
    alone.erase(3, 4);
    alone.others(deleteSky);
    alone.turn('undo');
    expect(alone.shown).toBe('3.base 4.base');
    const inked = new Drawing([stroke(2, 'hills'), ...strokes], layers);
    inked.erase(2, 3, 4);
    inked.others(deleteSky);
    inked.turn('undo');
    // The ink comes with the same undo.
    expect(inked.shown).toBe('1.base 2.hills 3.hills');
    inked.turn('redo');
    expect(inked.shown).toBe('1.base');
  });

  test('undo of a layer that this page deleted brings it back with its strokes, whatever others did before', () => {
    const one = four();
    one.erase(3);
    one.do(deleteSky(one.now));
    expect(one.turn('undo')).toEqual({ missing: 0, into: undefined });
    expect(one.shown).toBe('1.base 2.hills 4.sky');
    one.others(deleteSky);
    expect(one.turn('undo')!.into).toBe('hills');
    one.turn('redo');
    one.turn('redo');
    expect(one.turn('undo')!.into).toBeUndefined();
    expect(one.shown).toBe('1.base 2.hills 4.sky');
  });

  test('beyond a step that brings the layer its strokes are on it', () => {
    const one = four();
    const version = one.now;
    one.erase(3);
    one.others(deleteSky);
    one.do(takeBackStep(one.now, version));
    expect(one.shown).toBe('1.base 2.hills 3.sky 4.sky');
    one.turn('undo');
    expect(one.turn('undo')!.into).toBe('hills');
    expect(one.shown).toBe('1.base 2.hills 3.hills');
    one.turn('redo');
    expect(one.turn('redo')).toEqual({ missing: 0, into: undefined });
    expect(one.shown).toBe('1.base 2.hills 3.sky 4.sky');
  });

  test('what others bring back with its layer is undone there', () => {
    const one = four();
    one.do(addStep(one.now.strokes, [stroke(5, 'sky')]));
    one.erase(3);
    const before = one.content;
    one.others(deleteSky);
    one.turn('undo');
    expect(one.shown).toBe('1.base 2.hills 3.hills');
    one.content = { ...before, strokes: [...before.strokes, ...one.of([3])] };
    expect(one.turn('undo')).toEqual({ missing: 0, into: undefined });
    expect(one.shown).toBe('1.base 2.hills 3.hills 4.sky');
  });

  test('strokes that are in the drawing under its name are found', () => {
    const one = four();
    one.do(addStep(one.now.strokes, [stroke(5, 'sky')]));
    one.erase(3);
    // A merge with a version in which others drew keeps them so.
    one.content = { ...one.content, layers: [BASE, HILLS] };
    expect(one.turn('undo')!.into).toBe('hills');
    expect(one.turn('undo')).toEqual({ missing: 0, into: undefined });
    expect(one.shown).toBe('1.base 4.sky 2.hills 3.hills');
  });

  test('any history, while others delete layers: what comes has a layer, none stands twice, and the way back is exact', () => {
    const acts = fc.array(
      fc.record({ n: fc.nat(300), act: fc.constantFrom('do', 'do', 'do', 'undo', 'redo', 'others') }),
      { maxLength: 24 },
    );
    fc.assert(
      fc.property(acts, (list) => {
        const all = ['base', 'hills', 'sky', 'top'];
        const first = all.map((id, i) => stroke(i, id));
        const one = new Drawing(
          first,
          all.map((id) => layer(id)),
        );
        const turn = (verb: 'undo' | 'redo') => {
          const before = new Set(one.now.strokes);
          const turned = one.turn(verb);
          const come = one.now.strokes.filter((each) => !before.has(each));
          const ids = new Set(one.now.layers.map(({ id }) => id));
          expect(come.filter(({ layer: id = BASE.id }) => !ids.has(id))).toEqual([]);
          const numbers = one.now.strokes.map(numberOf);
          expect(new Set(numbers).size).toBe(numbers.length);
          return turned;
        };
        let isWhole = true;
        for (const [i, { n, act }] of list.entries()) {
          const { layers, strokes } = one.now;
          const { id } = layers[n % layers.length]!;
          const on = strokes.filter((each) => layerOf(each, layers) === id).map(numberOf);
          if (act === 'undo' || act === 'redo') turn(act);
          if (act === 'others' && layers.length > 1) {
            if (on.length > 0) isWhole = false;
            one.others((now) => deleteLayerStep(now, id));
          }
          if (act !== 'do') continue;
          const does = [
            () => one.do(addStep(strokes, [stroke(100 + i, id)])),
            () => one.erase(...on),
            () => on.length > 0 && one.move(on[0]!, layers[(n >> 3) % layers.length]!.id),
            () => one.do(layers.length > 1 ? deleteLayerStep(one.now, id) : undefined),
            () => one.do(mergeDownStep(one.now, id)?.step),
          ];
          does[n % does.length]!();
        }
        const { done } = one.history;
        const sorted = () => one.now.strokes.map(numberOf).sort((a, b) => a - b);
        const drawn = sorted();
        for (let i = 0; i < done; i++) turn('undo');
        if (!isWhole) return;
        expect(sorted()).toEqual(first.map(numberOf));
        const lie = () => one.shown.split(' ').sort();
        const states = [lie()];
        for (let i = 0; i < done; i++) {
          expect(turn('redo')!.missing).toBe(0);
          states.push(lie());
        }
        expect(sorted()).toEqual(drawn);
        for (let i = done; i > 0; i--) {
          expect(lie()).toEqual(states[i]);
          expect(turn('undo')!.missing).toBe(0);
        }
        expect(lie()).toEqual(states[0]);
      }),
      { numRuns: 400 },
    );
  });
});
