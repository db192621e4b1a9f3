import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { STROKES_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { distanceToSegment } from '../geometry/hit-test.ts';
import { SegmentEraser } from './segment-eraser.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

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
    expect(it.seen).toHaveLength(3);
    eraser.drop();
    eraser.end();
    expect(it.seen).toEqual(bars);
    expect(it.edits).toEqual([]);
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

  test('what a frame has no time for is done in slices after the drag, with the same result, or at once when asked', async () => {
    const way = Array.from({ length: 60 }, (_, i) => at(20 + i * 12, 300 + 200 * Math.sin(i / 5)));
    const drag = (slow: boolean) => {
      const { context: it, eraser } = context(realStrokes(300));
      // A clock on which two looks take longer than a frame has.
      let now = 0;
      const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
        now += slow ? 5 : 0;
        return now;
      });
      eraser.start(way[0]!, 'touch');
      eraser.move(way.slice(1));
      eraser.end();
      return { it, eraser, clock };
    };
    const { it: whole, clock } = drag(false);
    clock.mockRestore();
    expect(whole.edits).toHaveLength(1);
    expect(whole.lifts).toBe(0);

    const { it, eraser, clock: slow } = drag(true);
    expect(eraser.goesOn).toBe(true);
    expect(it.edits).toEqual([]);
    await vi.waitFor(() => expect(it.lifts).toBe(1));
    slow.mockRestore();
    expect(eraser.goesOn).toBe(false);
    expect(it.strokes).toEqual(whole.strokes);

    const { it: other, eraser: asked, clock: third } = drag(true);
    asked.finish();
    third.mockRestore();
    expect(other.strokes).toEqual(whole.strokes);
    // The screen showed it before that.
    expect(other.rubbed.at(-1)?.points).toHaveLength(way.length);
  });
});
