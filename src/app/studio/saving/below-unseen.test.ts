import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { draw, SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import { ERASER_TOOL, erases } from '../../../core/drawing/erasing.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content, type Operation } from '../document/content.ts';
import { belowUnseen } from './below-unseen.ts';

const eraser = (n: number): Stroke => ({ ...stroke(n), tool: ERASER_TOOL });
const rub = (on: Stroke, ...erasers: Stroke[]): Operation => ({
  kind: 'replace',
  strokes: [on],
  by: [on, ...erasers],
});
const sorted = ({ strokes }: Content) => strokes.map(numberOf).toSorted((a, b) => a - b);
const numberOf = ({ points }: Stroke) => points[0]![0];

/** The numbers of what lies below each stroke that erases. */
function inkBelow({ strokes }: Content): Map<number, ReadonlySet<number>> {
  const below = new Map<number, ReadonlySet<number>>();
  for (const [i, one] of strokes.entries()) {
    if (!erases(one)) continue;
    const ink = strokes.slice(0, i).filter((other) => !erases(other));
    below.set(numberOf(one), new Set(ink.map(numberOf)));
  }
  return below;
}

describe('studio: erasers that wait to be saved', () => {
  test('never take what somebody else drew meanwhile, whatever was moved, drawn or removed', () => {
    const own = fc.array(
      fc.oneof(
        fc.record({ kind: fc.constant('rub' as const), on: fc.nat(), count: fc.integer({ min: 1, max: 2 }) }),
        fc.record({ kind: fc.constant('draw' as const) }),
        fc.record({ kind: fc.constant('undo' as const), on: fc.nat() }),
      ),
      { maxLength: 6 },
    );
    const others = fc.array(fc.tuple(fc.constantFrom('draw', 'move', 'remove'), fc.nat(), fc.nat()), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        own,
        fc.array(others, { maxLength: 3 }),
        (length, acts, rounds) => {
          let base: Content = { title: '', strokes: Array.from({ length }, (_, i) => stroke(i)) };
          let waiting: Operation[] = [];
          let next = 100;
          let seen = base;
          for (const act of acts) {
            const there = seen.strokes;
            const on = act.kind === 'draw' ? undefined : there[act.on % there.length];
            if (act.kind === 'draw') waiting.push({ kind: 'insert', stroke: stroke(next++), place: 'top' });
            else if (on && act.kind === 'undo' && erases(on)) waiting.push({ kind: 'remove', stroke: on });
            else if (on && act.kind === 'rub' && !erases(on)) {
              waiting.push(rub(on, ...Array.from({ length: act.count }, () => eraser(next++))));
            }
            seen = apply(base, waiting);
          }
          const first = inkBelow(seen);
          let drawn = 1000;
          for (const round of rounds) {
            const strokes = [...base.strokes];
            for (const [kind, at, to] of round) {
              const moved =
                kind === 'draw' ? [stroke(drawn++)] : strokes.splice(at % (strokes.length || 1), 1);
              if (kind !== 'remove') strokes.splice(to % (strokes.length + 1), 0, ...moved);
            }
            base = { title: '', strokes };
            const plain = apply(base, waiting);
            waiting = belowUnseen(waiting, seen.strokes, base);
            seen = apply(base, waiting);
            expect(sorted(seen)).toEqual(sorted(plain));
            for (const [n, below] of inkBelow(seen)) {
              for (const ink of below) expect(first.get(n)).toContain(ink);
            }
          }
        },
      ),
    );
  });

  test('stay where they are over what the person saw, and go no lower than they must', () => {
    const [a, b, c, e] = [stroke(1), stroke(2), stroke(3), eraser(9)];
    const placed = (strokes: readonly Stroke[]) => {
      const base = { title: '', strokes };
      return numbers(apply(base, belowUnseen([rub(b, e)], [a, b, e], base)).strokes);
    };
    expect(placed([a, b])).toEqual([1, 2, 9]);
    expect(placed([a, b, c])).toEqual([1, 2, 9, 3]);
    expect(placed([a, c, b])).toEqual([1, 9, 3, 2]);
    expect(placed([c, a, b])).toEqual([9, 3, 1, 2]);
  });

  test('are stored below what others drew under the ink that they lie on', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([draw(1), draw(2)]);
    await settled();
    // Others draw between the two.
    server.othersDraw();
    const [, top] = queue.content.strokes;
    queue.push([rub(top!, eraser(9))]);
    await settled();
    expect(server.numbers).toEqual([1, 9, 1000, 2]);
    expect(numbers(queue.content.strokes)).toEqual([1, 9, 1000, 2]);
  });
});
