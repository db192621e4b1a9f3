import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { realStrokes } from '../../../../tests/support/drawing/strokes.ts';
import { POINTS_MAX, STROKES_MAX } from '../../../core/drawing/limits.ts';
import type { Point, Stroke } from '../../../core/drawing/types.ts';
import { paintCoat } from '../../brush/field/paint-stroke.ts';
import { blankPixels, type Pixels } from '../../brush/field/pixels.ts';
import { asFlatStroke } from '../../brush/flat-stroke.ts';
import { coatsOf } from '../../brush/wet-wash.ts';
import { distanceToSegment } from '../../geometry/hit-test.ts';
import { at, FakeToolContext } from '../tool-context.fake.ts';
import { SegmentEraser } from './segment-eraser.ts';

// Even a slow machine leaves nothing for later, unless a test says so.
let clock: { mockReturnValue(ms: number): unknown; mockImplementation(now: () => number): unknown };
beforeEach(() => {
  clock = vi.spyOn(performance, 'now').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const bar = (y: number, tool = 'pen'): Stroke => ({
  tool,
  color: '#000',
  size: 2,
  points: [
    [0, y],
    [100, y],
  ],
});

function context(strokes: readonly Stroke[]): { context: FakeToolContext; eraser: SegmentEraser } {
  const context = new FakeToolContext();
  context.strokes = strokes;
  return { context, eraser: new SegmentEraser(context) };
}

const wash = (y: number, at: number, more: Partial<Stroke> = {}): Stroke => ({
  ...bar(y, 'wash'),
  color: '#3a76b0',
  size: 20,
  at,
  ...more,
});

/** Drags the tip of a mouse through these places. */
function drag(eraser: SegmentEraser, [first, ...rest]: readonly Point[]): void {
  eraser.start(at(...first!), 'mouse');
  eraser.move(rest.map((place) => at(...place)));
  eraser.end();
}

describe('ink: the eraser of parts', () => {
  test('one drag through two strokes splits both, in their places, as one edit', () => {
    const bars = [bar(20), bar(40), bar(60)];
    const { context: it, eraser } = context(bars);
    eraser.start(at(50, 10), 'mouse');
    eraser.move([at(50, 30), at(50, 45)]);
    // The remaining parts are visible while the pointer still moves.
    expect(it.seen).toHaveLength(5);
    eraser.end();
    expect(it.edits).toHaveLength(1);
    expect(it.edits[0]).toMatchObject({ kind: 'replace', swaps: [{ stroke: bars[0] }, { stroke: bars[1] }] });
    expect(it.strokes.map(({ points }) => points.map(([x]) => Math.round(x)))).toEqual([
      [0, 43],
      [57, 100],
      [0, 43],
      [57, 100],
      [0, 100],
    ]);
  });

  test('a stroke that is erased several times in one drag is told of once, and may go altogether', () => {
    const { context: it, eraser } = context([bar(20)]);
    eraser.start(at(30, 20), 'mouse');
    eraser.move([at(30, 90), at(70, 90), at(70, 20)]);
    eraser.end();
    expect(it.edits).toHaveLength(1);
    expect(it.strokes).toHaveLength(3);
    eraser.start(at(-10, 20), 'mouse');
    eraser.move([at(110, 20)]);
    eraser.end();
    expect(it.strokes).toEqual([]);
    expect(it.edits[1]).toMatchObject({ kind: 'replace', swaps: [{ by: [] }, { by: [] }, { by: [] }] });
  });

  test('nothing touched is no edit, strokes that erase are left alone, a dropped drag leaves no trace', () => {
    const bars = [bar(20, 'eraser'), bar(40)];
    const { context: it, eraser } = context(bars);
    eraser.start(at(50, 20), 'mouse');
    eraser.end();
    expect(it.edits).toEqual([]);
    eraser.start(at(50, 40), 'mouse');
    eraser.move([at(50, 40)]);
    expect(it.seen).toHaveLength(3);
    eraser.drop();
    eraser.end();
    expect(it.seen).toEqual(bars);
    expect(it.edits).toEqual([]);
  });

  test('a pointer that comes down shows what it takes at once, and takes it with its move, a moment later, or lifted', () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const { context: it, eraser } = context([bar(20), bar(40), bar(60)]);
    const rub = vi.spyOn(it, 'rub');
    eraser.start(at(50, 20), 'mouse');
    expect([rub.mock.calls.length, it.seen.length]).toEqual([1, 3]);
    vi.advanceTimersByTime(60);
    expect(it.seen).toHaveLength(4);
    eraser.move([at(50, 20)]);
    eraser.end();
    eraser.start(at(50, 40), 'mouse');
    expect(it.seen).toHaveLength(4);
    eraser.move([at(50, 40)]);
    expect(it.seen).toHaveLength(5);
    eraser.end();
    eraser.start(at(50, 60), 'mouse');
    eraser.end();
    expect([it.strokes.length, it.edits.length]).toEqual([6, 3]);
    // One that was dropped takes nothing later.
    eraser.start(at(20, 60), 'mouse');
    eraser.drop();
    vi.advanceTimersByTime(60);
    expect(it.seen).toHaveLength(6);
  });

  test('where the drawing may hold no more strokes, one that would be split stays whole, and that is said', () => {
    const bars = [bar(20), bar(40), bar(60)];
    const { context: it, eraser } = context(bars);
    it.room = 1;
    eraser.start(at(50, 10), 'mouse');
    eraser.move([at(50, 90)]);
    eraser.end();
    expect(it.strokes).toHaveLength(4);
    expect(it.refusals).toBe(1);
    expect(it.strokes.filter((stroke) => bars.includes(stroke))).toHaveLength(2);
    // Erasing an end is always allowed: it adds no stroke.
    it.room = 0;
    eraser.start(at(100, 60), 'mouse');
    eraser.end();
    expect(it.strokes).toHaveLength(4);
    expect(it.strokes.filter((stroke) => bars.includes(stroke))).toHaveLength(1);
    expect(it.refusals).toBe(1);
  });

  test('over real strokes: what was erased is gone, the rest is there, and the limit holds', () => {
    const all = realStrokes(300);
    const place = fc.integer({ min: 0, max: 900 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(place, place), { minLength: 2, maxLength: 6 }),
        fc.constantFrom(0, 3, 500),
        (way, room) => {
          const { context: it, eraser } = context(all);
          it.room = room;
          const samples = way.map(([x, y]) => at(x, y));
          eraser.start(samples[0]!, 'touch');
          eraser.move(samples.slice(1));
          eraser.end();
          expect(it.strokes.length).toBeLessThanOrEqual(all.length + room);
          const kept = new Set(it.strokes);
          const changed = it.strokes.filter((stroke) => !all.includes(stroke));
          for (const { points } of it.refusals > 0 ? [] : changed) {
            for (const [x, y] of points) {
              for (let i = 1; i < way.length; i++) {
                expect(distanceToSegment(x, y, way[i - 1]!, way[i]!)).toBeGreaterThanOrEqual(12);
              }
            }
          }
          // No stroke was lost that was not erased.
          const swaps = it.edits.flatMap((edit) => (edit.kind === 'replace' ? edit.swaps : []));
          const erased = new Set(swaps.map(({ stroke }) => stroke));
          for (const stroke of all) expect(kept.has(stroke)).toBe(!erased.has(stroke));
          expect(STROKES_MAX).toBeGreaterThan(it.strokes.length);
        },
      ),
      { numRuns: 40 },
    );
  });
});

