import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Edit, NO_TRANSFORM } from '../../../ink/index.ts';
import { apply, type Content, type Operation } from './content.ts';
import { continueHistory, type EarlyEdits, transformEarly } from './early-edits.ts';
import { type History, NO_HISTORY, operationsOf, record, redo, stepOf, undo } from './history.ts';

/** A drawing with its history, and methods that edit it. */
class Hand {
  content: Content;
  history: History;

  constructor(strokes: readonly Stroke[] = [], history: History = NO_HISTORY) {
    this.content = { title: '', strokes };
    this.history = history;
  }

  edit(edit: Edit): this {
    const step = stepOf(this.content.strokes, edit);
    this.content = apply(this.content, operationsOf(edit));
    this.history = record(this.history, step);
    return this;
  }

  draw(...all: readonly Stroke[]): this {
    for (const one of all) this.edit({ kind: 'add', strokes: [one] });
    return this;
  }

  turn(turned: ReturnType<typeof undo>): this {
    expect(turned?.missing).toBe(0);
    this.content = apply(this.content, turned?.operations ?? []);
    this.history = turned?.history ?? this.history;
    return this;
  }

  undo(): this {
    return this.turn(undo(this.history, this.content.strokes));
  }

  redo(): this {
    return this.turn(redo(this.history, this.content.strokes));
  }

  get early(): EarlyEdits {
    return { ...this.content, history: this.history };
  }

  get numbers() {
    return numbers(this.content.strokes);
  }
}

/** The early edits applied to the drawing, as the studio does it. */
function landed(under: Hand, { strokes, history }: EarlyEdits): Hand {
  const inserts = strokes.map((stroke): Operation => ({ kind: 'insert', stroke, place: 'top' }));
  const all = continueHistory(under.history, history, under.content.strokes);
  const content = apply(under.content, inserts);
  return new Hand(content.strokes, all.at(-1) ?? under.history);
}

describe('studio: early edits', () => {
  test('are on top, and are undone before the stored history', () => {
    const under = new Hand([stroke(1)]).draw(stroke(2), stroke(3));
    const early = new Hand().draw(stroke(10), stroke(11), stroke(12)).undo();
    const hand = landed(under, early.early);
    expect(hand.numbers).toEqual([1, 2, 3, 10, 11]);
    expect(hand.redo().numbers).toEqual([1, 2, 3, 10, 11, 12]);
    expect(hand.undo().undo().undo().numbers).toEqual([1, 2, 3]);
    expect(hand.undo().undo().numbers).toEqual([1]);
    expect(hand.redo().redo().redo().redo().redo().numbers).toEqual([1, 2, 3, 10, 11, 12]);
  });

  test('erased early strokes come back among the early ones, never under the drawing', () => {
    const [a, b] = [stroke(10), stroke(11)];
    const early = new Hand().draw(a, b).edit({ kind: 'erase', strokes: [a] });
    const hand = landed(new Hand([1, 2, 3, 4, 5].map(stroke)), early.early);
    expect(hand.numbers).toEqual([1, 2, 3, 4, 5, 11]);
    expect(hand.undo().numbers).toEqual([1, 2, 3, 4, 5, 10, 11]);
    expect(hand.undo().undo().numbers).toEqual([1, 2, 3, 4, 5]);
    expect(hand.redo().redo().redo().numbers).toEqual([1, 2, 3, 4, 5, 11]);
  });

  test('their steps are stored one by one, undone steps last', () => {
    const under = new Hand([stroke(1)]).draw(stroke(2));
    const early = new Hand().draw(stroke(10), stroke(11)).undo();
    const all = continueHistory(under.history, early.history, under.content.strokes);
    expect(all.map(({ steps, done }) => [steps.length, done])).toEqual([
      [2, 2],
      [3, 3],
      [3, 2],
    ]);
    expect(continueHistory(under.history, NO_HISTORY, under.content.strokes)).toEqual([]);
  });

  test('their steps refer to the moved strokes after a move', () => {
    const [a, b] = [stroke(10), stroke(11)];
    const early = new Hand().draw(a, b).edit({ kind: 'erase', strokes: [a] });
    const by = { ...NO_TRANSFORM, scale: 0.5, dx: 7, dy: -3 };
    const { strokes, history } = transformEarly(early.early, by);
    const [[x, y]] = b.points as [readonly [number, number]];
    expect(strokes[0]?.points[0]).toEqual([x / 2 + 7, y / 2 - 3]);
    expect(strokes[0]?.size).toBe(b.size / 2);
    const hand = landed(new Hand([stroke(1)]), { title: '', strokes, history });
    expect(hand.undo().content.strokes).toHaveLength(3);
    expect(hand.undo().undo().content.strokes).toEqual([stroke(1)]);
    expect(hand.redo().redo().content.strokes).toHaveLength(3);
    expect(hand.redo().content.strokes.slice(1)).toEqual(strokes);
  });
});
