import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { placed } from '../../../../tests/support/underlay/photos.ts';
import { STROKES_MAX } from '../../../core/drawing/limits.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Paper, Stroke } from '../../../core/drawing/types.ts';
import { apply, belowOf, type Content } from './content.ts';
import {
  addStep,
  eraseStep,
  type History,
  NO_HISTORY,
  operationsOf,
  POINTS_KEPT,
  record,
  redo,
  STEPS_MAX,
  type Step,
  stepOf,
  undo,
} from './history.ts';

const some = (...ns: number[]) => ns.map(stroke);

class Drawing {
  strokes: readonly Stroke[] = [];
  history: History = NO_HISTORY;
  #next = 0;
  #made = 0;

  draw(count = 1): void {
    const strokes = Array.from({ length: count }, () => stroke(this.#next++));
    this.history = record(this.history, addStep(this.strokes, strokes));
    this.strokes = [...this.strokes, ...strokes];
  }

  erase(which: (stroke: Stroke, i: number) => boolean): void {
    const gone = this.strokes.filter(which);
    this.history = record(this.history, eraseStep(this.strokes, gone));
    this.strokes = this.strokes.filter((one) => !gone.includes(one));
  }

  /** Replaces each stroke by as many as `into` returns, numbered from 50. */
  change(into: (stroke: Stroke, i: number) => number | undefined): void {
    const swaps = this.strokes.flatMap((one, i) => {
      const count = into(one, i);
      if (count === undefined) return [];
      return [{ stroke: one, by: Array.from({ length: count }, () => stroke(50 + this.#made++ / 64)) }];
    });
    const edit = { kind: 'replace', swaps } as const;
    this.history = record(this.history, stepOf(this.strokes, edit));
    this.strokes = apply({ title: '', strokes: this.strokes }, operationsOf(edit)).strokes;
  }

  turn(way: typeof undo): number | undefined {
    const turned = way(this.history, this.strokes);
    if (!turned) return undefined;
    this.history = turned.history;
    this.strokes = apply({ title: '', strokes: this.strokes }, turned.operations).strokes;
    return turned.missing;
  }

  get numbers() {
    return numbers(this.strokes);
  }
}

/** Strokes by others are numbered from 100. */
const isOwn = ({ points }: Stroke) => points[0]![0] < 100;

const sorted = (list: readonly (number | undefined)[]) => list.toSorted((a, b) => (a ?? 0) - (b ?? 0));

const action = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map((count) => (drawing: Drawing) => drawing.draw(count)),
  fc
    .integer({ min: 2, max: 4 })
    .map((every) => (drawing: Drawing) => drawing.erase((one, i) => isOwn(one) && i % every === 0)),
  fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(2), fc.nat(3)).map(
    ([every, most, from]) =>
      (drawing: Drawing) =>
        drawing.change((one, i) => (isOwn(one) && i % every === 0 ? (i + from) % (most + 1) : undefined)),
  ),
);

describe('studio: undo and redo', () => {
  test('undo shows each earlier state step by step, and redo each later one', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 25 }), (actions) => {
        const drawing = new Drawing();
        const seen = [drawing.numbers];
        for (const act of actions) {
          act(drawing);
          seen.push(drawing.numbers);
        }
        for (let i = seen.length - 2; i >= 0; i--) {
          expect(drawing.turn(undo)).toBe(0);
          expect(drawing.numbers).toEqual(seen[i]);
        }
        expect(drawing.turn(undo)).toBeUndefined();
        for (let i = 1; i < seen.length; i++) {
          expect(drawing.turn(redo)).toBe(0);
          expect(drawing.numbers).toEqual(seen[i]);
        }
        expect(drawing.turn(redo)).toBeUndefined();
      }),
    );
  });

  test('works after the history was stored and read again', () => {
    const drawing = new Drawing();
    drawing.draw(3);
    drawing.erase((_, i) => i === 1);
    drawing.history = structuredClone(drawing.history);
    drawing.strokes = structuredClone(drawing.strokes);
    drawing.turn(undo);
    expect(drawing.numbers).toEqual([0, 1, 2]);
    drawing.turn(undo);
    expect(drawing.numbers).toEqual([]);
  });

