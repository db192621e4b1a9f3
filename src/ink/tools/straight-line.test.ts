import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { touches } from '../geometry/hit-test.ts';
import { HOLD_MS } from '../geometry/straight.ts';
import { Pen } from './pen.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A wavering line to the right. */
const wavering = Array.from({ length: 50 }, (_, i) => at(10 + i * 4, 100 + 3 * Math.sin(i)));
const last = wavering.at(-1)!;

function pen(tool?: string): { context: FakeToolContext; pen: Pen } {
  const context = new FakeToolContext();
  return { context, pen: new Pen(context, tool) };
}

function points(context: FakeToolContext) {
  const edit = context.edits.at(-1);
  if (edit?.kind !== 'add') throw new Error('no stroke was added');
  return edit.strokes.map((stroke) => stroke.points);
}

describe('ink: the straight line of pen and marker', () => {
  test('a page that was busy for long has not seen the hand hold still', () => {
    const { context, pen: tool } = pen();
    tool.start(wavering[0]!, 'mouse');
    tool.move(wavering.slice(1), []);
    // One timer is late by as much as a hold. The moves made meanwhile arrive before the next timer.
    vi.setSystemTime(Date.now() + 5 * HOLD_MS);
    vi.advanceTimersToNextTimer();
    tool.move([at(300, 300)], []);
    vi.advanceTimersByTime(HOLD_MS - 1);
    expect(context.shown?.settled.x.length).toBeGreaterThan(40);
    tool.drop();
  });

  test('holding still at the end of a nearly straight stroke makes it straight, at once and as it is stored', () => {
    const { context, pen: tool } = pen('marker');
    tool.start(wavering[0]!, 'touch');
    tool.move(wavering.slice(1), []);
    vi.advanceTimersByTime(HOLD_MS - 1);
    expect(context.shown?.settled.x.length).toBeGreaterThan(40);
    vi.advanceTimersByTime(1);
    expect(context.shown?.end).toMatchObject({ x: [10, last.x], y: [100, expect.closeTo(last.y, 6)] });
    expect(context.shown?.settled.x).toEqual([10]);
    // The line stays straight when the pointer moves on, but not far.
    tool.move([at(190, 140)], []);
    expect(context.shown?.end).toMatchObject({ x: [10, 190], y: [100, 140] });
    tool.end();
    expect(points(context)).toEqual([
      [
        [10, 100],
        [190, 140],
      ],
    ]);
    expect(context.edits[0]).toMatchObject({ strokes: [{ tool: 'marker' }] });
    expect(context.shown).toBeUndefined();
  });

  test('a pause in the middle of a stroke loses nothing: far from it the stroke is free again, and stays so', () => {
    const { context, pen: tool } = pen();
    tool.start(wavering[0]!, 'pen');
    tool.move(wavering.slice(1), []);
    vi.advanceTimersByTime(HOLD_MS);
    expect(context.shown?.settled.x).toHaveLength(1);
    // Nearer than a quarter of the line the end follows the pointer; a fast device reports much at once.
    tool.move([at(last.x + 40, 110)], []);
    expect(context.shown?.settled.x).toHaveLength(1);
    const wave = Array.from({ length: 40 }, (_, i) => at(last.x + 50 + i * 10, 100 + 60 * Math.sin(i / 3)));
    tool.move([...wave, at(last.x, last.y)], []);
    expect(context.shown?.settled.x.length).toBeGreaterThan(80);
    vi.advanceTimersByTime(2 * HOLD_MS);
    expect(context.shown?.settled.x.length).toBeGreaterThan(80);
    tool.end();
    const [edit] = context.edits;
    const stroke = edit?.kind === 'add' ? edit.strokes[0] : undefined;
    const missing = [...wavering, at(last.x + 40, 110), ...wave].filter(
      ({ x, y }) => !stroke || !touches(stroke, [x, y], [x, y], 1),
    );
    expect(missing).toEqual([]);
  });

  test('a stroke that a pause left free becomes straight if it is nearly straight as a whole', () => {
    const { context, pen: tool } = pen();
    tool.start(at(0, 0), 'mouse');
    for (const x of [40, 80, 120]) {
      tool.move([at(x, 1)], []);
      vi.advanceTimersByTime(HOLD_MS);
    }
    expect(context.shown?.end).toMatchObject({ x: [0, 120], y: [0, 1] });
    tool.move([at(400, 2)], []);
    expect(context.shown?.settled.x.length).toBeGreaterThan(1);
    vi.advanceTimersByTime(HOLD_MS);
    expect(context.shown?.end).toMatchObject({ x: [0, 400], y: [0, 2] });
    tool.drop();
  });

  test('a hand that trembles holds still, and one that moves on begins to hold anew', () => {
    const { context, pen: tool } = pen();
    tool.start(wavering[0]!, 'pen');
    tool.move(wavering.slice(1), []);
    vi.advanceTimersByTime(HOLD_MS - 100);
    tool.move([at(last.x + 20, last.y)], []);
    vi.advanceTimersByTime(HOLD_MS - 100);
    expect(context.shown?.settled.x.length).toBeGreaterThan(1);
    tool.move([at(last.x + 21, last.y + 1)], []);
    vi.advanceTimersByTime(100);
    expect(context.shown?.settled.x).toHaveLength(1);
  });

  test('a move sets no timer of its own', () => {
    const { pen: tool } = pen();
    const set = vi.spyOn(globalThis, 'setTimeout');
    const cleared = vi.spyOn(globalThis, 'clearTimeout');
    tool.start(wavering[0]!, 'pen');
    for (const sample of wavering) tool.move([sample], []);
    expect([set.mock.calls.length, cleared.mock.calls.length, vi.getTimerCount()]).toEqual([1, 0, 1]);
    tool.drop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a curve that is held stays a curve, and what was lifted or dropped is held no longer', () => {
    const { context, pen: tool } = pen();
    const arc = Array.from({ length: 40 }, (_, i) => at(10 + i * 4, 100 + 60 * Math.sin((i / 39) * Math.PI)));
    tool.start(arc[0]!, 'mouse');
    tool.move(arc.slice(1), []);
    vi.advanceTimersByTime(2 * HOLD_MS);
    tool.end();
    expect(points(context)[0]!.length).toBeGreaterThan(5);
    tool.start(wavering[0]!, 'mouse');
    tool.move(wavering.slice(1), []);
    tool.drop();
    expect(vi.getTimerCount()).toBe(0);
    tool.start(at(0, 0), 'mouse');
    tool.end();
    expect(points(context)).toEqual([[[0, 0]]]);
  });

  test('while Shift is held any stroke is straight, and it is free again when Shift is let go', () => {
    const { context, pen: tool } = pen();
    context.shift = true;
    tool.start(at(0, 0), 'mouse');
    tool.move([at(30, 60), at(100, 0)], [at(110, 5)]);
    expect(context.shown?.end).toMatchObject({ x: [0, 110], y: [0, 5] });
    context.shift = false;
    tool.move([at(100, 40)], []);
    expect(context.shown?.settled.x.length).toBeGreaterThan(3);
    tool.end();
    expect(points(context)[0]).toEqual(
      expect.arrayContaining([
        [30, 60],
        [100, 40],
      ]),
    );

    context.shift = true;
    tool.start(at(0, 0), 'mouse');
    tool.move([at(30, 60), at(100, 0)], []);
    tool.end();
    expect(points(context)).toEqual([
      [
        [0, 0],
        [100, 0],
      ],
    ]);
  });

  test('a pen that knows pressure draws a straight line as hard as the stroke was on the whole', () => {
    const { context, pen: tool } = pen();
    context.shift = true;
    tool.start(at(0, 0, 0.2), 'pen');
    tool.move([at(50, 9, 0.9), at(100, 0, 0.7)], []);
    expect(context.shown?.end.pressure).toEqual([0.6, 0.6].map((even) => expect.closeTo(even, 9)));
    tool.end();
    expect(context.edits[0]).toMatchObject({
      strokes: [
        {
          points: [
            [0, 0],
            [100, 0],
          ],
          pressure: [0.6, 0.6],
        },
      ],
    });
  });
});

describe('ink: the end of a stroke that is being drawn', () => {
  test('is where it was expected while the hand moves, and where the hand is once that rests', () => {
    const { context, pen: tool } = pen();
    tool.start(at(0, 0), 'mouse');
    tool.move([at(40, 10)], [at(60, 15)]);
    expect(context.shown?.end.x.at(-1)).toBe(60);
    vi.advanceTimersByTime(150);
    tool.move([at(90, 60)], [at(110, 90)]);
    vi.advanceTimersByTime(100);
    expect(context.shown?.end.x.at(-1)).toBe(110);
    vi.advanceTimersByTime(100);
    expect(context.shown?.end.x.at(-1)).toBe(90);
    tool.end();
    expect(vi.getTimerCount()).toBe(0);
  });
});
