import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import { AS_DRAWN, beginningOf, MOST, momentOf, timelineOf } from './timeline.ts';

const line = (more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#000000',
  size: 2,
  points: [
    [0, 0],
    [10, 0],
    [20, 0],
    [100, 0],
  ],
  ...more,
});

const strokes = fc.array(
  fc.record(
    {
      tool: fc.constantFrom('pen', 'wash', 'marker', 'eraser'),
      at: fc.option(fc.nat(2_000_000), { nil: undefined }),
      points: fc.array(fc.tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -500, max: 500 })), {
        minLength: 1,
        maxLength: 8,
      }),
    },
    { requiredKeys: ['tool', 'points'] },
  ),
  { maxLength: 40 },
);
const drawn = strokes.map((all) =>
  all.map(({ at, ...rest }) => line({ ...(rest as Partial<Stroke>), ...(at !== undefined && { at }) })),
);

describe('replay: the timeline', () => {
  test('has every stroke once, one after the other, and ends with the finished drawing', () => {
    fc.assert(
      fc.property(drawn, (all) => {
        const timeline = timelineOf(all);
        const { marks, coats, length } = timeline;
        expect(new Set(marks.map(({ stroke }) => stroke))).toEqual(new Set(all));
        expect(marks).toHaveLength(all.length);
        let clock = 0;
        for (const { begin, end, stroke, coat } of marks) {
          expect(begin).toBeGreaterThanOrEqual(clock);
          expect(end).toBeGreaterThan(begin);
          expect(coats[coat]).toContain(stroke);
          clock = end;
        }
        expect(length).toBeLessThanOrEqual(MOST + 1_500);
        expect(momentOf(timeline, length)).toEqual({ done: all.length, points: 0 });
        expect(momentOf(timeline, 0)).toEqual({ done: 0, points: 0 });
      }),
    );
  });

  test('what is drawn only grows with time', () => {
    fc.assert(
      fc.property(
        drawn,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }),
        (all, parts) => {
          const timeline = timelineOf(all);
          let before = { done: 0, points: 0 };
          for (const part of parts.toSorted((a, b) => a - b)) {
            const now = momentOf(timeline, part * timeline.length);
            expect(now.done > before.done || (now.done === before.done && now.points >= before.points)).toBe(
              true,
            );
            before = now;
          }
        },
      ),
    );
  });

  test('goes by the time of the strokes, whatever their order is', () => {
    const [first, second, third] = [line({ at: 0 }), line({ at: 5_000 }), line({ at: 2_000 })];
    expect(timelineOf([first, second, third]).marks.map(({ stroke }) => stroke)).toEqual([
      first,
      third,
      second,
    ]);
  });

  test('strokes without a time are drawn in their order, 0.3 s each', () => {
    const all = [line(), line(), line()];
    const { marks, length } = timelineOf(all);
    expect(marks.map(({ stroke }) => all.indexOf(stroke))).toEqual([0, 1, 2]);
    expect(marks.map(({ begin, end }) => [begin, end])).toEqual([
      [0, 300],
      [300, 600],
      [600, 900],
    ]);
    expect(length).toBe(2_400);
  });

  test('one without a time comes after the one that it lies above', () => {
    const all = [line({ at: 9_000 }), line(), line({ at: 0 })];
    expect(timelineOf(all).marks.map(({ stroke }) => all.indexOf(stroke))).toEqual([2, 0, 1]);
  });

  test('a pause is a second at most, and drawing goes on where it was', () => {
    const { marks } = timelineOf([line({ at: 0 }), line({ at: 60_000 })]);
    // 100 units at 0.4 a ms.
    expect(marks.map(({ begin, end }) => [begin, end])).toEqual([
      [0, 250],
      [1_250, 1_500],
    ]);
  });

  test('a long drawing is played faster, within a minute', () => {
    const many = (count: number) => Array.from({ length: count }, () => line());
    expect(timelineOf(many(50)).length).toBe(AS_DRAWN + 1_500);
    expect(timelineOf(many(51)).length).toBe(AS_DRAWN + 1_500);
    expect(timelineOf(many(800)).length).toBeCloseTo(30_000 + 1_500);
    expect(timelineOf(many(20_000)).length).toBeCloseTo(MOST + 1_500);
  });

  test('a stroke appears point by point, with its pressure and tilt', () => {
    const stroke = line({ pressure: [0.1, 0.2, 0.3, 0.4], tilt: [0, 0.1, 0.2, 0.3] });
    const timeline = timelineOf([stroke]);
    expect([1, 149, 151, 299].map((time) => momentOf(timeline, time).points)).toEqual([1, 1, 2, 3]);
    expect(beginningOf(stroke, 2)).toEqual({
      ...stroke,
      points: [
        [0, 0],
        [10, 0],
      ],
      pressure: [0.1, 0.2],
      tilt: [0, 0.1],
    });
  });

  test('an empty drawing has none', () => {
    expect(timelineOf([])).toEqual({ coats: [], marks: [], length: 0 });
  });
});
