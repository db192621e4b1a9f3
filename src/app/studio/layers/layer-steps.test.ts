import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BASE, layerOf, ONE_LAYER, sameLayers } from '../../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content } from '../document/content.ts';
import { type History, NO_HISTORY, record, redo, redoing, type Step, undo } from '../document/history.ts';
import { stepOfText, stepText } from '../document/step-text.ts';
import {
  addLayerStep,
  changeLayerStep,
  deleteLayerStep,
  type LayersStep,
  mergeDownStep,
  moveLayerStep,
} from './layer-steps.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const stroke = (n: number, id: string = BASE.id): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  ...(id !== BASE.id && { layer: id }),
});

/** A drawing with its history, changed here and elsewhere. */
class Drawing {
  content: Content;
  history: History = NO_HISTORY;

  constructor(ids: readonly string[], strokes: readonly Stroke[]) {
    this.content = { title: '', strokes, layers: ids.map((id) => layer(id)) };
  }

  get layered() {
    return { strokes: this.content.strokes, layers: this.content.layers ?? ONE_LAYER };
  }

  do(step: Step | undefined): void {
    if (!step) return;
    this.content = apply(this.content, redoing(step));
    this.history = record(this.history, step);
  }

  turn(way: typeof undo): void {
    const turned = way(this.history, this.content.strokes);
    if (!turned) return;
    this.content = apply(this.content, turned.operations);
    this.history = turned.history;
  }

  /** What is drawn, layer by layer from the lowest. */
  get shown(): string {
    const { strokes, layers } = this.layered;
    return layers
      .map(({ id }) => {
        const on = strokes.filter((one) => layerOf(one, layers) === id);
        return `${id}:${on.map(({ points }) => points[0]![0]).join()}`;
      })
      .join(' ');
  }
}

