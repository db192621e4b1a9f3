import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import type { Point, Stroke } from '../../core/drawing/types.ts';
import { distanceToSegment } from '../geometry/hit-test.ts';
import { Eraser } from './erasers/eraser.ts';
import { Hand } from './hand.ts';
import { Pen } from './pen.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

function distanceTo(points: readonly Point[], x: number, y: number): number {
  return Math.min(
    ...points.map((point, i) => distanceToSegment(x, y, point, points[Math.min(i + 1, points.length - 1)]!)),
  );
}

describe('ink: the pen', () => {
  test('every sample of real strokes, sent in groups, is in the committed stroke, at any zoom', () => {
    for (const [i, { points }] of realStrokes(120).entries()) {
      const context = new FakeToolContext();
      context.camera = { x: -31.7, y: 12.1, zoom: [1, 0.4, 3][i % 3]! };
      const pen = new Pen(context);
      const samples = points.map(([x, y]) => at(x, y));
      pen.start(samples[0]!, 'mouse');
      for (let k = 1; k < samples.length; k += 4) pen.move(samples.slice(k, k + 4), [at(9999, 9999)]);
      pen.end();
      const [edit] = context.edits;
      if (edit?.kind !== 'add') throw new Error('no stroke was added');
      const stored = edit.strokes.flatMap((one) => one.points);
      const { x: left, y: top, zoom } = context.camera;
      for (const { x, y } of samples) {
        expect(distanceTo(stored, left + x / zoom, top + y / zoom) * zoom).toBeLessThanOrEqual(0.15);
      }
      expect(edit.strokes[0]).toMatchObject({ tool: 'pen', color: '#1f1b16', size: 4 });
    }
  });

  test('it asks for the time of a stroke that begins once, as it begins', () => {
    const context = new FakeToolContext();
    const pen = new Pen(context, 'wash');
    pen.start(at(0, 0), 'pen');
    expect(context.begins).toBe(1);
    pen.move([at(10, 0)], []);
    pen.end();
    expect(context.begins).toBe(1);
  });

  test('what the browser predicts is shown, and is no part of the stroke', () => {
    const context = new FakeToolContext();
    const pen = new Pen(context);
    pen.start(at(0, 0), 'pen');
    pen.move([at(10, 0)], [at(20, 5)]);
    expect(context.shown?.end.x.at(-1)).toBe(20);
    pen.end();
    expect(context.edits).toEqual([
      {
        kind: 'add',
        strokes: [
          expect.objectContaining({
            points: [
              [0, 0],
              [10, 0],
            ],
          }),
        ],
      },
    ]);
    expect(context.shown).toBeUndefined();
  });

  test('the opacity in hand is in wet ink and stroke, and left out when it is 1', () => {
    const context = new FakeToolContext();
    const pen = new Pen(context, 'wash');
    for (const opacity of [0.3, 1]) {
      context.opacity = opacity;
      pen.start(at(0, 0), 'pen');
      pen.move([at(10, 0)], []);
      // The slider moves only for the next stroke.
      context.opacity = 0.7;
      pen.end();
    }
    expect(context.begun.map((style) => style.opacity)).toEqual([0.3, undefined]);
    const strokes = context.edits.flatMap((edit) => (edit.kind === 'add' ? edit.strokes : []));
    expect(strokes.map((one) => [one.tool, one.opacity, 'opacity' in one])).toEqual([
      ['wash', 0.3, true],
      ['wash', undefined, false],
    ]);
  });

  test('pressure is kept where the pen has it, and left out where it always says a half', () => {
    const pressed = new FakeToolContext();
    const pen = new Pen(pressed);
    pen.start(at(0, 0, 0.1), 'pen');
    pen.move([at(50, 0, 0.9)], []);
    pen.end();
    expect(pressed.edits[0]).toMatchObject({
      strokes: [
        {
          points: [
            [0, 0],
            [50, 0],
          ],
          pressure: [0.1, 0.9],
        },
      ],
    });
    const plain = new FakeToolContext();
    const mouse = new Pen(plain);
    mouse.start(at(0, 0, 0.5), 'pen');
    mouse.move([at(50, 0, 0.5)], []);
    mouse.end();
    const [edit] = plain.edits;
    if (edit?.kind !== 'add') throw new Error('no stroke was added');
    expect(edit.strokes[0]).not.toHaveProperty('pressure');
  });

  test('a pencil keeps how far the pen leans, with each point; a pen and a mouse do not', () => {
    const drawn = (tool: string, ...tilts: readonly (number | undefined)[]) => {
      const context = new FakeToolContext();
      const pen = new Pen(context, tool);
      pen.start(at(0, 0, undefined, { tilt: tilts[0] }), 'pen');
      pen.move([at(50, 0, undefined, { tilt: tilts[1] })], [at(60, 0, undefined, { tilt: tilts[1] })]);
      expect(context.shown?.end.tilt).toHaveLength(tool === 'pen' || tilts[0] === undefined ? 0 : 3);
      pen.end();
      return context.strokes[0]!.tilt;
    };
    expect(drawn('pencil', 0.25, 0.5)).toEqual([0.25, 0.5]);
    expect(drawn('chalk', 0.25, 0.5)).toEqual([0.25, 0.5]);
    expect(drawn('pencil', 0.05, 0.08)).toBeUndefined();
    expect(drawn('pen', 0.25, 0.5)).toBeUndefined();
    expect(drawn('pencil', undefined, undefined)).toBeUndefined();
  });

  test('a stroke has the drawing time of its start, and none while that is unknown', () => {
    const context = new FakeToolContext();
    const pen = new Pen(context);
    for (const now of [undefined, 70]) {
      context.now = now;
      pen.start(at(0, 0), 'pen');
      if (now !== undefined) context.now = now + 200;
      pen.move([at(30, 40)], []);
      pen.end();
    }
    expect(context.strokes.map((stroke) => stroke.at)).toEqual([undefined, 70]);
    expect(context.strokes.map((stroke) => Object.hasOwn(stroke, 'at'))).toEqual([false, true]);
  });

  test('a tap is a dot; a dropped stroke is nothing', () => {
    const context = new FakeToolContext();
    const pen = new Pen(context);
    pen.start(at(3, 4), 'touch');
    pen.end();
    expect(context.edits[0]).toMatchObject({ strokes: [{ points: [[3, 4]] }] });
    pen.start(at(3, 4), 'touch');
    pen.move([at(30, 40)], []);
    pen.drop();
    pen.end();
    expect(context.edits).toHaveLength(1);
    expect(context.shown).toBeUndefined();
  });
});

