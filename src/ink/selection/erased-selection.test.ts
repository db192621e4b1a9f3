import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { apply } from '../../app/studio/document/content.ts';
import {
  type History,
  NO_HISTORY,
  operationsOf,
  record,
  stepOf,
  undo,
} from '../../app/studio/document/history.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { meets } from '../geometry/hit-test.ts';
import { movedBy, NO_TRANSFORM, transformed, turnedAbout } from '../geometry/transform.ts';
import type { Edit } from '../scene/edit.ts';
import { EditedStrokes } from '../scene/edited-strokes.ts';
import { FakeToolContext } from '../tools/tool-context.fake.ts';

const line = (tool: string, points: readonly Point[], more: Partial<Stroke> = {}): Stroke => ({
  tool,
  color: '#3a76b0',
  size: 20,
  points,
  ...more,
});
const across = (tool: string, y: number, more: Partial<Stroke> = {}): Stroke =>
  line(
    tool,
    [
      [0, y],
      [100, y],
    ],
    more,
  );

/** A canvas and its page: edits become steps of undo. */
class Drawing extends FakeToolContext {
  history: History = NO_HISTORY;
  readonly #edited = new EditedStrokes({
    show: () => {},
    changed: (strokes) => {
      this.strokes = strokes;
      this.selection.keep(strokes);
    },
    report: (edit) => {
      this.history = record(this.history, stepOf(this.#before, edit));
      // What a page stores leads to the same drawing.
      const stored = apply({ title: '', strokes: this.#before }, operationsOf(edit)).strokes;
      expect(stored).toEqual(this.strokes);
    },
    gone: (edit) => this.gone(edit),
    full: () => this.full(),
    finish: () => {},
  });
  #before: readonly Stroke[] = [];

  constructor(strokes: readonly Stroke[]) {
    super();
    this.#edited.set(strokes);
  }

  override commit(edit: Edit): void {
    this.edits.push(edit);
    this.showAll();
    this.#before = this.strokes;
    this.#edited.commit(edit);
  }

  undo(): void {
    const change = undo(this.history, this.strokes)!;
    this.history = change.history;
    this.#edited.set(apply({ title: '', strokes: this.strokes }, change.operations).strokes);
  }
}

const by = movedBy(300, -40);
const moved = (stroke: Stroke) => transformed(stroke, by);

function moveAway(it: Drawing, strokes: readonly Stroke[]): void {
  it.selection.set(strokes);
  it.selection.carry(by);
  it.selection.putDown();
}

describe('ink: what was erased of selected strokes', () => {
  test('goes along with them, in its place, and one step of undo takes all of it back', () => {
    const [pen, wash, rub, top] = [
      across('pen', 0, { size: 2 }),
      across('wash', 0),
      across('eraser', 5, { size: 8 }),
      across('pen', 0),
    ];
    const before = [pen, wash, rub, top];
    const it = new Drawing(before);
    it.selection.set([wash]);
    expect(it.selection.isErased).toBe(true);
    it.selection.carry(by);
    expect([...it.hidden]).toEqual([wash, rub]);
    it.selection.putDown();
    expect(it.strokes).toEqual([pen, moved(wash), moved(rub), top]);
    expect(it.selection.strokes).toEqual([moved(wash)]);
    it.undo();
    expect(it.strokes).toEqual(before);
    it.selection.set([wash]);
    it.selection.turn(90);
    expect(it.strokes[2]).not.toEqual(rub);
    it.undo();
    it.selection.set([wash]);
    it.selection.recolor('#bf3b2b');
    expect(it.strokes).toEqual([pen, { ...wash, color: '#bf3b2b' }, rub, top]);
  });

  test('stays where it is for others too: a copy goes along, as far as there is room', () => {
    const [wash, other, rub] = [across('wash', 0), across('wash', 4), across('eraser', 2)];
    const it = new Drawing([wash, other, rub]);
    it.selection.set([other]);
    it.selection.carry(by);
    expect([...it.hidden]).toEqual([other]);
    it.selection.putDown();
    expect(it.strokes).toEqual([wash, moved(other), rub, moved(rub)]);
    it.undo();
    expect(it.strokes).toEqual([wash, other, rub]);
    const own = across('eraser', 23);
    it.commit({ kind: 'replace', swaps: [{ stroke: rub, by: [rub, own] }] });
    it.room = 0;
    moveAway(it, [other]);
    expect(it.strokes).toEqual([wash, moved(other), rub, moved(own)]);
    expect(it.refusals).toBe(1);
  });

  test('goes to another layer with them', () => {
    const [wash, rub, next] = [across('wash', 0), across('eraser', 2), across('wash', 500)];
    const it = new Drawing([wash, rub, next]);
    it.selection.set([wash]);
    it.selection.moveToLayer('sky');
    expect(it.strokes).toEqual([{ ...wash, layer: 'sky' }, { ...rub, layer: 'sky' }, next]);
    it.undo();
    expect(it.strokes).toEqual([wash, rub, next]);
  });

  test('is known anew when the drawing changes meanwhile', () => {
    const [wash, rub] = [across('wash', 0), across('eraser', 2)];
    const it = new Drawing([wash]);
    it.selection.set([wash]);
    expect(it.selection.isErased).toBe(false);
    it.commit({ kind: 'replace', swaps: [{ stroke: wash, by: [wash, rub] }] });
    expect([it.selection.isErased, it.selection.strokes]).toEqual([true, [wash]]);
    it.undo();
    expect(it.selection.isErased).toBe(false);
    it.selection.carry(by);
    it.commit({ kind: 'replace', swaps: [{ stroke: wash, by: [wash, rub] }] });
    it.selection.putDown();
    expect(it.strokes).toEqual([moved(wash), moved(rub)]);
  });

  test('is no reason to leave a stroke that erases behind, which would cut what comes there', () => {
    const [pen, wash, rub] = [across('pen', 200), across('wash', 0), across('eraser', 2)];
    const it = new Drawing([pen, wash, rub]);
    it.commit({ kind: 'erase', strokes: [wash] });
    expect(it.strokes).toEqual([pen]);
    it.undo();
    expect(it.strokes).toEqual([pen, wash, rub]);
    it.commit({ kind: 'replace', swaps: [{ stroke: wash, by: [] }] });
    expect(it.strokes).toEqual([pen]);
    it.undo();
    expect(it.strokes).toEqual([pen, wash, rub]);
  });

  const place = fc.tuple(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 0, max: 300 }));
  const some = fc.record({
    tool: fc.constantFrom('wash', 'dry', 'pen', 'eraser', 'eraser'),
    points: fc.array(place, { minLength: 1, maxLength: 4 }),
    size: fc.integer({ min: 1, max: 40 }),
  });

  test('whatever lies where: after a move and its undo all is as before, and no stroke that erases is left idle', () => {
    const act = fc.constantFrom('move', 'turn', 'layer', 'erase', 'swap');
    fc.assert(
      fc.property(
        fc.array(some, { maxLength: 14 }),
        fc.infiniteStream(fc.boolean()),
        act,
        (all, picks, act) => {
          const before = all.map(({ tool, points, size }) => line(tool, points, { size }));
          const it = new Drawing(before);
          const chosen = before.filter(({ tool }) => tool !== 'eraser' && picks.next().value);
          it.selection.set(chosen);
          const { isErased } = it.selection;
          const going = before.filter((one) => one.tool === 'eraser' && belongs(one, before, chosen));
          expect(isErased).toBe(going.length > 0);
          if (act === 'move') moveAway(it, chosen);
          if (act === 'turn') {
            it.selection.carry(turnedAbout({ x: 150, y: 150 }, 90));
            it.selection.putDown();
          }
          if (act === 'layer') it.selection.moveToLayer('sky');
          if (act === 'erase') it.selection.erase();
          if (act === 'swap')
            it.commit({ kind: 'replace', swaps: chosen.map((stroke) => ({ stroke, by: [] })) });
          if (chosen.length === 0) return;
          if (act === 'move') {
            const there = it.strokes.filter((one) => one.tool === 'eraser').map(({ points }) => points);
            for (const rub of going) expect(there).toContainEqual(moved(rub).points);
          }
          // One that belonged to something still does.
          const after = it.strokes;
          for (const one of after) {
            if (one.tool !== 'eraser' || !before.includes(one)) continue;
            if (touched(one, before).length > 0) expect(touched(one, after).length).toBeGreaterThan(0);
          }
          it.undo();
          expect(it.strokes).toEqual(before);
          expect(it.carried ?? NO_TRANSFORM).toEqual(NO_TRANSFORM);
        },
      ),
      { numRuns: 400 },
    );
  });
});

/** The strokes below one that it touches, without regard to what it was made for. */
function touched(eraser: Stroke, all: readonly Stroke[]): readonly Stroke[] {
  const below = all.slice(0, all.indexOf(eraser));
  return below.filter((one) => one.tool !== 'eraser' && one.layer === eraser.layer && meets(eraser, one));
}

function belongs(eraser: Stroke, all: readonly Stroke[], some: readonly Stroke[]): boolean {
  const found = touched(eraser, all);
  const whole = found.filter(({ tool }) => tool !== 'pen');
  return (whole.length > 0 ? whole : found).some((one) => some.includes(one));
}
