import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content } from '../document/content.ts';
import { NO_HISTORY, record, redo, redoing, undo } from '../document/history.ts';
import { stepOfText, stepText } from '../document/step-text.ts';
import { type Drawn, takeBackStep } from './take-back.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const stroke = (n: number, id: string = BASE.id): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  ...(id !== BASE.id && { layer: id }),
});
const drawn = (...numbers: number[]): Drawn => ({ strokes: numbers.map((n) => stroke(n)), layers: [BASE] });
const contentOf = ({ strokes, layers, paper }: Drawn): Content => ({
  title: 'Sketch',
  ...(paper && { paper }),
  ...(layers && { layers }),
  strokes,
});

/** The drawing after the version was taken back, undone and done again. */
function turns(now: Drawn, version: Drawn) {
  const step = takeBackStep(now, version);
  if (!step) return undefined;
  const history = record(NO_HISTORY, step);
  const taken = apply(contentOf(now), redoing(step));
  const back = undo(history, taken.strokes, undefined, taken.paper)!;
  const undone = apply(taken, back.operations);
  const again = redo(back.history, undone.strokes, undefined, undone.paper)!;
  return { taken, back, undone, again, redone: apply(undone, again.operations) };
}

test('versions: takes back what a version has, and undo brings back what was drawn since', () => {
  // One stroke of the version was erased, one changed its colour, two are new.
  const now = drawn(1, 3, 40, 5, 6);
  const version = drawn(1, 2, 3, 4);
  const { taken, undone, redone } = turns(now, version)!;
  expect(taken).toEqual(contentOf(version));
  expect(undone).toEqual(contentOf(now));
  expect(redone).toEqual(contentOf(version));
});

test('versions: touches no stroke that the version has too', () => {
  const now = drawn(1, 2, 3, 4);
  const step = takeBackStep(now, drawn(0, 1, 2, 4, 5))!;
  expect(step.items.map((item) => item.stroke)).toEqual([stroke(3)]);
  expect(step.come!.map((item) => item.stroke)).toEqual([stroke(0), stroke(5)]);
});

test('versions: moves only the one stroke that lies elsewhere', () => {
  const step = takeBackStep(drawn(9, 1, 2, 3, 4), drawn(1, 2, 3, 4, 9))!;
  expect(step.items.map((item) => item.stroke)).toEqual([stroke(9)]);
});

test('versions: fills a drawing that was erased, and is no step if nothing differs', () => {
  const version = drawn(1, 2);
  expect(turns(drawn(), version)!.taken).toEqual(contentOf(version));
  expect(turns(version, drawn(1, 2))).toBeUndefined();
});

test('versions: takes back layers with what was on them, and undo brings the new ones back', () => {
  const now: Drawn = { layers: [BASE, layer('new')], strokes: [stroke(1), stroke(7, 'new')] };
  const version: Drawn = {
    layers: [layer('old', { opacity: 0.5 }), BASE],
    strokes: [stroke(1), stroke(2, 'old')],
  };
  const { taken, undone, redone } = turns(now, version)!;
  expect(taken).toEqual(contentOf(version));
  expect(undone).toEqual(contentOf(now));
  expect(redone).toEqual(contentOf(version));
});

test('versions: takes back the paper too, and undo the one that came since', () => {
  const night = { color: '#25211c' };
  const grid = { color: '#fffdf8', pattern: 'grid' } as const;
  const { taken, back, undone, redone } = turns(
    { ...drawn(1), paper: grid },
    { ...drawn(1, 2), paper: night },
  )!;
  expect([taken.paper, undone.paper, redone.paper]).toEqual([night, grid, night]);
  // One that others have chosen since stays; the strokes go back.
  const others = apply(taken, [{ kind: 'paper', paper: WHITE }]);
  const left = undo(back.history.steps.reduce(record, NO_HISTORY), others.strokes, undefined, WHITE)!;
  expect(left.missing).toBe(0);
  expect(apply(others, left.operations)).toEqual({ ...undone, paper: WHITE });
  const step = takeBackStep({ ...drawn(1), paper: night }, drawn(1))!;
  expect(apply(contentOf({ ...drawn(1), paper: night }), redoing(step)).paper).toEqual(WHITE);
  expect(takeBackStep(drawn(1), { ...drawn(1), paper: WHITE })).toBeUndefined();
});

test('versions: undo leaves what was drawn after, and counts what another device erased', () => {
  const now = drawn(1, 2, 3);
  const step = takeBackStep(now, drawn(1, 8))!;
  const taken = apply(contentOf(now), redoing(step));
  const since = { ...taken, strokes: [stroke(1), stroke(9)] };
  const back = undo(record(NO_HISTORY, step), since.strokes)!;
  expect(back.missing).toBe(1);
  expect(
    apply(since, back.operations)
      .strokes.map(({ points }) => points[0]![0])
      .sort((a, b) => a - b),
  ).toEqual([1, 2, 3, 9]);
});

test('versions: is stored with the steps of undo', async () => {
  const step = takeBackStep(drawn(1, 2), drawn(2, 3))!;
  expect(stepOfText(await stepText(step))).toEqual(step);
});

test('versions: any two states: the version comes back whole, and undo the drawing', () => {
  const layers = [BASE, layer('a'), layer('b')];
  const state = fc
    .uniqueArray(fc.tuple(fc.nat(12), fc.constantFrom(BASE.id, 'a', 'b')), {
      selector: String,
      maxLength: 10,
    })
    .map((all): Drawn => ({ layers, strokes: all.map(([n, id]) => stroke(n, id)) }));
  fc.assert(
    fc.property(state, state, (now, version) => {
      const turned = turns(now, version);
      if (!turned) {
        expect(now).toEqual(version);
        return;
      }
      expect(turned.taken).toEqual(contentOf(version));
      expect(turned.undone).toEqual(contentOf(now));
      expect(turned.redone).toEqual(contentOf(version));
    }),
  );
});
