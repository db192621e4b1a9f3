import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { COORDINATE_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { movedBy, NO_TRANSFORM, transformed } from '../geometry/transform.ts';
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

  test('a loop that leaves nothing selected is reported, and no other, nor a tap', () => {
    context.strokes = dashes;
    around(80, 80, 140, 160);
    context.shift = true;
    around(500, 500, 600, 600);
    expect([picked().length, context.misses]).toEqual([2, 0]);
    context.shift = false;
    tap(500, 500);
    expect([picked().length, context.misses]).toEqual([0, 0]);
    around(500, 500, 600, 600);
    expect(context.misses).toBe(1);
    context.strokes = [];
    around(80, 80, 140, 160);
    expect(context.misses).toBe(2);
  });

  test('a loop whose samples all come at once is a loop, although it ends where it began', () => {
    lasso.start(at(80, 80), 'mouse');
    lasso.move([at(140, 80), at(140, 160), at(80, 160), at(80, 80)]);
    lasso.end();
    expect(picked()).toEqual([dashes[0], dashes[1]]);
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

  test('while it adds, without Shift: a loop from anywhere adds, and a tap adds or takes away', () => {
    tap(110, 100);
    context.isAdding = true;
    // Within the frame, and at its corner: neither moves nor scales.
    tap(110, 140);
    expect(picked()).toEqual([dashes[0], dashes[1]]);
    lasso.start(at(129, 149), 'touch');
    lasso.move([at(350, 149), at(350, 80), at(129, 80)]);
    lasso.end();
    expect(picked()).toEqual(dashes);
    tap(110, 100);
    expect(picked()).toEqual([dashes[1], dashes[2]]);
    tap(700, 700);
    expect(picked()).toHaveLength(2);
    expect(context.edits).toEqual([]);
  });

  test('a finger or a pen that holds still on a stroke adds it, and then does nothing until it is lifted', () => {
    const [, , stroke] = dashes;
    const [x, y] = stroke.points[0]!;
    for (const device of ['touch', 'pen'] as const) {
      context.selection.set([dashes[0]]);
      lasso.start(at(x + 5, y), device);
      lasso.move([at(x + 6, y + 1)]);
      vi.advanceTimersByTime(499);
      expect(picked()).toEqual([dashes[0]]);
      vi.advanceTimersByTime(1);
      expect(picked()).toEqual([dashes[0], stroke]);
      expect(context.shown).toBeUndefined();
      lasso.move([at(600, 600)]);
      lasso.end();
      expect(picked()).toEqual([dashes[0], stroke]);
      expect(context.edits).toEqual([]);
    }
  });

  test('a hold adds nothing with a mouse, on a selected stroke, beside all strokes, on the way, and when dropped', () => {
    const hold = (x: number, y: number, device: 'mouse' | 'touch' = 'touch') => {
      lasso.start(at(x, y), device);
      vi.advanceTimersByTime(600);
    };
    context.selection.set([dashes[0]]);
    hold(310, 100, 'mouse');
    lasso.drop();
    hold(600, 600);
    lasso.drop();
    // A finger that rests on the selection can still move it.
    hold(110, 100);
    lasso.move([at(120, 100)]);
    expect(context.carried).toEqual(movedBy(10, 0));
    lasso.drop();
    lasso.start(at(310, 100), 'touch');
    lasso.move([at(320, 100)]);
    vi.advanceTimersByTime(600);
    lasso.drop();
    lasso.start(at(310, 100), 'touch');
    lasso.drop();
    vi.advanceTimersByTime(600);
    expect(picked()).toEqual([dashes[0]]);
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
    expect(context.carried).toEqual(movedBy(20, 30));
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
    expect(context.carried).toEqual({ ...NO_TRANSFORM, scale: 2, dx: -99, dy: -99 });
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

  test('at the handle outside the frame it turns about the middle, in one edit, and shows the angle', () => {
    around(80, 80, 140, 160);
    // The middle is 110, 120; the frame 91..129 by 91..149. Above it there is no room.
    drag([110, 183], [47, 120]);
    expect(context.angle).toBe(90);
    expect(context.seen).toEqual([dashes[2]]);
    lasso.end();
    expect(context.edits).toHaveLength(1);
    expect(context.strokes.map(({ points }) => points)).toEqual([
      [
        [130, 110],
        [130, 130],
      ],
      [
        [90, 110],
        [90, 130],
      ],
      dashes[2].points,
    ]);
    expect(picked()).toEqual(context.strokes.slice(0, 2));
    // A slip on the handle is no tap beside the strokes.
    tap(110, 173);
    expect(picked()).toHaveLength(2);
    drag([110, 173], [130, 170]);
    lasso.drop();
    expect([context.angle, context.edits.length]).toEqual([undefined, 1]);
  });

  test('a turn keeps to whole steps with Shift, and to upright angles when it comes close to one', () => {
    around(80, 80, 140, 160);
    const to = (degrees: number) => {
      const radians = ((degrees + 90) * Math.PI) / 180;
      lasso.move([at(110 + 80 * Math.cos(radians), 120 + 80 * Math.sin(radians))]);
      return context.angle;
    };
    lasso.start(at(110, 183), 'touch');
    expect(to(20)).toBeCloseTo(20, 9);
    expect(to(-91)).toBe(-90);
    expect(to(179)).toBe(180);
    context.shift = true;
    expect(to(20)).toBe(15);
    expect(to(-38)).toBe(-45);
    lasso.drop();
  });

  test('a finger reaches the handle from farther than a mouse, and it is below where there is no room above', () => {
    const grip = (x: number, y: number, device: 'mouse' | 'touch') =>
      context.selection.gripAt({ x, y }, device)?.kind;
    context.strokes = [dash(100, 130)];
    context.selection.all();
    // The frame is 91..129 by 121..139.
    expect(grip(110, 87, 'mouse')).toBe('turn');
    expect(grip(110, 66, 'mouse')).toBeUndefined();
    expect(grip(110, 66, 'touch')).toBe('turn');
    context.strokes = [dash(100, 20)];
    context.selection.all();
    expect(grip(110, 63, 'mouse')).toBe('turn');
    // As high as the view: as far up inside as no bar covers it.
    context.strokes = [dash(100, 20), dash(100, 680)];
    context.selection.all();
    expect(grip(110, 84, 'mouse')).toBe('turn');
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

  test('a finger in the middle of a small frame moves it, however near its corners are', () => {
    tap(110, 100);
    // The frame is 91..129 by 91..109.
    const grip = (x: number, y: number) => context.selection.gripAt({ x, y }, 'touch')?.kind;
    expect([grip(110, 100), grip(95, 93), grip(129, 109), grip(140, 115)]).toEqual([
      'inside',
      'corner',
      'corner',
      'corner',
    ]);
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

describe('ink: picked strokes that go while they are carried', () => {
  /** Others take a stroke away. */
  const take = (...gone: readonly Stroke[]) => {
    context.strokes = context.strokes.filter((stroke) => !gone.includes(stroke));
    context.selection.keep(context.strokes);
  };
  const moved = (stroke: Stroke, x: number) => ({ stroke, by: [transformed(stroke, movedBy(x, 0))] });
  const grab = () => {
    context.strokes = dashes;
    context.selection.all();
    lasso.start(at(120, 100), 'mouse');
    lasso.move([at(130, 100)]);
  };

  test('are told when the hand lets go, once, and the others are moved', () => {
    grab();
    const [first, second, third] = dashes;
    take(first);
    lasso.move([at(140, 100)]);
    take(second);
    lasso.move([at(150, 100)]);
    expect(context.dropped).toEqual([]);
    lasso.end();
    expect(context.dropped).toEqual([{ kind: 'replace', swaps: [moved(first, 10), moved(second, 20)] }]);
    expect(context.edits).toEqual([{ kind: 'replace', swaps: [moved(third, 30)] }]);
    context.selection.clear();
    expect(context.dropped).toHaveLength(1);
  });

  test('are not told where the gesture was none, or had not begun to carry them', () => {
    grab();
    take(...dashes);
    lasso.drop();
    context.strokes = dashes;
    context.selection.all();
    lasso.start(at(120, 100), 'mouse');
    take(...dashes);
    lasso.end();
    vi.runAllTimers();
    expect([context.dropped, context.edits]).toEqual([[], []]);
  });

  test('are told at once where keys move them: no hand lets go', () => {
    context.strokes = dashes;
    context.selection.all();
    context.selection.nudge(5, 0);
    take(dashes[0]);
    expect(context.dropped).toEqual([{ kind: 'replace', swaps: [moved(dashes[0], 5)] }]);
    vi.runAllTimers();
    expect([context.dropped.length, context.edits]).toEqual([1, []]);
  });
});

describe('ink: a selection by keys and buttons', () => {
  test('moves that follow each other are one edit, and another action ends them first', () => {
    context.selection.all();
    for (let i = 0; i < 5; i++) context.selection.nudge(1, 0);
    expect(context.carried).toEqual(movedBy(5, 0));
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
    // It is new ink, drawn now.
    context.now = 4_000;
    context.selection.duplicate();
    expect(context.strokes[5]).toEqual({ ...dash(132, 132), at: 4_000 });
    context.room = 1;
    context.selection.duplicate();
    expect(context.strokes).toHaveLength(7);
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

  test('it turns and mirrors about one middle for as long as it lasts, and comes back to where it was', () => {
    context.strokes = [...dashes, dash(100.3, 161.7)];
    context.selection.all();
    const before = context.strokes;
    context.selection.mirror('horizontal');
    expect(context.strokes).not.toEqual(before);
    context.selection.mirror('vertical');
    context.selection.turn(180);
    expect(context.strokes).toEqual(before);
    for (let i = 0; i < 24; i++) context.selection.turn(15);
    expect(context.edits).toHaveLength(27);
    for (const [i, { points }] of context.strokes.entries()) {
      for (const [k, [x, y]] of points.entries()) {
        expect(Math.hypot(x - before[i]!.points[k]![0], y - before[i]!.points[k]![1])).toBeLessThan(0.01);
      }
    }
    // The middle moves with the strokes.
    const there = context.strokes;
    context.selection.turn(40);
    context.selection.recolor('#ff0000');
    context.selection.nudge(33, -5);
    context.selection.turn(-40);
    for (const [i, { points }] of context.strokes.entries()) {
      expect(points[0]![0]).toBeCloseTo(there[i]!.points[0]![0] + 33, 1);
      expect(points[0]![1]).toBeCloseTo(there[i]!.points[0]![1] - 5, 1);
    }
  });

  test('what would leave the paper when it is turned or mirrored stays where it is, and says so', () => {
    context.strokes = [dash(-COORDINATE_MAX, 0), dash(COORDINATE_MAX - 30, 0)];
    context.selection.all();
    const before = context.strokes;
    context.camera = { x: -COORDINATE_MAX, y: 0, zoom: 1 };
    context.selection.turn(45);
    expect([context.tooFars, context.edits.length]).toEqual([0, 1]);
    context.strokes = before.map((one) => ({ ...one, points: one.points.map(([x]) => [x, COORDINATE_MAX]) }));
    const low = context.strokes;
    context.selection.all();
    context.selection.turn(90);
    expect([context.tooFars, context.edits.length]).toEqual([1, 1]);
    expect(context.seen).toEqual(low);
    expect(context.carried).toBeUndefined();
    expect(picked()).toEqual(low);
  });

  test('thousands are turned in slices, and until then shown turned', () => {
    const run = slowDevice();
    context.strokes = Array.from({ length: 3_000 }, (_, i) => dash(i, 2 * i));
    context.selection.all();
    context.selection.turn(90);
    run(20);
    expect(context.edits).toEqual([]);
    expect(context.carried).toMatchObject({ cos: 0, sin: 1 });
    run(200);
    expect(context.edits).toHaveLength(1);
  });

  test('thousands inside a loop are picked in slices, or at once when the next gesture begins', () => {
    const run = slowDevice();
    context.strokes = Array.from({ length: 300 }, (_, i) => dash(100 + (i % 20), 100 + i / 10));
    around(50, 50, 200, 200);
    run(2);
    expect(picked()).toEqual([]);
    run(20);
    expect(picked()).toHaveLength(300);
    tap(900, 900);
    expect(picked()).toEqual([]);
    around(50, 50, 200, 200);
    // This moves what the loop has taken.
    drag([110, 110], [160, 110]);
    expect(picked()).toHaveLength(300);
    lasso.end();
    run(20);
    expect(picked()).toHaveLength(300);
    expect(context.edits).toHaveLength(1);
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
