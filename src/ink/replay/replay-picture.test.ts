import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import { BASE, visibleStrokes } from '../../core/drawing/members/layers.ts';
import type { Layer, Stroke } from '../../core/drawing/types.ts';
import { BRUSHES } from '../brush/brushes.ts';
import { paintCoats } from '../brush/field/paint-coats.ts';
import { type Box, blankPixels } from '../brush/field/pixels.ts';
import { asFlatStroke } from '../brush/flat-stroke.ts';
import { coatsOf } from '../brush/wet-wash.ts';
import type { Frame } from './frame.ts';
import { onPaper } from './on-paper.ts';
import { ReplayPicture } from './replay-picture.ts';
import { timelineOf } from './timeline.ts';

const FRAME: Frame = { left: -20, top: -10, width: 96, height: 64, scale: 1 };
const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const LAYERS = [
  BASE,
  layer('glow', { blend: 'multiply', opacity: 0.7 }),
  layer('gone', { visible: false }),
  layer('top', { opacity: 0.4 }),
];

const strokes = fc
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

function finished(all: readonly Stroke[], layers: readonly Layer[] | undefined, frame: Frame) {
  const pixels = blankPixels(frame.left, frame.top, frame.width, frame.height);
  paintCoats(pixels, frame.scale, coatsOf(visibleStrokes(all, layers)), asFlatStroke, layers);
  return pixels;
}

const opened = (all: readonly Stroke[], layers: readonly Layer[] | undefined = LAYERS, frame = FRAME) => {
  const timeline = timelineOf(visibleStrokes(all, layers));
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

  test('is the same at any time, played or sought', () => {
    fc.assert(
      fc.property(strokes, fc.double({ min: 0, max: 1, noNaN: true }), (all, part) => {
        const sought = opened(all);
        const time = part * sought.timeline.length;
        sought.picture.show(sought.timeline.length);
        sought.picture.show(time);
        const played = opened(all).picture;
        for (let now = 0; now < time; now += sought.timeline.length / 30) played.show(now);
        played.show(time);
        expect(sought.picture.pixels.words).toEqual(played.pixels.words);
      }),
      { numRuns: 100 },
    );
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
