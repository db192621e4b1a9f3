import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Stroke } from '../../core/drawing/types.ts';
import type { Swap } from './edit.ts';
import { ZOrder } from './z-order.ts';

let made = 0;
const stroke = (): Stroke => ({ tool: 'pen', color: '#000', size: 2, points: [[made++ % 90, 5]] });
const everywhere = { minX: -1000, minY: -1000, maxX: 1000, maxY: 1000 };

describe('ink: parts in the places of strokes', () => {
  test('whatever is replaced by parts, and parts of parts, lies where it lay, and the list that says so changes nothing', () => {
    const step = fc.record({ which: fc.nat(), parts: fc.integer({ min: 0, max: 3 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 20 }), (count, steps) => {
        const order = new ZOrder();
        let list: readonly Stroke[] = Array.from({ length: count }, stroke);
        order.set(list);
        for (const { which, parts } of steps) {
          const old = list[which % Math.max(1, list.length)];
          if (!old) break;
          const swap: Swap = { stroke: old, by: Array.from({ length: parts }, stroke) };
          const { gone, come } = order.swap([swap]);
          expect(gone.map((entry) => entry.stroke)).toEqual([old]);
          expect(come.map((entry) => entry.stroke)).toEqual(swap.by);
          list = list.flatMap((one) => (one === old ? swap.by : [one]));
          expect(order.near(everywhere)).toEqual(list);
        }
        expect(order.set(list)).toMatchObject({ gone: [], come: [] });
        // What is drawn next lies on top.
        const next = stroke();
        order.set([...list, next]);
        expect(order.near(everywhere)).toEqual([...list, next]);
      }),
    );
  });

  test('where the places between two strokes run out, the list puts all in order', () => {
    const order = new ZOrder();
    let list: readonly Stroke[] = [stroke(), stroke(), stroke()];
    order.set(list);
    for (let i = 0; i < 80; i++) {
      const old = list.at(-2)!;
      const by = [stroke(), stroke()];
      order.swap([{ stroke: old, by }]);
      list = list.flatMap((one) => (one === old ? by : [one]));
    }
    order.set(list);
    expect(order.near(everywhere)).toEqual(list);
  });

  test('parts may be hidden, and undoing the replacement brings the strokes back', () => {
    const order = new ZOrder();
    const list = [stroke(), stroke(), stroke()];
    order.set(list);
    const by = [stroke(), stroke()];
    order.swap([{ stroke: list[1]!, by }]);
    order.remove([by[0]!]);
    expect(order.near(everywhere)).toEqual([list[0], by[1], list[2]]);
    order.set(list);
    expect(order.near(everywhere)).toEqual(list);
  });
});

const band = (y: number, at: number, tool = 'wash'): Stroke => ({
  tool,
  color: '#3a76b0',
  size: 40,
  points: [
    [0, y],
    [300, y],
  ],
  at,
});
const ALL = { minX: -1e6, minY: -1e6, maxX: 1e6, maxY: 1e6 };

test('ink: a wash that joins or leaves a coat changes how the whole coat looks, wherever the drawing changes', () => {
  const [a, b, c] = [band(0, 0), band(900, 2_000), band(1_800, 4_000)];
  const pen = band(0, 3_000, 'pen');
  const zOrder = new ZOrder();
  // All of what was added is repainted anyway, but not one after another.
  expect(zOrder.set([a, b])).toMatchObject({ wet: [], onTop: false, isLast: true });
  expect(zOrder.coats(ALL)).toEqual([[a, b]]);
  expect(zOrder.set([a, b, c])).toMatchObject({ wet: [a, b], onTop: false });
  expect(zOrder.coats({ minX: 0, minY: 800, maxX: 9, maxY: 2_000 })).toEqual([[b, c]]);
  expect(zOrder.set([a, b, c, pen])).toMatchObject({ wet: [], onTop: true });
  expect(zOrder.remove([b])).toMatchObject({ wet: [a, c] });
  // Two strokes that changed places count as gone and come.
  expect(zOrder.set([a, pen, c])).toMatchObject({ wet: [a] });
  expect(zOrder.coats(ALL)).toEqual([[a], [pen], [c]]);
  expect(zOrder.set([pen])).toMatchObject({ wet: [] });
});

test('ink: in a drawing with layers, what comes last may lie under others', () => {
  const zOrder = new ZOrder();
  const [a, b, c] = [band(0, 0, 'pen'), band(50, 1, 'pen'), band(90, 2)];
  expect(zOrder.set([a])).toMatchObject({ onTop: true });
  zOrder.isLayered = true;
  expect(zOrder.set([a, b])).toMatchObject({ onTop: false, isLast: true });
  expect(zOrder.set([a, b, c])).toMatchObject({ onTop: false, isLast: true });
  expect(zOrder.set([a, c])).toMatchObject({ isLast: false });
  expect(zOrder.set([b, a, c])).toMatchObject({ isLast: false });
});
