import { describe, expect, test } from 'vitest';
import { realStrokes } from '../../../tests/support/drawing/strokes.ts';
import type { Stroke } from '../../core/drawing/types.ts';
import { type Feel, PLAIN } from '../feel/feel.ts';
import type { Device, Sample } from '../feel/sample.ts';
import { Pen } from './pen.ts';
import { at, FakeToolContext } from './tool-context.fake.ts';

/** What is stored of these samples. */
function drawn(samples: readonly Sample[], feel: Partial<Feel>, device: Device, tool = 'ink'): Stroke {
  const { context, pen } = begun(feel, tool);
  pen.start(samples[0]!, device);
  for (let i = 1; i < samples.length; i += 3) pen.move(samples.slice(i, i + 3), [at(9999, 9999)]);
  pen.end();
  return context.strokes.at(-1)!;
}

function begun(feel: Partial<Feel>, tool = 'ink') {
  const context = new FakeToolContext();
  context.feel = { ...PLAIN, ...feel };
  return { context, pen: new Pen(context, tool) };
}

/** A line to the right at this speed, CSS px per ms, with this pressure. */
function line(speed: number, pressure?: number): Sample[] {
  return Array.from({ length: 61 }, (_, i) => at(10 + 5 * i, 50, pressure, { time: 100 + (5 * i) / speed }));
}

const most = ({ pressure = [] }: Stroke) => Math.max(...pressure);

describe('ink: how a line follows the hand', () => {
  test('with nothing chosen, every device draws what it always drew', () => {
    for (const { points } of realStrokes(40)) {
      const samples = points.map(([x, y], i) => at(x, y, 0.3 + 0.4 * Math.abs(Math.sin(i)), { time: 8 * i }));
      const plain = drawn(samples, {}, 'pen');
      expect(drawn(samples, { tapers: true }, 'pen')).toEqual(plain);
      expect(plain.pressure!.every((one) => one >= 0.3 && one <= 0.7)).toBe(true);
      const mouse = samples.map((one) => ({ ...one, pressure: undefined }));
      expect(drawn(mouse, {}, 'mouse')).not.toHaveProperty('pressure');
      expect(drawn(mouse, { softness: 0.9 }, 'mouse')).not.toHaveProperty('pressure');
    }
  });

  test('lines of a finger and a mouse taper with speed where that is chosen, and are thin at both ends', () => {
    for (const device of ['mouse', 'touch'] as const) {
      const slow = drawn(line(0.2), { tapers: true }, device);
      const quick = drawn(line(2.5), { tapers: true }, device);
      expect(most(slow)).toBeGreaterThan(0.55);
      expect(most(quick)).toBeLessThan(most(slow) - 0.1);
      for (const { points, pressure } of [slow, quick]) {
        expect(pressure).toHaveLength(points.length);
        expect([pressure![0]! < 0.15, pressure!.at(-1)! < 0.15]).toEqual([true, true]);
      }
    }
  });

  test('a pen without a sensor tapers too, and one with a sensor never does', () => {
    expect(most(drawn(line(0.2, 0.5), { tapers: true }, 'pen'))).toBeGreaterThan(0.55);
    expect(drawn(line(0.2, 0.5), {}, 'pen')).not.toHaveProperty('pressure');
    expect(drawn(line(0.2, 0.4), { tapers: true }, 'pen').pressure).toEqual([0.4, 0.4]);
    // A pen that was seen to measure has a sensor, even where a stroke begins at exactly a half.
    const { context, pen } = begun({ tapers: true });
    for (const samples of [line(0.2, 0.4), line(0.2, 0.5)]) {
      pen.start(samples[0]!, 'pen');
      pen.move(samples.slice(1), []);
      pen.end();
    }
    expect(context.strokes[1]).not.toHaveProperty('pressure');
  });

  test('a straight line that tapers has one width, and a dot has its size', () => {
    const { context, pen } = begun({ tapers: true });
    context.shift = true;
    pen.start(line(0.4)[0]!, 'mouse');
    pen.move(line(0.4).slice(1), []);
    pen.end();
    const [first, last] = context.strokes[0]!.pressure!;
    expect(first).toBe(last);
    context.shift = false;
    pen.start(at(5, 5), 'mouse');
    pen.end();
    expect(context.strokes[1]).not.toHaveProperty('pressure');
  });

  test('the pressure curve is in what is shown and stored, and leaves a pen without a sensor alone', () => {
    const { context, pen } = begun({ softness: 1 });
    pen.start(at(0, 0, 0.25), 'pen');
    pen.move([at(50, 0, 0.25)], [at(60, 0, 0.25)]);
    expect(context.shown?.end.pressure).toEqual([0.75, 0.75, 0.75].map((one) => expect.closeTo(one, 9)));
    pen.end();
    expect(context.strokes[0]!.pressure).toEqual([0.75, 0.75]);
    expect(drawn(line(1, 0.5), { softness: 1 }, 'pen')).not.toHaveProperty('pressure');
  });

  test('a steadied line trails behind, shows how it would end now, and ends where the pen was lifted', () => {
    const { context, pen } = begun({ steady: 0.5 }, 'pen');
    const shaking = Array.from({ length: 80 }, (_, i) => at(5 * i, 100 + 5 * (i % 2), 0.3));
    pen.start(shaking[0]!, 'pen');
    pen.move(shaking.slice(1), [at(500, 500, 0.3)]);
    const { settled, end } = context.shown!;
    expect(settled.x.at(-1)).toBeLessThan(395 - 12);
    expect([end.x.at(-1), end.y.at(-1)]).toEqual([395, 105]);
    pen.end();
    const [stroke] = context.strokes;
    expect(stroke!.points.at(-1)).toEqual([395, 105]);
    expect(stroke!.points[0]).toEqual([0, 100]);
    for (const [x, y] of stroke!.points.slice(1, -1)) {
      if (x > 60) expect(Math.abs(y - 102.5)).toBeLessThan(1.5);
    }
    expect(stroke!.points.length).toBeLessThan(shaking.length);
  });

  test('a tap with a steady brush is a dot, and a hand that stays within the string draws to where it ends', () => {
    const { context, pen } = begun({ steady: 1, tapers: true });
    pen.start(at(5, 5), 'touch');
    pen.end();
    pen.start(at(5, 5), 'touch');
    pen.move([at(20, 5, undefined, { time: 100 })], []);
    pen.end();
    expect(context.strokes[0]!.points).toEqual([[5, 5]]);
    const [first, last] = [context.strokes[1]!.points[0], context.strokes[1]!.points.at(-1)];
    expect([first, last]).toEqual([
      [5, 5],
      [20, 5],
    ]);
  });
});
