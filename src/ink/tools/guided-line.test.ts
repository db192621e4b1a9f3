import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOLD_MS } from '../geometry/straight.ts';
import { Pen } from './pen.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function guided(guide: FakeToolContext['guide'] = [[0, 0]]) {
  const context = new FakeToolContext();
  context.guide = guide;
  return { context, pen: new Pen(context) };
}

function points({ edits }: FakeToolContext) {
  const edit = edits.at(-1);
  return edit?.kind === 'add' ? edit.strokes.map((stroke) => stroke.points) : [];
}

describe('ink: a straight line in a perspective', () => {
  test('with Shift follows it, on the screen as it is stored', () => {
    const { context, pen } = guided();
    context.shift = true;
    pen.start(at(100, 100), 'mouse');
    pen.move([at(60, 90), at(12, 8)], []);
    expect(context.shown?.end).toMatchObject({ x: [100, expect.closeTo(10)], y: [100, expect.closeTo(10)] });
    pen.end();
    expect(points(context)).toEqual([
      [
        [100, 100],
        [10, 10],
      ],
    ]);
  });

  test('that a finger held still follows it, too, and on with the finger', () => {
    const { context, pen } = guided();
    pen.start(at(100, 100), 'touch');
    pen.move(
      Array.from({ length: 40 }, (_, i) => at(101 + 5 * i, 100 + (i % 2))),
      [],
    );
    vi.advanceTimersByTime(HOLD_MS);
    expect(context.shown?.end).toMatchObject({ x: [100, 296], y: [100, 100] });
    pen.move([at(310, 125)], []);
    expect(context.shown?.end.y[1]).toBeCloseTo(100);
    pen.end();
    expect(points(context)).toEqual([
      [
        [100, 100],
        [310, 100],
      ],
    ]);
  });

  test('is where it is on the paper at another zoom', () => {
    const { context, pen } = guided();
    context.camera = { x: 50, y: 50, zoom: 2 };
    context.shift = true;
    pen.start(at(100, 100), 'pen');
    pen.move([at(-76, -84)], []);
    pen.end();
    expect(points(context)).toEqual([
      [
        [100, 100],
        [10, 10],
      ],
    ]);
  });

  test('is free where there is no guide, and from a vanishing point; a free stroke is as the hand drew it', () => {
    for (const [guide, from] of [
      [undefined, at(100, 100)],
      [[[100, 92]], at(100, 100)],
    ] as const) {
      const { context, pen } = guided();
      context.guide = guide;
      context.shift = true;
      pen.start(from, 'mouse');
      pen.move([at(12, 8)], []);
      pen.end();
      expect(points(context)[0]?.[1]).toEqual([12, 8]);
    }
    const { context, pen } = guided();
    pen.start(at(100, 100), 'mouse');
    pen.move([at(60, 20), at(12, 8)], []);
    pen.end();
    expect(points(context)[0]?.at(-1)).toEqual([12, 8]);
  });
});
