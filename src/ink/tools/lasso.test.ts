import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { Lasso } from './lasso.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

const dash = (x: number, y: number, tool = 'pen'): Stroke => ({
  tool,
  color: '#000',
  size: 2,
  points: [
    [x, y],
    [x + 20, y],
  ],
});

let context: FakeToolContext;
let lasso: Lasso;
let dashes: readonly [Stroke, Stroke, Stroke];

beforeEach(() => {
  vi.useFakeTimers();
  context = new FakeToolContext();
  dashes = [dash(100, 100), dash(100, 140), dash(300, 100)];
  context.strokes = dashes;
  lasso = new Lasso(context);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Draws a lasso around this box. */
function around(left: number, top: number, right: number, bottom: number): void {
  lasso.start(at(left, top), 'mouse');
  lasso.move([at(right, top), at(right, bottom), at(left, bottom)]);
  lasso.end();
}

function drag(from: readonly [number, number], to: readonly [number, number]): void {
  lasso.start(at(...from), 'mouse');
  lasso.move([at((from[0] + to[0]) / 2, (from[1] + to[1]) / 2), at(...to)]);
}

function tap(x: number, y: number): void {
  lasso.start(at(x, y), 'mouse');
  lasso.end();
}

/** Collects scheduled tasks, and returns a function that runs so many of them. */
function slowDevice(): (tasks: number) => void {
  const due: (() => void)[] = [];
  vi.stubGlobal(
    'MessageChannel',
    class {
      readonly port1 = { onmessage: () => {}, close: () => {} };
      readonly port2 = { postMessage: () => due.push(() => this.port1.onmessage()) };
    },
  );
  // The clock moves so that each slice has time for one step.
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5));
  return (tasks) => {
    for (let i = 0; i < tasks; i++) due.shift()?.();
  };
}

const picked = () => context.selection.strokes;

describe('ink: the lasso picks', () => {
  test('what the loop takes is picked, strokes that erase are not, and the loop leaves no trace', () => {
    context.strokes = [...dashes, dash(100, 120, 'eraser')];
    lasso.start(at(80, 80), 'mouse');
    lasso.move([at(140, 80), at(140, 160)]);
    expect(context.shown?.settled.x).toEqual([80, 140, 140]);
    lasso.move([at(80, 160)]);
    lasso.end();
    expect(picked()).toEqual([dashes[0], dashes[1]]);
    expect(context.shown).toBeUndefined();
    expect(context.edits).toEqual([]);
    around(280, 80, 340, 120);
    expect(picked()).toEqual([dashes[2]]);
    around(500, 500, 600, 600);
    expect(picked()).toEqual([]);
    expect(context.counts).toEqual([2, 1, 0]);
  });

  test('a tap picks the topmost stroke there, and beside all of them drops what was picked', () => {
    context.strokes = [...dashes, dash(100, 100)];
    tap(110, 101);
    expect(picked()).toEqual([context.strokes[3]]);
    tap(200, 300);
    expect(picked()).toEqual([]);
  });

  test('Shift adds, with a loop and with a tap, and a tap on what is picked lets it go', () => {
    tap(110, 100);
    context.shift = true;
    tap(310, 100);
    expect(picked()).toEqual([dashes[0], dashes[2]]);
    around(80, 120, 140, 160);
    expect(picked()).toEqual(dashes);
    tap(110, 140);
    expect(picked()).toEqual([dashes[0], dashes[2]]);
    tap(700, 700);
    expect(picked()).toHaveLength(2);
  });

  test('another tool drops the selection', () => {
    tap(110, 100);
    lasso.leave();
    expect(picked()).toEqual([]);
  });
});

describe('ink: the lasso carries', () => {
  test('within the frame it moves: the drawing changes once, when the hand is lifted', () => {
    around(80, 80, 140, 160);
    drag([110, 120], [130, 150]);
    expect(context.carried).toEqual({ scale: 1, dx: 20, dy: 30 });
    expect(context.seen).toEqual([dashes[2]]);
    expect(context.edits).toEqual([]);
    lasso.end();
    expect(context.edits).toHaveLength(1);
    expect(context.strokes).toEqual([dash(120, 130), dash(120, 170), dashes[2]]);
    expect(context.strokes[2]).toBe(dashes[2]);
    // The moved strokes are selected.
    expect(picked()).toEqual([context.strokes[0], context.strokes[1]]);
  });

  test('at a corner it scales, about the opposite one and evenly, whichever way the hand goes', () => {
    around(80, 80, 140, 160);
    // Bounds are 99..121 by 99..141.
    drag([129, 149], [151, 191]);
    expect(context.carried).toEqual({ scale: 2, dx: -99, dy: -99 });
    lasso.end();
    expect(context.strokes[0]).toEqual({
      ...dash(101, 101),
      size: 4,
      points: [
        [101, 101],
        [141, 101],
      ],
    });
    drag([0, 0], [0, 0]);
    lasso.drop();
    drag([151, 191], [-5000, -5000]);
    expect(context.carried?.scale).toBe(0.05);
    lasso.drop();
  });

  test('a cancelled hand leaves all where it was', () => {
    around(80, 80, 140, 160);
    drag([110, 120], [130, 150]);
    lasso.drop();
    lasso.end();
    expect(context.edits).toEqual([]);
    expect(context.seen).toEqual(dashes);
    expect(context.carried).toBeUndefined();
    expect(picked()).toHaveLength(2);
    lasso.start(at(0, 0), 'mouse');
    lasso.move([at(500, 0), at(500, 500)]);
    lasso.drop();
    expect(context.shown).toBeUndefined();
    expect(picked()).toHaveLength(2);
  });

  test('a tap within the frame moves nothing', () => {
    around(80, 80, 140, 160);
    lasso.start(at(110, 120), 'touch');
    lasso.move([at(112, 121)]);
    lasso.end();
    expect(context.edits).toEqual([]);
    expect(context.seen).toEqual(dashes);
  });

  test('zoomed in, the same way of the hand is less on the paper', () => {
    context.camera = { x: 90, y: 90, zoom: 4 };
    tap(40, 40);
    drag([40, 40], [60, 40]);
    lasso.end();
    expect(context.strokes[0]).toEqual(dash(105, 100));
  });
});