/** A clock on which two looks take longer than a frame has: one stroke is cut in each. */
function slowly(run: () => void): void {
  let now = 0;
  clock.mockImplementation(() => {
    now += 5;
    return now;
  });
  run();
  clock.mockReturnValue(0);
}

const wave = Array.from({ length: 60 }, (_, i): Point => [20 + i * 12, 300 + 200 * Math.sin(i / 5)]);

/** Leaves most of the way for later. */
function dragSlowly(eraser: SegmentEraser, [first, ...rest]: readonly Point[]): void {
  slowly(() => {
    eraser.start(at(...first!), 'mouse');
    eraser.move(rest.map((place) => at(...place)));
    eraser.end();
  });
}

describe('ink: what the eraser leaves for later', () => {
  test('what a frame has no time for is left when the pointer is lifted, and makes one edit, the same as at once', () => {
    const all = realStrokes(300);
    const { context: whole, eraser: quick } = context(all);
    drag(quick, wave);
    expect([whole.edits.length, whole.left.length]).toEqual([1, 0]);

    const { context: it, eraser } = context(all);
    dragSlowly(eraser, wave);
    expect([it.edits.length, it.left.length]).toEqual([0, 1]);
    // The screen shows all of it.
    expect(it.rubbed.at(-1)?.points).toHaveLength(wave.length);
    it.finish();
    expect(it.edits).toHaveLength(1);
    expect(it.strokes).toEqual(whole.strokes);
  });

  test('the strokes near the moves of a frame are looked up once, as long as the cuts keep up', () => {
    const { context: it, eraser } = context([bar(20), bar(40)]);
    const near = vi.spyOn(it, 'near');
    eraser.start(at(50, 10), 'mouse');
    eraser.move([at(50, 15), at(50, 25)]);
    expect(near).toHaveBeenCalledTimes(2);
    // Later parts of a frame meet what the first has cut.
    eraser.move(Array.from({ length: 12 }, (_, i) => at(50, 27 + 2 * i)));
    expect(near).toHaveBeenCalledTimes(3);
    eraser.end();
    expect(it.seen).toHaveLength(4);
  });

  test('a step that has no time for all of its strokes goes on with the others, and each is erased once', () => {
    const across = [0, 30, 60, 95].map((y): Point => [50, y]);
    const strokes = [bar(10), wash(20, 0), bar(30), wash(40, 0, { tool: 'dry' }), bar(50), bar(60), bar(70)];
    const { context: whole, eraser: quick } = context(strokes);
    drag(quick, across);
    const { context: it, eraser } = context(strokes);
    const swap = vi.spyOn(it, 'swap');
    slowly(() => {
      eraser.start(at(50, 0), 'mouse');
      eraser.move(across.slice(1).map((place) => at(...place)));
    });
    // One in the frame of the first move, one in that of the others, which are a step together.
    expect(it.seen).toHaveLength(strokes.length + 1);
    expect(swap.mock.calls.map(([swaps]) => swaps.length)).toEqual([1]);
    slowly(() => {
      eraser.end();
      for (let i = 0; i < 4; i++) it.left[0]!.work.step();
    });
    expect(swap.mock.calls.map(([swaps]) => swaps.length)).toEqual([1, 1, 1, 1, 1]);
    it.finish();
    expect(it.edits).toHaveLength(1);
    expect(it.strokes).toEqual(whole.strokes);
    expect(it.strokes.filter(({ tool }) => tool === 'eraser')).toHaveLength(1);
  });

  test('strokes near the way that it does not touch are tried once each, so that a slow drag ends', () => {
    const beside = [0, 4, 8, 12].map((y) => ({
      ...bar(0),
      points: [
        [70, y],
        [95, y],
      ] as Point[],
    }));
    const { context: it, eraser } = context([...beside, bar(80)]);
    slowly(() => {
      eraser.start(at(0, 0), 'mouse');
      eraser.move([at(100, 100)]);
      eraser.end();
      let steps = 0;
      while (!it.left[0]!.work.step()) expect(++steps).toBeLessThan(10);
    });
    it.finish();
    expect(it.strokes.slice(0, 4)).toEqual(beside);
    expect(it.strokes).toHaveLength(6);
  });

  test('a view that moves meanwhile changes nothing, and strokes drawn meanwhile are left alone', () => {
    const all = [...realStrokes(300), wash(300, 0, { points: wave })];
    const { context: still, eraser } = context(all);
    dragSlowly(eraser, wave);
    still.finish();

    const { context: it, eraser: other } = context(all);
    dragSlowly(other, wave);
    it.camera = { x: 300, y: -80, zoom: 0.13 };
    const drawn: Stroke = { ...bar(0), points: wave };
    it.draw(drawn);
    expect(it.strokes.at(-1)).toBe(drawn);
    it.finish();
    expect(it.strokes).toEqual([...still.strokes, drawn]);
    expect(it.edits.map(({ kind }) => kind)).toEqual(['add', 'replace']);
  });

  test('the next drag takes nothing before that is done, then goes on from it, and each is an edit', () => {
    const all = realStrokes(300);
    const again = wave.map(([x, y]): Point => [x + 30, y]);
    const { context: whole, eraser: quick } = context(all);
    drag(quick, wave);
    drag(quick, again);

    const { context: it, eraser } = context(all);
    dragSlowly(eraser, wave);
    const seen = it.seen;
    drag(eraser, again);
    expect(it.seen).toEqual(seen);
    expect(it.left).toHaveLength(2);
    it.finish();
    expect(it.edits).toHaveLength(2);
    expect(it.strokes).toEqual(whole.strokes);
  });

  test('a drag that is dropped while an earlier one has work left takes none of that back', () => {
    const { context: it, eraser } = context([bar(20), bar(40), bar(60)]);
    dragSlowly(eraser, [
      [50, 0],
      [50, 5],
      [50, 45],
      [50, 70],
    ]);
    expect(it.seen).toHaveLength(4);
    eraser.start(at(80, 20), 'touch');
    eraser.drop();
    expect(it.seen).toHaveLength(4);
    it.finish();
    expect(it.strokes).toHaveLength(6);
  });

  test('what is drawn meanwhile takes room from the parts', () => {
    const { context: it, eraser } = context([bar(20), bar(40), bar(60)]);
    it.room = 2;
    const way = [0, 5, 30, 45, 70].map((y): Point => [50, y]);
    dragSlowly(eraser, way);
    expect(it.left).toHaveLength(1);
    it.draw(bar(500));
    it.finish();
    expect([it.strokes.length, it.refusals]).toEqual([5, 1]);
  });
});