  test('undo and redo keep strokes by others', () => {
    const other = fc.integer({ min: 100, max: 120 });
    fc.assert(
      fc.property(fc.array(fc.oneof(action, other), { maxLength: 25 }), (actions) => {
        const drawing = new Drawing();
        const others: number[] = [];
        for (const act of actions) {
          if (typeof act === 'number') {
            others.push(act);
            const middle = drawing.strokes.length >> 1;
            drawing.strokes = drawing.strokes.toSpliced(middle, 0, stroke(act));
          } else {
            act(drawing);
          }
        }
        while (drawing.turn(undo) !== undefined);
        expect(sorted(drawing.numbers)).toEqual(sorted(others));
        while (drawing.turn(redo) !== undefined);
        expect(sorted(drawing.numbers.filter((n) => others.includes(n ?? -1)))).toEqual(sorted(others));
      }),
    );
  });

  test('a replacement keeps the positions, and undoing one that was changed since affects nothing else', () => {
    const drawing = new Drawing();
    drawing.draw(4);
    drawing.change((_, i) => [undefined, 2, 0, 1][i]);
    const [a, b, c] = [50, 50 + 1 / 64, 50 + 2 / 64];
    expect(drawing.numbers).toEqual([0, a, b, c]);
    // Elsewhere one half of a split stroke was erased, and a stroke was added.
    drawing.strokes = [stroke(0), stroke(b), stroke(100), stroke(c)];
    expect(drawing.turn(undo)).toBe(0);
    expect(sorted(drawing.numbers)).toEqual([0, 1, 2, 3, 100]);
    expect(drawing.numbers.slice(0, 2)).toEqual([0, 1]);
    drawing.strokes = [stroke(0), stroke(100)];
    expect(drawing.turn(redo)).toBe(3);
    expect(drawing.numbers).toEqual([0, 100]);
  });

  test('a replacement is of the strokes that are still there, wherever they lie by now', () => {
    const [a, b, c, d] = some(1, 2, 3, 4) as [Stroke, Stroke, Stroke, Stroke];
    const swaps = [a, b, c].map((stroke) => ({ stroke, by: [] }));
    const of = (before: readonly Stroke[]) =>
      stepOf(before, { kind: 'replace', swaps }).items.map(({ stroke, below }) => [stroke, below]);
    for (const before of [[d, a, b, c], [d, c, a, b], [c, d, a], [b], [d], []]) {
      const there = before.filter((stroke) => stroke !== d);
      expect(of(before)).toEqual(there.map((stroke) => [stroke, belowOf(before, before.indexOf(stroke))]));
    }
  });

  test('undoing what was put on a stroke takes it away, and leaves the stroke as others have changed it', () => {
    for (const isStored of [false, true]) {
      const drawing = new Drawing();
      drawing.draw(3);
      const [, middle] = drawing.strokes;
      const swaps = [{ stroke: middle!, by: [middle!, stroke(50), stroke(51)] }];
      drawing.history = record(drawing.history, stepOf(drawing.strokes, { kind: 'replace', swaps }));
      drawing.strokes = apply(
        { title: '', strokes: drawing.strokes },
        operationsOf({ kind: 'replace', swaps }),
      ).strokes;
      expect(drawing.numbers).toEqual([0, 1, 50, 51, 2]);
      // A step that was stored and read again has copies.
      if (isStored) drawing.history = JSON.parse(JSON.stringify(drawing.history));
      expect(drawing.turn(undo)).toBe(0);
      expect(drawing.numbers).toEqual([0, 1, 2]);
      expect(drawing.strokes[1]).toBe(middle);
      expect(drawing.turn(redo)).toBe(0);
      expect(drawing.numbers).toEqual([0, 1, 50, 51, 2]);
      // The stroke is the same object, so nothing draws it again.
      expect(drawing.strokes[1]).toBe(middle);
      // It was erased elsewhere: undo does not bring it back, and redo puts nothing where it is not.
      drawing.strokes = drawing.strokes.filter((one) => one !== middle);
      drawing.turn(undo);
      expect(drawing.numbers).toEqual([0, 2]);
      expect(drawing.turn(redo)).toBe(1);
      expect(drawing.numbers).toEqual([0, 2]);
    }
  });

