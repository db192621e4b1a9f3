import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { BASE } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { BRUSHES } from '../brush/brushes.ts';
import { paintCoats } from '../brush/field/paint-coats.ts';
import { type Box, blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import type { Frame } from './frame.ts';
import { onPaper } from './on-paper.ts';
import { ReplayPicture } from './replay-picture.ts';
import { beginningOf, momentOf, type Timeline, timelineOf } from './timeline.ts';

const FRAME: Frame = { left: -20, top: -10, width: 96, height: 64, scale: 1 };
const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const LAYERS = [
  BASE,
  layer('glow', { blend: 'multiply', opacity: 0.7 }),
  layer('gone', { visible: false }),
  layer('top', { opacity: 0.4 }),
];

const loose = fc
  .array(
    fc.record({
      tool: fc.constantFrom(...BRUSHES.map(({ tool }) => tool)),
      color: fc.constantFrom('#203040', '#c04010', '#f2c81480'),
      size: fc.integer({ min: 1, max: 30 }),
      opacity: fc.constantFrom(1, 0.5),
      layer: fc.constantFrom('base', 'glow', 'gone', 'top', 'nowhere'),
      at: fc.nat(30_000),
      points: fc.array(fc.tuple(fc.integer({ min: -40, max: 90 }), fc.integer({ min: -30, max: 70 })), {
        minLength: 1,
        maxLength: 5,
      }),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((all): readonly Stroke[] =>
    all.map(({ opacity, ...stroke }) => ({ ...stroke, ...(opacity < 1 && { opacity }) })),
  );

/** Strokes that run into each other: of one brush and colour, one right after the other. */
const running = fc
  .record({
    color: fc.constantFrom('#203040', '#2080c0'),
    size: fc.constantFrom(12, 24),
    layer: fc.constantFrom('base', 'glow', 'top'),
    at: fc.nat(30_000),
    lines: fc.array(
      fc.record({
        after: fc.nat(3_000),
        points: fc.array(fc.tuple(fc.integer({ min: -20, max: 76 }), fc.integer({ min: -10, max: 54 })), {
          minLength: 1,
          maxLength: 4,
        }),
      }),
      { minLength: 2, maxLength: 4 },
    ),
  })
  .map(({ lines, at, ...style }): readonly Stroke[] => {
    let time = at;
    return lines.map(({ after, points }) => {
      time += after;
      return { tool: 'wash', ...style, at: time, points };
    });
  });

/** Both, one above the other, whenever they were drawn. */
const strokes = fc.array(fc.oneof(loose, running), { minLength: 1, maxLength: 4 }).map((all) => all.flat());

function finished(all: readonly Stroke[], layers: readonly Layer[] | undefined, frame: Frame) {
  const pixels = blankPixels(frame.left, frame.top, frame.width, frame.height);
  paintCoats(pixels, frame.scale, coatsOf(all), asFlatStroke, layers);
  return pixels;
}

/** What is drawn until a time, painted at once. */
function until(timeline: Timeline, time: number, layers = LAYERS, frame = FRAME) {
  const { done, points } = momentOf(timeline, time);
  const drawn: Stroke[][] = timeline.coats.map(() => []);
  for (const { stroke, coat } of timeline.marks.slice(0, done)) drawn[coat]!.push(stroke);
  const next = timeline.marks[done];
  if (next && points > 0) drawn[next.coat]!.push(beginningOf(next.stroke, points));
  const pixels = blankPixels(frame.left, frame.top, frame.width, frame.height);
  const coats = drawn.filter(({ length }) => length > 0);
  paintCoats(pixels, frame.scale, coats, asFlatStroke, layers);
  return pixels;
}

const opened = (all: readonly Stroke[], layers: readonly Layer[] | undefined = LAYERS, frame = FRAME) => {
  const timeline = timelineOf(all, layers);
  return { timeline, picture: new ReplayPicture(timeline, layers, frame) };
};

describe('replay: the picture', () => {
  test('ends with the bytes of the drawing and its layers painted at once, however it got there', () => {
    fc.assert(
      fc.property(
        strokes,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        (all, way) => {
          const { timeline, picture } = opened(all);
          for (const part of way) picture.show(part * timeline.length);
          picture.show(timeline.length);
          expect(picture.pixels.words).toEqual(finished(all, LAYERS, FRAME).words);
        },
      ),
      { numRuns: 150 },
    );
  });

  test('is at any time what is drawn until then, painted at once, played or sought', () => {
    fc.assert(
      fc.property(strokes, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
        const { timeline, picture: sought } = opened(all);
        const time = part * timeline.length;
        sought.show(timeline.length);
        sought.show(time);
        const played = opened(all).picture;
        for (let now = 0; now < time; now += timeline.length / 30) played.show(now);
        played.show(time);
        const expected = until(timeline, time).words;
        expect(sought.pixels.words).toEqual(expected);
        expect(played.pixels.words).toEqual(expected);
      }),
      { numRuns: 100 },
    );
  });

  test('a wash that is being drawn lies on what went below others in the same picture', () => {
    const line = (tool: string, color: string, at: number, y: number): Stroke => ({
      tool,
      color,
      size: 24,
      at,
      points: Array.from({ length: 10 }, (_, i) => [i * 6, y] as const),
    });
    const all = [
      line('pen', '#c04010', 2_000, 20),
      line('pen', '#203040', 0, 30),
      line('wash', '#2080c0', 4_000, 20),
      line('wash', '#2080c0', 6_000, 30),
    ];
    const { timeline, picture } = opened(all, undefined);
    const { begin, end } = timeline.marks.at(-1)!;
    picture.show((begin + end) / 2);
    expect(picture.pixels.words).toEqual(until(timeline, (begin + end) / 2).words);
    picture.show(timeline.length);
    expect(picture.pixels.words).toEqual(finished(all, undefined, FRAME).words);
  });

  test('many strokes that go below others are painted again together', () => {
    const all = realStrokes(400).map((stroke, i) => ({
      ...stroke,
      at: (i % 200) * 1_000 + (i < 200 ? 0 : 500),
    }));
    const frame: Frame = { left: 0, top: 0, width: 320, height: 180, scale: 0.125 };
    const whole = finished(all, undefined, frame).words;
    for (const ways of [[1], [0.3, 0.31, 0.9, 1], [1, 0.2, 1]]) {
      const { timeline, picture } = opened(all, undefined, frame);
      for (const part of ways) picture.show(part * timeline.length);
      expect(picture.pixels.words).toEqual(whole);
    }
  });

  test('changes nowhere else than it says', () => {
    fc.assert(
      fc.property(
        strokes,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }),
        (all, way) => {
          const { timeline, picture } = opened(all);
          for (const part of way) {
            const before = picture.pixels.words.slice();
            const box = picture.show(part * timeline.length);
            for (const [i, word] of picture.pixels.words.entries()) {
              if (word !== before[i]) expect(holds(box, i)).toBe(true);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a real drawing of 2,000 strokes is kept at times, so that going back paints few of them again', () => {
    const all = realStrokes(2_000);
    const frame: Frame = { left: 0, top: 0, width: 640, height: 360, scale: 0.25 };
    const { timeline, picture } = opened(all, undefined, frame);
    picture.show(timeline.length);
    const whole = finished(all, undefined, frame).words;
    expect(picture.pixels.words).toEqual(whole);
    picture.show(timeline.length / 2);
    expect(picture.pixels.words).not.toEqual(whole);
    picture.show(timeline.length);
    expect(picture.pixels.words).toEqual(whole);
  });

  test('lies on its paper, opaque', () => {
    const stroke: Stroke = { tool: 'pen', color: '#00000080', size: 40, points: [[0, 0]] };
    const { timeline, picture } = opened([stroke], undefined);
    picture.show(timeline.length);
    const at = (left: number, top: number) => [
      ...onPaper(picture.pixels, { left, top, width: 1, height: 1 }, '#fffdf8'),
    ];
    expect(at(0, 0)).toEqual([127, 126, 124, 255]);
    expect(at(70, 50)).toEqual([255, 253, 248, 255]);
  });
});

function holds(box: Box | undefined, i: number): boolean {
  if (!box) return false;
  const x = FRAME.left + (i % FRAME.width);
  const y = FRAME.top + Math.floor(i / FRAME.width);
  return x >= box.left && x < box.left + box.width && y >= box.top && y < box.top + box.height;
}
