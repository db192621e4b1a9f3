import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../tests/support/any-stroke.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { apply } from './content.ts';
import { addStep, eraseStep, type History, NO_HISTORY, record, redo, STEPS_MAX, undo } from './history.ts';

class Drawing {
  strokes: readonly Stroke[] = [];
  history: History = NO_HISTORY;
  #next = 0;

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

/** Others' strokes have numbers from 100 on. */
const isOwn = ({ points }: Stroke) => points[0]![0] < 100;

const sorted = (list: readonly (number | undefined)[]) => list.toSorted((a, b) => (a ?? 0) - (b ?? 0));

const action = fc.oneof(
  fc.integer({ min: 1, max: 3 }).map((count) => (drawing: Drawing) => drawing.draw(count)),
  fc
    .integer({ min: 2, max: 4 })
    .map((every) => (drawing: Drawing) => drawing.erase((one, i) => isOwn(one) && i % every === 0)),
);

describe('studio: undo and redo', () => {
  test('undoing everything step by step shows each earlier drawing, and redoing shows each later one', () => {
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

  test('it survives being written down and read again, as other objects', () => {
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

  test('strokes of others stay, whatever is undone and redone around them', () => {
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

  test('what is no longer there is skipped, and counted', () => {
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

  test('a new stroke after undo ends what could be redone, and old steps go', () => {
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
