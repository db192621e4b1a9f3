import { beforeEach, describe, expect, test } from 'vitest';
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import type { Edit } from './edit.ts';
import { EditedStrokes } from './edited-strokes.ts';

let made = 0;
const stroke = (): Stroke => ({ tool: 'pen', color: '#000', size: 2, points: [[made++, 5]] });

let shown: readonly Stroke[];
let reports: Edit[];
/** What was for strokes that are gone, and how many edits were reported before. */
let gone: [Edit, number][];
let refusals: number;
/** What `finish` does. */
let finish: () => void;
let it: EditedStrokes;

beforeEach(() => {
  [shown, reports, gone, refusals, finish] = [[], [], [], 0, () => {}];
  it = new EditedStrokes({
    show: (strokes) => {
      shown = strokes;
    },
    changed: () => {},
    report: (edit) => {
      reports.push(edit);
      // As the page does: the drawing with all that it knows of comes back at once.
      it.set(applied(reports));
    },
    gone: (edit) => {
      gone.push([edit, reports.length]);
    },
    full: () => {
      refusals++;
    },
    finish: () => finish(),
  });
});

let first: readonly Stroke[];

/** The drawing as the page has it. */
function applied(edits: readonly Edit[]): readonly Stroke[] {
  let strokes = first;
  for (const edit of edits) {
    if (edit.kind === 'add') strokes = [...strokes, ...edit.strokes];
    else if (edit.kind === 'erase') strokes = strokes.filter((one) => !edit.strokes.includes(one));
    else {
      const by = new Map(edit.swaps.map((swap) => [swap.stroke, swap.by]));
      strokes = strokes.flatMap((one) => by.get(one) ?? [one]);
    }
  }
  return strokes;
}

function begin(count: number): readonly Stroke[] {
  first = Array.from({ length: count }, stroke);
  it.set(first);
  return first;
}