  test('works on a full drawing: removals come first', () => {
    const full = Array.from({ length: STROKES_MAX }, (_, i) => stroke(i + 1000));
    const [first, second] = full;
    const swaps = [
      { stroke: first!, by: [stroke(1), stroke(2)] },
      { stroke: second!, by: [] },
    ];
    const edit = { kind: 'replace', swaps } as const;
    const history = record(NO_HISTORY, stepOf(full, edit));
    const after = apply({ title: '', strokes: full }, operationsOf(edit)).strokes;
    expect(numbers(after.slice(0, 3))).toEqual([1, 2, 1002]);
    expect(after).toHaveLength(STROKES_MAX);
    const undone = undo(history, after);
    expect(undone?.growth).toBe(0);
    const back = apply({ title: '', strokes: after }, undone?.operations ?? []).strokes;
    expect(numbers(back)).toEqual(numbers(full));
    const redone = redo(undone!.history, back);
    expect(numbers(apply({ title: '', strokes: back }, redone?.operations ?? []).strokes)).toEqual(
      numbers(after),
    );
  });

  test('steps with very many points are dropped sooner, but never the last one', () => {
    const points = Array.from({ length: POINTS_KEPT / 3 }, () => [0, 0] as const);
    const step = (count: number): Step => ({
      kind: 'add',
      items: Array.from({ length: count }, () => ({ stroke: { ...stroke(0), points }, below: [] })),
    });
    let history = record(NO_HISTORY, addStep([], [stroke(0)]));
    for (let n = 0; n < 3; n++) history = record(history, step(1));
    // The small step exceeds the limit by one point.
    expect(history).toMatchObject({ first: 1, done: 3 });
    history = record(history, step(4));
    expect(history).toMatchObject({ first: 4, done: 1 });
  });

  test('a new stroke stores the nearest strokes under it, and reads no others', () => {
    const all = Array.from({ length: 1_000 }, (_, n) => stroke(n));
    for (const length of [0, 2, 4, 1_000]) {
      const before = all.slice(0, length);
      let looked = 0;
      const watched = new Proxy(before, {
        get(target, name) {
          if (typeof name === 'string' && /^\d+$/.test(name)) looked++;
          return Reflect.get(target, name);
        },
      });
      const strokes = [stroke(2_000), stroke(2_001), stroke(2_002)];
      const { items } = addStep(watched, strokes);
      expect(looked).toBeLessThan(10);
      const after = [...before, ...strokes];
      expect(items.map(({ below }) => below)).toEqual(strokes.map((_, i) => belowOf(after, length + i)));
    }
  });

  test('undo reads no points if all objects exist, and finds equal ones otherwise', () => {
    let read = 0;
    const watched = (n: number): Stroke => ({
      ...stroke(n),
      at: n,
      get points() {
        read++;
        return stroke(n).points;
      },
    });
    const strokes = Array.from({ length: 50 }, (_, n) => watched(n));
    const history = record(NO_HISTORY, {
      kind: 'add',
      items: strokes.slice(20, 30).map((one) => ({ stroke: one, below: [] })),
    });
    read = 0;
    expect(undo(history, strokes)?.missing).toBe(0);
    expect(read).toBe(0);
    const other = strokes.map((one, n) => (n === 25 ? { ...stroke(25), at: 25 } : one));
    expect(undo(history, other)?.missing).toBe(0);
    expect(undo(history, strokes.toSpliced(25, 1))?.missing).toBe(1);
  });

  test('missing strokes are skipped and counted', () => {
    const drawing = new Drawing();
    drawing.draw(3);
    drawing.strokes = drawing.strokes.slice(1);
    expect(drawing.turn(undo)).toBe(1);
    expect(drawing.numbers).toEqual([]);
    const lone = new Drawing();
    lone.draw();
    lone.strokes = [];
    expect(lone.turn(undo)).toBe(1);
    expect(lone.history.done).toBe(0);
  });

  test('what is undone while its strokes are missing takes them not when they come, from a tab that saves late', () => {
    const [low, top, other] = some(1, 2, 3);
    const cut = stepOf([low!], { kind: 'replace', swaps: [{ stroke: low!, by: [other!] }] });
    for (const step of [addStep([low!], [top!]), cut]) {
      const history = { first: 0, steps: [step], done: 1 };
      expect(undo(history, [])).toMatchObject({ operations: [], missing: 1, growth: 0 });
    }
    const erased = { first: 0, steps: [eraseStep([low!], [low!])], done: 0 };
    expect(redo(erased, [])).toMatchObject({ operations: [], missing: 1, growth: 0 });
  });