/** The drawing as it is painted, 1 px per drawing unit, from 20 px left of and above 0, 0. */
function painted(strokes: readonly Stroke[], side: number): Pixels {
  const pixels = blankPixels(-20, -20, side, side);
  for (const coat of coatsOf(strokes)) paintCoat(pixels, 1, coat, asFlatStroke);
  return pixels;
}

describe('ink: the eraser of parts over strokes that are not split', () => {
  test('a wash or a dry brush stays whole, with a stroke that erases right above it, as one edit', () => {
    for (const tool of ['wash', 'dry']) {
      const strokes = [bar(10), wash(20, 0, { tool }), bar(30), bar(900)];
      const { context: it, eraser } = context(strokes);
      it.now = 5_000;
      drag(eraser, [
        [50, 0],
        [50, 45],
      ]);
      expect(it.edits).toHaveLength(1);
      expect(it.strokes.map((one) => one.tool)).toEqual(['pen', 'pen', tool, 'eraser', 'pen', 'pen', 'pen']);
      expect(it.strokes[2]).toBe(strokes[1]);
      expect(it.strokes[3]).toEqual({
        tool: 'eraser',
        color: '#000',
        size: 12,
        points: [
          [50, 0],
          [50, 45],
        ],
        at: 5_000,
      });
      // Strokes that erase are left alone themselves.
      it.strokes = [it.strokes[3]!];
      drag(eraser, [
        [50, 0],
        [50, 45],
      ]);
      expect(it.edits).toHaveLength(1);
    }
  });

  test('nothing that erases is written where only strokes are touched that split, an unknown tool among them', () => {
    const { context: it, eraser } = context([bar(20, 'quill'), wash(200, 0), bar(40)]);
    drag(eraser, [
      [50, 10],
      [50, 60],
    ]);
    expect(it.strokes.map(({ tool }) => tool)).toEqual(['quill', 'quill', 'wash', 'pen', 'pen']);
    // The bounds of its one segment are touched, and it is not.
    const slanting = wash(0, 0, {
      points: [
        [0, 0],
        [100, 100],
      ],
    });
    it.strokes = [slanting];
    drag(eraser, [
      [70, 20],
      [80, 30],
    ]);
    expect(it.strokes).toEqual([slanting]);
    expect(it.edits).toHaveLength(1);
  });

  test('while the tip moves, what it rubs out over such strokes is held, and over others it is not', () => {
    const { context: it, eraser } = context([bar(20), wash(90, 0)]);
    eraser.start(at(50, 18), 'mouse');
    eraser.move([at(50, 20)]);
    expect([it.rubbed.length, it.held]).toEqual([2, 0]);
    eraser.move([at(50, 90)]);
    expect([it.rubbed.length, it.held]).toEqual([3, 1]);
    // Only the commit puts anything on them.
    expect(it.seen.map(({ tool }) => tool)).toEqual(['pen', 'pen', 'wash']);
    eraser.end();
    expect(it.seen.map(({ tool }) => tool)).toEqual(['pen', 'pen', 'wash', 'eraser']);
  });

  test('a stroke that erases parts no wash: it lies above the last that runs into the touched one', () => {
    const [first, second, third, other] = [
      wash(20, 0),
      wash(34, 2_000),
      wash(48, 4_000),
      wash(62, 6_000, { color: '#bf3b2b' }),
    ];
    const { context: it, eraser } = context([first, second, third, other]);
    drag(eraser, [[50, 14]]);
    expect(it.strokes.map(({ tool }) => tool)).toEqual(['wash', 'wash', 'wash', 'eraser', 'wash']);
    expect(coatsOf(it.strokes)[0]).toEqual([first, second, third]);
  });

  test('the tip has its width on the paper at any zoom, and a wide one the width that a stroke may have', () => {
    const width = (zoom: number, size: number) => {
      const { context: it, eraser } = context([wash(20, 0)]);
      it.camera = { x: 0, y: 0, zoom };
      it.eraser = { mode: 'part', size };
      drag(eraser, [[50 * zoom, 20 * zoom]]);
      return it.strokes[1]?.size;
    };
    expect([width(1, 12), width(4, 12), width(0.7, 12), width(0.05, 48)]).toEqual([12, 3, 17.14, 512]);
  });

  test('each piece of the way over such strokes is a stroke, above the topmost that it touches', () => {
    const [left, right] = [wash(20, 0), wash(20, 90_000)];
    const moved = right.points.map(([x, y]): Point => [x + 200, y]);
    const strokes = [left, bar(500), { ...right, points: moved }, bar(600)];
    const { context: it, eraser } = context(strokes);
    const way = Array.from({ length: 31 }, (_, i): Point => [i * 10, 20]);
    drag(eraser, way);
    expect(it.edits).toHaveLength(1);
    expect(it.strokes.map(({ tool }) => tool)).toEqual(['wash', 'eraser', 'pen', 'wash', 'eraser', 'pen']);
    const between = it.strokes
      .flatMap(({ tool, points }) => (tool === 'eraser' ? points : []))
      .map(([x]) => x);
    expect(between.filter((x) => x > 130 && x < 170)).toEqual([]);
  });

  test('until the drawing is read, such strokes are left alone, and others are split', () => {
    const { context: it, eraser } = context([bar(20), wash(90, 0)]);
    it.isOpening = true;
    drag(eraser, [
      [50, 10],
      [50, 100],
    ]);
    expect(it.strokes.map(({ tool }) => tool)).toEqual(['pen', 'pen', 'wash']);
    expect(it.rubbed).toEqual([]);
  });

  test('a way with more points than a stroke may have becomes several', () => {
    const { context: it, eraser } = context([wash(20, 0)]);
    const way = Array.from({ length: 10_500 }, (_, i): Point => [(i * 7) % 100, 20 + (i % 2) * 9]);
    drag(eraser, way);
    expect(it.edits).toHaveLength(1);
    expect(it.strokes.map(({ tool }) => tool)).toEqual(['wash', 'eraser', 'eraser']);
    expect(Math.max(...it.strokes.map(({ points }) => points.length))).toBeLessThanOrEqual(POINTS_MAX);
  });

  test('a full drawing takes no stroke that erases, and that is said; one that is split needs no room for it', () => {
    for (const full of [{ room: 0 }, { isFull: true }]) {
      const strokes = [bar(20), wash(20, 0)];
      const { context: it, eraser } = context(strokes);
      Object.assign(it, full);
      // The end of the pen's stroke.
      drag(eraser, [[100, 20]]);
      expect(it.strokes.map(({ tool }) => tool)).toEqual(['pen', 'wash']);
      expect(it.strokes[0]).not.toBe(strokes[0]);
      expect(it.edits).toHaveLength(1);
      expect(it.refusals).toBe(1);
    }
    // What fits is done.
    const { context: it, eraser } = context([bar(20), wash(20, 0)]);
    it.room = 1;
    drag(eraser, [[50, 20]]);
    expect(it.strokes.map(({ tool }) => tool)).toEqual(['pen', 'pen', 'wash']);
    expect(it.refusals).toBe(1);
  });

  test('a stroke that was erased elsewhere during the drag needs nothing, and a dropped drag leaves no trace', () => {
    const strokes = [wash(20, 0), wash(40, 90_000)];
    const { context: it, eraser } = context(strokes);
    eraser.start(at(50, 20), 'mouse');
    eraser.drop();
    eraser.end();
    expect(it.edits).toEqual([]);
    eraser.start(at(50, 20), 'mouse');
    it.strokes = [strokes[1]!];
    eraser.end();
    expect(it.edits).toEqual([]);
  });

  test('what was rubbed on a stroke that goes meanwhile stays in the edit: the drawing tells that it is dropped', () => {
    const gone = wash(20, 0);
    const { context: it, eraser } = context([gone]);
    eraser.start(at(50, 10), 'mouse');
    eraser.move([at(50, 30)]);
    it.strokes = [];
    eraser.end();
    it.finish();
    expect(it.edits).toMatchObject([
      { kind: 'replace', swaps: [{ stroke: gone, by: [gone, { tool: 'eraser' }] }] },
    ]);
  });

  test('under the way of the tip nothing is left, and beside it every pixel is as it was', () => {
    const side = 160;
    const coordinate = fc.integer({ min: 0, max: 120 });
    const line = fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 4 });
    const stroke = fc.record({
      tool: fc.constantFrom('wash', 'dry'),
      color: fc.constantFrom('#3a76b0', '#bf3b2b'),
      size: fc.integer({ min: 8, max: 40 }),
      points: line,
      at: fc.constantFrom(0, 1_000, 90_000),
    });
    fc.assert(
      fc.property(fc.array(stroke, { minLength: 1, maxLength: 5 }), line, (strokes, way) => {
        const { context: it, eraser } = context(strokes);
        drag(eraser, way);
        const [before, after] = [painted(strokes, side).words, painted(it.strokes, side).words];
        let [left, changed] = [0, 0];
        for (let i = 0; i < before.length; i++) {
          const [x, y] = [(i % side) - 19.5, Math.floor(i / side) - 19.5];
          const away = Math.min(
            ...way.map((place, k) => distanceToSegment(x, y, way[Math.max(0, k - 1)]!, place)),
          );
          // Half a pixel of smooth edge, and a tenth that thinning may move it.
          if (away <= 6 - 0.85 && after[i] !== 0) left += 1;
          if (away >= 6 + 0.85 && after[i] !== before[i]) changed += 1;
        }
        expect({ left, changed }).toEqual({ left: 0, changed: 0 });
      }),
      { numRuns: 60 },
    );
  });
});
