import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { SaveServer, saver } from '../../../../tests/support/drawing/save-queue.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import { apply, type Content, type Operation } from '../document/content.ts';
import { withoutCome } from './came-elsewhere.ts';

/** A stroke with a time of its own. */
const timed = (n: number): Stroke => ({ ...stroke(n), at: n });
const moved = (n: number): Stroke => ({ ...timed(n), layer: 'above' });
const back = (one: Stroke): Operation => ({ kind: 'insert', stroke: one, place: 'top' });
const gone = (one: Stroke): Operation => ({ kind: 'remove', stroke: one });
const drawing = (...strokes: Stroke[]): Content => ({ title: '', strokes });

/** What the person has after the loading of `after`. */
function loaded(before: Content, waiting: readonly Operation[], after: Content): readonly Stroke[] {
  const seen = apply(before, waiting).strokes;
  return apply(after, withoutCome(waiting, seen, after)).strokes;
}

describe('layer: a stroke that waits to come back', () => {
  test('stands once where another device has moved it', () => {
    expect(loaded(drawing(), [back(timed(1))], drawing(moved(1)))).toEqual([moved(1)]);
    // Erased and brought back before either was saved.
    const waiting = [gone(timed(1)), back(timed(1))];
    expect(loaded(drawing(timed(1)), waiting, drawing(moved(1)))).toEqual([moved(1)]);
    const thrice = [back(timed(1)), gone(timed(1)), back(timed(1))];
    expect(loaded(drawing(), thrice, drawing(moved(1)))).toEqual([moved(1)]);
  });

  test('stands once where another tab has brought it back, too', () => {
    expect(loaded(drawing(), [back(timed(1))], drawing(timed(1)))).toEqual([timed(1)]);
    const thrice = [back(timed(1)), gone(timed(1)), back(timed(1))];
    expect(loaded(drawing(), thrice, drawing(timed(1)))).toEqual([timed(1)]);
  });

  test('comes back where it is still gone, or was never away', () => {
    expect(loaded(drawing(), [back(timed(1))], drawing(timed(2)))).toEqual([timed(2), timed(1)]);
    const waiting = [gone(timed(1)), back(timed(1))];
    expect(loaded(drawing(timed(1)), waiting, drawing(timed(1)))).toEqual([timed(1)]);
    expect(loaded(drawing(timed(1)), waiting, drawing())).toEqual([timed(1)]);
  });

  test('comes back beside one without a time, and beside another of its time', () => {
    expect(loaded(drawing(), [back(stroke(1))], drawing({ ...stroke(1), layer: 'above' }))).toHaveLength(2);
    const part = { ...timed(1), points: [[7, 7]] as const };
    expect(loaded(drawing(), [back(timed(1))], drawing(part))).toEqual([part, timed(1)]);
  });

  test('stands once where the undo of a cut or a new colour brings it, too', () => {
    const red = { ...timed(1), color: '#f00' };
    const undo: Operation = { kind: 'replace', strokes: [red], by: [timed(1)] };
    // A second tab had erased and brought it back, and the new colour came meanwhile.
    expect(loaded(drawing(red), [undo], drawing(red, timed(1)))).toEqual([timed(1)]);
    const waiting = [gone(red), back(red), undo];
    expect(loaded(drawing(red), waiting, drawing(timed(1)))).toEqual([timed(1)]);
    const parts = [1, 2].map((n): Stroke => ({ ...timed(1), points: [[n, n]] }));
    const whole: Operation = { kind: 'replace', strokes: parts, by: [timed(1)] };
    expect(loaded(drawing(...parts), [whole], drawing(...parts, moved(1)))).toEqual([moved(1)]);
    const lift: Operation = { kind: 'move', stroke: red, by: timed(1), place: [] };
    expect(loaded(drawing(red), [lift], drawing(red, timed(1)))).toEqual([timed(1)]);
  });

  test('is there once where what changes it had found none before', () => {
    const red = { ...timed(1), color: '#f00' };
    const recolor: Operation = { kind: 'replace', strokes: [timed(1)], by: [red] };
    const seen = drawing(moved(1)).strokes;
    const base = drawing(timed(1));
    expect(apply(base, withoutCome([recolor], seen, base)).strokes).toEqual([red]);
  });

  test('the page keeps two that it had seen', () => {
    const both = drawing(timed(1), moved(1));
    expect(loaded(both, [gone(timed(1)), back(timed(1))], both)).toHaveLength(2);
  });

  test('is never lost and never doubled, whatever was erased, brought back and moved', () => {
    const acts = fc.array(fc.tuple(fc.constantFrom('gone', 'back'), fc.integer({ min: 1, max: 3 })));
    const elsewhere = fc.array(fc.constantFrom('same', 'moved', 'gone'), { minLength: 3, maxLength: 3 });
    const start = fc.subarray([1, 2, 3]);
    fc.assert(
      fc.property(start, acts, elsewhere, (first, acts, fates) => {
        const before = drawing(...first.map(timed));
        const waiting: Operation[] = [];
        for (const [act, n] of acts) {
          const isThere = apply(before, waiting).strokes.some(({ at }) => at === n);
          if (act === 'back' && !isThere) waiting.push(back(timed(n)));
          if (act === 'gone' && isThere) waiting.push(gone(timed(n)));
        }
        const after = drawing(
          ...fates.flatMap((fate, i) =>
            fate === 'gone' ? [] : [fate === 'same' ? timed(i + 1) : moved(i + 1)],
          ),
        );
        const seen = new Set(apply(before, waiting).strokes.map(({ at }) => at));
        const now = loaded(before, waiting, after).map(({ at }) => at);
        expect(new Set(now).size).toBe(now.length);
        for (const at of seen) {
          // One that the page had not touched goes with who erased it.
          const isOwn = waiting.some((one) => one.kind === 'insert' && one.stroke.at === at);
          if (isOwn || after.strokes.some((one) => one.at === at)) expect(now).toContain(at);
        }
      }),
    );
  });

  test('stands once in the store', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([back(timed(1)), back(timed(2))]);
    await settled();
    queue.push([gone(timed(1))]);
    await settled();
    // Another device, which had not seen that, moved it meanwhile: so it stays.
    server.drawing = { ...server.drawing!, rev: server.drawing!.rev + 1, strokes: [moved(1), timed(2)] };
    queue.push([back(timed(1))]);
    await settled();
    expect(server.drawing.strokes).toEqual([moved(1), timed(2)]);
    expect(queue.content.strokes).toEqual([moved(1), timed(2)]);
  });

  test('is not erased by what it undid, where the other device moves it back', async () => {
    const server = new SaveServer();
    const { queue, settled } = saver(server);
    queue.push([back(timed(1)), back(timed(2))]);
    await settled();
    const others = (...strokes: Stroke[]) => {
      server.drawing = { ...server.drawing!, rev: server.drawing!.rev + 1, strokes };
    };
    others(moved(1), timed(2));
    // It moves it back once this page has read that, and before its next request arrives.
    const { read } = server;
    server.read = async () => {
      const result = await read();
      others(timed(1), timed(2));
      server.read = read;
      return result;
    };
    queue.push([gone(timed(1))]);
    queue.push([back(timed(1)), back(timed(3))]);
    await settled();
    expect(server.drawing!.strokes).toEqual([timed(1), timed(2), timed(3)]);
    expect(queue.content.strokes).toEqual(server.drawing!.strokes);
  });
});