  test('a new stroke drops the undone steps, and old steps are dropped', () => {
    const drawing = new Drawing();
    drawing.draw();
    drawing.draw();
    drawing.turn(undo);
    drawing.draw();
    expect(drawing.turn(redo)).toBeUndefined();
    expect(drawing.numbers).toEqual([0, 2]);
    for (let i = 0; i < STEPS_MAX + 5; i++) drawing.draw();
    expect(drawing.history).toMatchObject({ first: 7, done: STEPS_MAX });
    expect(drawing.history.steps).toHaveLength(STEPS_MAX);
  });
});

test('studio: undo takes a photo away, moves it back and brings it back, and counts no strokes as missing', () => {
  const first = placed('0'.repeat(64));
  const moved = { ...first, x: 5 };
  let history = NO_HISTORY;
  for (const [from, to] of [
    [null, first],
    [first, moved],
    [moved, null],
  ] as const) {
    history = record(history, { kind: 'underlay', from, to, items: [] });
  }
  const seen: unknown[] = [];
  let content: Content = { title: '', strokes: some(1) };
  const turn = (way: typeof undo) => {
    const turned = way(history, content.strokes, content.underlay);
    if (!turned) return;
    history = turned.history;
    expect([turned.missing, turned.growth]).toEqual([0, 0]);
    content = apply(content, turned.operations);
    seen.push(content.underlay);
  };
  for (const way of [undo, undo, undo, undo, redo, redo, redo, redo]) turn(way);
  expect(seen).toEqual([moved, first, undefined, first, moved, undefined]);
});

test('studio: undo and redo leave a photo that another device placed or moved since, count it as missing, and go on', () => {
  const photo = (digit: string, x = 0) => placed(digit.repeat(64), { x });
  const [mine, theirs] = [photo('a'), photo('b')];
  const placing = record(NO_HISTORY, { kind: 'underlay', from: null, to: mine, items: [] });
  const removed = record(NO_HISTORY, { kind: 'underlay', from: mine, to: null, items: [] });
  const undone = { ...placing, done: 0 };
  for (const [way, history, now] of [
    [undo, placing, theirs],
    [undo, placing, photo('a', 7)],
    [undo, placing, undefined],
    [undo, removed, theirs],
    [redo, undone, theirs],
    [redo, { ...removed, done: 0 }, theirs],
  ] as const) {
    const turned = way(history, some(1), now)!;
    expect(turned).toMatchObject({ missing: 1, operations: [], growth: 0 });
    expect(turned.history.done).toBe(way === undo ? 0 : 1);
  }
  // Another one that comes just then is not taken away either.
  const { operations } = undo(placing, some(1), mine)!;
  expect(apply({ title: '', underlay: theirs, strokes: some(1) }, operations).underlay).toEqual(theirs);
});

test('studio: each change of the paper, also to the plain white one and back, is a step of undo, stored as well', () => {
  const papers: readonly Paper[] = [
    WHITE,
    { ...WHITE, pattern: 'grid', step: 16 },
    { color: '#1d232f', guide: [[10, 20]] },
    WHITE,
  ];
  let history = NO_HISTORY;
  for (const [i, to] of papers.slice(1).entries()) {
    history = record(history, { kind: 'paper', from: papers[i]!, to, items: [] });
  }
  history = structuredClone(history);
  let content: Content = { title: '', paper: papers.at(-1)!, strokes: some(1) };
  const seen: unknown[] = [];
  const turn = (way: typeof undo) => {
    const turned = way(history, content.strokes, undefined, content.paper);
    if (!turned) return;
    history = turned.history;
    expect([turned.missing, turned.growth]).toEqual([0, 0]);
    content = apply(content, turned.operations);
    expect(content.strokes).toHaveLength(1);
    seen.push(content.paper ?? WHITE);
  };
  for (const way of [undo, undo, undo, undo, redo, redo, redo, redo]) turn(way);
  expect(seen).toEqual([...papers.slice(0, 3).toReversed(), ...papers.slice(1)]);
});

test('studio: undo and redo leave a paper that another device has chosen since, count it as missing, and go on', () => {
  const night: Paper = { color: '#25211c' };
  const history = record(NO_HISTORY, { kind: 'paper', from: WHITE, to: { ...WHITE, step: 16 }, items: [] });
  for (const [way, before] of [
    [undo, history],
    [redo, { ...history, done: 0 }],
  ] as const) {
    const turned = way(before, some(1), undefined, night)!;
    expect(turned).toMatchObject({ missing: 1, operations: [], growth: 0 });
    expect(turned.history.done).toBe(way === undo ? 0 : 1);
  }
});