describe('studio: steps of layers', () => {
  const all = [stroke(1), stroke(2, 'b'), stroke(3), stroke(4, 'b'), stroke(5, 'c')];
  const drawing = () => new Drawing(['base', 'b', 'c'], all);

  test('a layer is deleted with its strokes, and comes back with them where they were', () => {
    const one = drawing();
    one.do(deleteLayerStep(one.layered, 'b'));
    expect(one.shown).toBe('base:1,3 c:5');
    one.turn(undo);
    expect(one.content.strokes).toEqual(all);
    expect(one.shown).toBe('base:1,3 b:2,4 c:5');
    one.turn(redo);
    expect(one.shown).toBe('base:1,3 c:5');
  });

  test('what others moved from a deleted layer to another one does not come back a second time', () => {
    const one = drawing();
    one.do(deleteLayerStep(one.layered, 'b'));
    // Merged down there, it has the opacity of its layer, too.
    one.content = { ...one.content, strokes: [...one.content.strokes, { ...stroke(4, 'c'), opacity: 0.5 }] };
    for (let i = 0; i < 2; i++) {
      one.turn(undo);
      expect(one.shown).toBe('base:1,3 b:2 c:5,4');
      one.turn(redo);
      expect(one.shown).toBe('base:1,3 c:5,4');
    }
  });

  test('undo of a deleted layer brings each of equal strokes back that nobody moved, wherever others like it stand', () => {
    const drawn = fc.array(fc.tuple(fc.constantFrom('base', 'b', 'c'), fc.nat({ max: 2 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(drawn, fc.array(fc.boolean(), { maxLength: 12 }), (all, moves) => {
        const strokes = all.map(([id, n]) => stroke(n, id));
        const one = new Drawing(['base', 'b', 'c'], strokes);
        one.do(deleteLayerStep(one.layered, 'b'));
        const moved = strokes.filter((of, i) => of.layer === 'b' && moves[i]);
        const come = moved.map(({ points }) => stroke(points[0]![0], 'c'));
        one.content = { ...one.content, strokes: [...one.content.strokes, ...come] };
        one.turn(undo);
        const numbers = (of: readonly Stroke[]) =>
          of.map(({ points }) => points[0]![0]).sort((a, b) => a - b);
        expect(numbers(one.content.strokes)).toEqual(numbers(strokes));
        expect(one.content.strokes.filter(({ layer: id }) => id === 'b')).toHaveLength(
          strokes.filter(({ layer: id }) => id === 'b').length - moved.length,
        );
      }),
    );
  });

  test('a step that an older app stored brings all of a deleted layer back', () => {
    const one = drawing();
    const { beside: _, ...step } = deleteLayerStep(one.layered, 'b');
    one.do(step);
    one.content = { ...one.content, strokes: [...one.content.strokes, stroke(4, 'c')] };
    one.turn(undo);
    expect(one.shown).toBe('base:1,3 b:2,4 c:5,4');
  });

  test('a layer is merged down above what is there, and taken apart again', () => {
    const one = drawing();
    one.do(mergeDownStep(one.layered, 'b')?.step);
    expect(one.shown).toBe('base:1,3,2,4 c:5');
    one.turn(undo);
    expect(one.content.strokes).toEqual(all);
    one.turn(redo);
    expect(one.shown).toBe('base:1,3,2,4 c:5');
  });

  test('an opaque layer that is merged into a faint one stays opaque, what lay below stays faint, and undo takes it apart', () => {
    const one = drawing();
    one.do(changeLayerStep(one.layered, 'base', { opacity: 0.2 }));
    const { content } = one;
    one.do(mergeDownStep(one.layered, 'b')?.step);
    const seen = one.content.strokes.map(({ points, opacity = 1 }) => [points[0]![0], opacity]);
    expect(seen).toEqual([
      [1, 0.2],
      [3, 0.2],
      [2, 1],
      [4, 1],
      [5, 1],
    ]);
    expect(one.content.layers![0]!.opacity).toBe(1);
    const merged = one.content;
    one.turn(undo);
    expect(one.content).toEqual(content);
    one.turn(redo);
    expect(one.content).toEqual(merged);
  });

  test('a layer is merged into an empty one in its order', () => {
    const one = new Drawing(['base', 'b'], [stroke(1, 'b'), stroke(2, 'b'), stroke(3, 'b')]);
    one.do(mergeDownStep(one.layered, 'b')?.step);
    expect(one.shown).toBe('base:1,2,3');
    one.turn(undo);
    expect(one.shown).toBe('base: b:1,2,3');
  });

  test('what another drew on a layer keeps it when it is deleted, merged, or its adding is undone', () => {
    const theirs = stroke(9, 'b');
    for (const make of [
      deleteLayerStep,
      (of: Drawing['layered'], id: string) => mergeDownStep(of, id)!.step,
    ]) {
      const one = drawing();
      const step = make(one.layered, 'b');
      one.content = { ...one.content, strokes: [...one.content.strokes, theirs] };
      one.do(step);
      expect(one.shown).toContain('b:9');
    }
    const added = new Drawing(['base'], [stroke(1)]);
    added.do(addLayerStep(added.layered, layer('b'), 'base'));
    added.content = { ...added.content, strokes: [...added.content.strokes, theirs] };
    added.turn(undo);
    expect(added.shown).toBe('base:1 b:9');
  });

  test('a stroke of a merged layer that another erased or moved does not come back with undo', () => {
    const one = drawing();
    one.do(mergeDownStep(one.layered, 'b')?.step);
    const left = one.content.strokes.filter(({ points }) => points[0]![0] !== 2);
    one.content = { ...one.content, strokes: left };
    one.turn(undo);
    expect(one.shown).toBe('base:1,3 b:4 c:5');
  });

  test('steps are the same after they were stored', async () => {
    const one = drawing();
    const step = mergeDownStep(one.layered, 'b')!.step;
    expect(stepOfText(await stepText(step))).toEqual(step);
  });

  /** What one person does, by number. */
  function does(one: Drawing, n: number, by: string): void {
    const { layers } = one.layered;
    const { id } = layers[n % layers.length]!;
    const steps: (() => LayersStep | undefined)[] = [
      () => (layers.length < 6 ? addLayerStep(one.layered, layer(`${by}${n}`), id) : undefined),
      () => deleteLayerStep(one.layered, id),
      () => mergeDownStep(one.layered, id)?.step,
      () => moveLayerStep(one.layered, id, n % 2 === 0 ? 1 : -1),
      () => changeLayerStep(one.layered, id, { opacity: ((n % 9) + 1) / 10, name: `${n}` }),
    ];
    const isDelete = n % 5 === 1 && layers.length === 1;
    if (!isDelete) one.do(steps[n % 5]!());
  }

  test('undone in turn they lead back to how it was, and redone to what it became', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 8 }), (acts) => {
        const one = drawing();
        for (const n of acts) does(one, n, 'x');
        const { content } = one;
        for (const _ of acts) one.turn(undo);
        expect(one.shown).toBe(drawing().shown);
        expect(sameLayers(one.content.layers, drawing().content.layers)).toBe(true);
        for (const _ of acts) one.turn(redo);
        expect(one.content.strokes).toEqual(content.strokes);
        expect(sameLayers(one.content.layers, content.layers)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('undo and redo lose no stroke that others draw meanwhile, nor its layer', () => {
    const turns = fc.array(
      fc.record({ n: fc.nat(200), act: fc.constantFrom('do', 'undo', 'redo', 'theirs') }),
      {
        maxLength: 14,
      },
    );
    fc.assert(
      fc.property(turns, (acts) => {
        const one = drawing();
        const theirs: Stroke[] = [];
        for (const [i, { n, act }] of acts.entries()) {
          if (act === 'do') does(one, n, 'x');
          if (act === 'undo') one.turn(undo);
          if (act === 'redo') one.turn(redo);
          if (act !== 'theirs') continue;
          // Others add a layer, and draw on it.
          const { layers, strokes } = one.layered;
          const id = `y${i}`;
          if (layers.length > 6) continue;
          const drawn = stroke(1000 + i, id);
          theirs.push(drawn);
          one.content = { ...one.content, layers: [...layers, layer(id)], strokes: [...strokes, drawn] };
        }
        const { strokes, layers } = one.layered;
        for (const drawn of theirs) {
          const is = ({ points }: Stroke) => points[0]![0] === drawn.points[0]![0];
          const own = one.history.steps.some(({ items }) => items.some(({ stroke }) => is(stroke)));
          // Unless somebody deleted or merged it here, who saw it.
          if (own) continue;
          expect(strokes).toContainEqual(drawn);
          expect(layers.map(({ id }) => id)).toContain(drawn.layer);
        }
      }),
      { numRuns: 500 },
    );
  });
});