describe('ink: edits in the order of their gestures', () => {
  test('a stroke drawn before an erasure is worked out is there at once, and reported after it', () => {
    const [below, cut] = begin(2);
    const newer = it.expect();
    const [left, right, drawn] = [stroke(), stroke(), stroke()];
    it.swap([{ stroke: cut!, by: [left, right] }]);
    it.commit({ kind: 'add', strokes: [drawn] });
    expect(shown).toEqual([below, left, right, drawn]);
    expect(newer).toEqual(new Set([drawn]));
    expect(reports).toEqual([]);
    // The page has heard of something else.
    it.set(first);
    expect(shown).toEqual([below, left, right, drawn]);
    it.land({ kind: 'replace', swaps: [{ stroke: cut!, by: [left, right] }] });
    expect(reports.map(({ kind }) => kind)).toEqual(['replace', 'add']);
    expect(it.all).toEqual([below, left, right, drawn]);
    expect(it.isBehind).toBe(false);
  });

  test('of several erasures each is reported when it is worked out, with what was drawn before the next', () => {
    const [a, b] = begin(2);
    const [one, two] = [stroke(), stroke()];
    const afterFirst = it.expect();
    it.commit({ kind: 'add', strokes: [one] });
    const afterSecond = it.expect();
    it.commit({ kind: 'add', strokes: [two] });
    expect(afterFirst).toEqual(new Set([one, two]));
    expect(afterSecond).toEqual(new Set([two]));
    it.land({ kind: 'erase', strokes: [a!] });
    expect(reports.map(({ kind }) => kind)).toEqual(['erase', 'add']);
    expect(it.all).toEqual([b, one, two]);
    it.land(undefined);
    expect(reports.map(({ kind }) => kind)).toEqual(['erase', 'add', 'add']);
    expect(it.all).toEqual([b, one, two]);
  });

  test('an edit of other strokes has all that is awaited worked out first', () => {
    const [a, b] = begin(2);
    it.expect();
    finish = () => it.land({ kind: 'erase', strokes: [a!] });
    it.commit({ kind: 'erase', strokes: [b!] });
    expect(reports).toEqual([
      { kind: 'erase', strokes: [a] },
      { kind: 'erase', strokes: [b] },
    ]);
    expect(it.all).toEqual([]);
  });

  test('what an edit was to do to strokes that went meanwhile is told after the rest of it is reported', () => {
    const [a, b, c] = begin(3);
    it.expect();
    it.set([c!]);
    first = [c!];
    const swaps = [a!, b!, c!].map((one) => ({ stroke: one, by: [stroke()] }));
    it.land({ kind: 'replace', swaps });
    expect(reports).toEqual([{ kind: 'replace', swaps: swaps.slice(2) }]);
    it.commit({ kind: 'erase', strokes: [a!, swaps[2]!.by[0]!] });
    it.commit({ kind: 'erase', strokes: [b!] });
    expect(gone).toEqual([
      [{ kind: 'replace', swaps: swaps.slice(0, 2) }, 1],
      [{ kind: 'erase', strokes: [a] }, 2],
      [{ kind: 'erase', strokes: [b] }, 2],
    ]);
  });

  test('parts count as strokes before their edit: what is drawn meanwhile never makes the drawing too large', () => {
    const all = begin(STROKES_MAX - 3);
    it.expect();
    const parts = [stroke(), stroke(), stroke()];
    it.swap([{ stroke: all[0]!, by: parts }]);
    expect(it.room).toBe(1);
    it.commit({ kind: 'add', strokes: [stroke(), stroke()] });
    expect([it.room, refusals]).toEqual([0, 1]);
    it.land({ kind: 'replace', swaps: [{ stroke: all[0]!, by: parts }] });
    expect([it.all.length, it.room]).toEqual([STROKES_MAX, 0]);
  });

  test('what is hidden or swapped stays so until its edit, or until all is shown; undone, it is there again', () => {
    const [a, b, c] = begin(3);
    const [left, right, rest] = [stroke(), stroke(), stroke()];
    it.hide([a!]);
    it.swap([{ stroke: b!, by: [left, right] }]);
    it.swap([{ stroke: right, by: [rest] }]);
    it.show();
    expect(shown).toEqual([left, rest, c]);
    expect(it.all).toEqual(first);
    it.showAll();
    expect([shown, it.room]).toEqual([first, STROKES_MAX - 3]);
    it.hide([a!]);
    it.swap([{ stroke: b!, by: [left] }]);
    it.commit({
      kind: 'replace',
      swaps: [
        { stroke: a!, by: [] },
        { stroke: b!, by: [left] },
      ],
    });
    expect(shown).toEqual([left, c]);
    it.set(first);
    expect(shown).toEqual(first);
  });

  test('what the drawing no longer has is not erased, and nothing is no edit', () => {
    const [a] = begin(2);
    it.commit({ kind: 'erase', strokes: [stroke()] });
    it.commit({ kind: 'replace', swaps: [{ stroke: stroke(), by: [] }] });
    expect(reports).toEqual([]);
    it.isFull = true;
    it.commit({ kind: 'add', strokes: [stroke()] });
    expect([reports.length, refusals, it.all.includes(a!)]).toEqual([0, 1, true]);
  });

  test('with the last stroke that they belong to go strokes that erase, and come back with it; others stay', () => {
    const erasing = (): Stroke => ({ ...stroke(), tool: 'eraser' });
    const [wash, rub, pen, cut] = [stroke(), erasing(), stroke(), erasing()];
    first = [wash, rub, pen, cut];
    it.set(first);
    it.commit({ kind: 'erase', strokes: [pen] });
    // It belonged to that line alone.
    expect(it.all).toEqual([wash, rub]);
    it.commit({ kind: 'erase', strokes: [wash] });
    expect(it.all).toEqual([]);
    expect(reports.at(-1)).toEqual({ kind: 'erase', strokes: [wash, rub] });

    const [line, part, left] = [stroke(), stroke(), erasing()];
    first = [line, left, part];
    [reports] = [[]];
    it.set(first);
    it.commit({ kind: 'replace', swaps: [{ stroke: line, by: [] }] });
    expect(it.all).toEqual([part]);
    expect(reports).toEqual([
      {
        kind: 'replace',
        swaps: [
          { stroke: line, by: [] },
          { stroke: left, by: [] },
        ],
      },
    ]);
    // One that came from elsewhere stays, until something is erased below it.
    first = [left, part];
    [reports] = [[]];
    it.set(first);
    it.commit({ kind: 'erase', strokes: [part] });
    expect(it.all).toEqual([left]);
  });
});