describe('ink: a selection by keys and buttons', () => {
  test('moves that follow each other are one edit, and another action ends them first', () => {
    context.selection.all();
    for (let i = 0; i < 5; i++) context.selection.nudge(1, 0);
    expect(context.carried).toEqual({ scale: 1, dx: 5, dy: 0 });
    expect(context.edits).toEqual([]);
    vi.runAllTimers();
    expect(context.edits).toHaveLength(1);
    expect(context.strokes[0]).toEqual(dash(105, 100));
    context.selection.nudge(0, 7);
    context.selection.erase();
    expect(context.edits.map(({ kind }) => kind)).toEqual(['replace', 'replace', 'erase']);
    expect(context.strokes).toEqual([]);
    expect(context.counts.at(-1)).toBe(0);
    vi.runAllTimers();
    expect(context.edits).toHaveLength(3);
  });

  test('thousands that were moved by keys are put down in slices, all of them, and at once where one goes on', () => {
    const run = slowDevice();
    const many = Array.from({ length: 3_000 }, (_, i) => dash(i, 2 * i));
    context.strokes = many;
    context.selection.all();
    context.selection.nudge(1, 0);
    context.selection.nudge(1, 0);
    vi.runAllTimers();
    run(20);
    expect(context.edits).toEqual([]);
    run(200);
    expect(context.edits).toHaveLength(1);
    expect(context.strokes).toEqual(many.map((_, i) => dash(i + 2, 2 * i)));

    // The next nudge comes when some strokes are computed already; then another action follows.
    context.selection.nudge(0, 3);
    vi.runAllTimers();
    run(20);
    context.selection.nudge(0, 1);
    run(200);
    expect(context.edits).toHaveLength(1);
    context.selection.recolor('#123456');
    expect(context.edits.map(({ kind }) => kind)).toEqual(['replace', 'replace', 'replace']);
    expect(context.strokes).toEqual(many.map((_, i) => ({ ...dash(i + 2, 2 * i + 4), color: '#123456' })));

    context.selection.nudge(5, 0);
    vi.runAllTimers();
    context.selection.putBack();
    run(200);
    expect(context.edits).toHaveLength(3);
    expect(context.carried).toBeUndefined();
  });

  test('a copy lies beside the original and is picked, as long as there is room', () => {
    around(80, 80, 140, 160);
    context.selection.duplicate();
    expect(context.strokes).toEqual([...dashes, dash(116, 116), dash(116, 156)]);
    expect(picked()).toEqual(context.strokes.slice(3));
    context.room = 1;
    context.selection.duplicate();
    expect(context.strokes).toHaveLength(5);
    expect(context.refusals).toBe(1);
  });

  test('a colour goes to all that have another, and nothing changes where all have it', () => {
    context.selection.all();
    context.selection.recolor('#ff0000');
    context.selection.recolor('#ff0000');
    expect(context.edits).toHaveLength(1);
    expect(context.strokes.map(({ color }) => color)).toEqual(['#ff0000', '#ff0000', '#ff0000']);
    expect(picked()).toEqual(context.strokes);
  });

  test('larger and smaller go about the middle', () => {
    tap(110, 100);
    context.selection.scale(2);
    expect(context.strokes[0]).toEqual({
      ...dashes[0],
      size: 4,
      points: [
        [90, 100],
        [130, 100],
      ],
    });
  });

  test('keys pick one stroke after the other, around from one end to the other', () => {
    context.selection.step(-1);
    expect(picked()).toEqual([dashes[2]]);
    context.selection.step(-1);
    expect(picked()).toEqual([dashes[1]]);
    context.selection.step(1);
    context.selection.step(1);
    expect(picked()).toEqual([dashes[0]]);
  });

  test('what is undone elsewhere is no longer picked, and what is carried is put back', () => {
    context.selection.all();
    context.selection.nudge(10, 0);
    context.strokes = [dashes[0]];
    context.selection.keep(context.strokes);
    expect(picked()).toEqual([dashes[0]]);
    vi.runAllTimers();
    expect(context.edits).toEqual([]);
    expect(context.seen).toEqual([dashes[0]]);
  });
});