describe('ink: the eraser of whole strokes', () => {
  const lines = [10, 20, 30].map(
    (x): Stroke => ({
      tool: 'pen',
      color: '#000',
      size: 2,
      points: [
        [x, 0],
        [x, 100],
      ],
    }),
  );

  const whole = (size = 12) => {
    const context = new FakeToolContext();
    context.eraser = { mode: 'whole', size };
    return context;
  };

  test('one drag over several strokes is one edit, and they vanish as they are touched', () => {
    const context = whole();
    context.strokes = lines;
    const eraser = new Eraser(context);
    eraser.start(at(0, 50), 'mouse');
    eraser.move([at(11, 50)]);
    expect([...context.hidden]).toEqual([lines[0]]);
    eraser.move([at(22, 50)]);
    eraser.end();
    expect(context.edits).toEqual([{ kind: 'erase', strokes: [lines[0], lines[1]] }]);
  });

  test('a finger is thicker than a pen, zooming in makes both thinner on the paper, and sizes count', () => {
    const touched = (device: 'touch' | 'pen', zoom: number, size = 12) => {
      const context = whole(size);
      context.strokes = lines;
      context.camera = { x: 0, y: 0, zoom };
      const eraser = new Eraser(context);
      eraser.start(at(0, 50 * zoom), device);
      eraser.end();
      return context.edits.length;
    };
    expect([touched('touch', 1), touched('pen', 1), touched('touch', 2)]).toEqual([1, 0, 0]);
    expect([touched('touch', 1, 6), touched('pen', 1, 28), touched('pen', 1, 60)]).toEqual([0, 1, 1]);
  });

  test('the mode that it came down with counts until it is lifted', () => {
    const context = whole();
    context.strokes = lines;
    const eraser = new Eraser(context);
    eraser.start(at(10, 50), 'mouse');
    context.eraser = { mode: 'part', size: 12 };
    eraser.end();
    expect(context.edits).toEqual([{ kind: 'erase', strokes: [lines[0]] }]);
    eraser.start(at(20, 50), 'mouse');
    eraser.end();
    expect(context.edits[1]).toMatchObject({ kind: 'replace', swaps: [{ stroke: lines[1] }] });
    expect(context.strokes).toHaveLength(3);
  });

  test('nothing touched is no edit, strokes that erase are left alone, a dropped drag brings all back', () => {
    const context = whole();
    context.strokes = [{ ...lines[0]!, tool: 'eraser' }, lines[1]!];
    const eraser = new Eraser(context);
    eraser.start(at(10, 50), 'mouse');
    eraser.end();
    expect(context.edits).toEqual([]);
    eraser.start(at(20, 50), 'mouse');
    expect(context.hidden.size).toBe(1);
    eraser.drop();
    expect(context.hidden.size).toBe(0);
    expect(context.edits).toEqual([]);
  });
});

describe('ink: the hand', () => {
  test('moves the paper and edits nothing', () => {
    const context = new FakeToolContext();
    const hand = new Hand(context);
    hand.start(at(5, 5));
    hand.move([at(10, 5), at(15, 25)]);
    hand.end();
    hand.move([at(100, 100)]);
    expect(context.camera).toEqual({ x: -10, y: -20, zoom: 1 });
    expect(context.edits).toEqual([]);
  });
});
