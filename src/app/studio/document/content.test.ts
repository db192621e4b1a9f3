import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyStroke, numbers, stroke } from '../../../../tests/support/drawing/any-stroke.ts';
import { ERASER_TOOL } from '../../../core/drawing/erasing.ts';
import { STROKES_MAX } from '../../../core/drawing/limits.ts';
import { BASE } from '../../../core/drawing/members/layers.ts';
import { strokeJson } from '../../../core/drawing/strokes/stroke-json.ts';
import type { Stroke } from '../../../core/drawing/types.ts';
import {
  apply,
  belowOf,
  compile,
  distinct,
  isWhole,
  notLanded,
  type Operation,
  type PatchOperation,
  reuseStrokes,
  sameContent,
} from './content.ts';
import { strokeKey } from './stroke-key.ts';

const EMPTY = { title: '', strokes: [] };
const some = (...ns: number[]) => ns.map(stroke);
const insert = (n: number, place: 'top' | readonly string[] = 'top'): Operation => ({
  kind: 'insert',
  stroke: stroke(n),
  place,
});
const replace = (gone: readonly number[], [first, ...rest]: readonly [number, ...number[]]): Operation => ({
  kind: 'replace',
  strokes: gone.map(stroke),
  by: [stroke(first), ...rest.map(stroke)],
});
const remove = (n: number): Operation => ({ kind: 'remove', stroke: stroke(n) });

/** The drawing after a server has applied a patch. */
function patched(strokes: readonly Stroke[], patch: readonly PatchOperation[]): Stroke[] {
  const result = [...strokes];
  for (const operation of patch) {
    if (operation.op === 'replace') {
      const { value } = operation;
      if (value !== null && typeof value !== 'string' && 'points' in value)
        result[Number(operation.path.split('/')[2])] = value;
      continue;
    }
    const token = operation.path.replace('/strokes/', '');
    const index = token === '-' ? result.length : Number(token);
    expect(index).toBeLessThanOrEqual(result.length - (operation.op === 'add' ? 0 : 1));
    if (operation.op === 'add') result.splice(index, 0, operation.value);
    else result.splice(index, 1);
  }
  return result;
}

const UNDERLAY = {
  x: 1,
  y: 2,
  scale: 0.5,
  angle: -30,
  opacity: 0.6,
  visible: true,
  locked: false,
  width: 4032,
  height: 3024,
  sha256: '0'.repeat(64),
};

describe('studio: an underlay, the photo under the ink', () => {
  const put: Operation = { kind: 'underlay', underlay: UNDERLAY };
  const away: Operation = { kind: 'underlay', underlay: null };

  test('comes, is moved and goes as a whole, and is sent only if it changes', () => {
    const { patch, result } = compile(EMPTY, [put], 1e6);
    // Of several that wait only the last is sent.
    expect(isWhole(put)).toBe(true);
    expect(patch).toEqual([{ op: 'replace', path: '/underlay', value: UNDERLAY }]);
    expect(result.underlay).toEqual(UNDERLAY);
    expect(compile(result, [put], 1e6).patch).toEqual([]);
    const moved = { ...UNDERLAY, x: 7 };
    expect(apply(result, [{ kind: 'underlay', underlay: moved }]).underlay).toEqual(moved);
    const gone = compile(result, [away], 1e6);
    expect(gone.patch).toEqual([{ op: 'replace', path: '/underlay', value: null }]);
    expect(gone.result).toEqual(EMPTY);
    expect(compile(EMPTY, [away], 1e6).patch).toEqual([]);
  });

  test('stays while one draws and erases', () => {
    const content = { title: '', underlay: UNDERLAY, strokes: some(1, 2) };
    expect(apply(content, [insert(3)]).underlay).toEqual(UNDERLAY);
    expect(apply(content, [{ kind: 'remove', stroke: content.strokes[0]! }]).underlay).toEqual(UNDERLAY);
  });

  test('takes no more of a request than is counted for it', () => {
    const long = { ...UNDERLAY, x: -123456.789, y: -123456.789, scale: 0.00390625, angle: -123.45 };
    const all = Array.from(
      { length: 50 },
      (_, i): Operation => ({ kind: 'underlay', underlay: { ...long, y: i } }),
    );
    const { patch, taken } = compile(EMPTY, all, 10_000);
    expect(taken).toBeGreaterThan(5);
    expect(JSON.stringify(patch).length).toBeLessThanOrEqual(10_000);
  });
});

describe('studio: the paper', () => {
  const [night, white] = [{ color: '#1d232f' }, { color: '#fffdf8' }];

  test('is replaced as a whole, and not by the same', () => {
    const { patch, result } = compile(EMPTY, [{ kind: 'paper', paper: night }], 1e6);
    expect(patch).toEqual([{ op: 'replace', path: '/paper', value: night }]);
    expect(result.paper).toEqual(night);
    expect(compile(result, [{ kind: 'paper', paper: night }], 1e6).patch).toEqual([]);
    expect(compile(EMPTY, [{ kind: 'paper', paper: white }], 1e6).patch).toEqual([]);
  });

  test('stays when strokes come and go', () => {
    const strokes = some(1, 2);
    const content = { title: '', paper: night, strokes };
    expect(apply(content, [insert(3)]).paper).toEqual(night);
    expect(apply(content, [{ kind: 'remove', stroke: strokes[0]! }]).paper).toEqual(night);
  });

  test('is part of what a person sees', () => {
    expect(sameContent({ ...EMPTY, paper: night }, EMPTY)).toBe(false);
    expect(sameContent({ ...EMPTY, paper: white }, EMPTY)).toBe(true);
  });
});

describe('studio: the layers', () => {
  const layers = [{ ...BASE, name: 'Ink' }];

  test('are replaced as a whole, and not by the same', () => {
    const { patch, result } = compile(EMPTY, [{ kind: 'layers', from: [BASE], to: layers }], 1e6);
    expect(patch).toEqual([{ op: 'replace', path: '/layers', value: layers }]);
    expect(result.layers).toEqual(layers);
    expect(
      compile(result, [{ kind: 'layers', from: [BASE], to: structuredClone(layers) }], 1e6).patch,
    ).toEqual([]);
    expect(compile(EMPTY, [{ kind: 'layers', from: [BASE], to: [{ ...BASE }] }], 1e6).patch).toEqual([]);
  });

  test('stay when strokes come and go', () => {
    const strokes = some(1, 2);
    const content = { title: '', layers, strokes };
    expect(apply(content, [insert(3)]).layers).toEqual(layers);
    expect(apply(content, [{ kind: 'remove', stroke: strokes[0]! }]).layers).toEqual(layers);
  });

  test('are part of what a person sees', () => {
    expect(sameContent({ ...EMPTY, layers }, EMPTY)).toBe(false);
  });
});

describe('studio: operations', () => {
  const operation = fc.oneof(
    fc.nat(9).map((n): Operation => insert(n)),
    fc.tuple(fc.nat(9), fc.array(fc.nat(9), { maxLength: 4 })).map(([n, below]) =>
      insert(
        n,
        below.map((k) => strokeKey(stroke(k))),
      ),
    ),
    fc.nat(9).map(remove),
    fc
      .tuple(
        fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }),
        fc.nat(9),
        fc.array(fc.nat(9), { maxLength: 2 }),
      )
      .map(([gone, first, rest]) => replace(gone, [first, ...rest])),
  );

  test('a patch has the same effect as its operations, in any number of pieces', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(9)),
        fc.array(operation),
        fc.integer({ min: 1, max: 600 }),
        (before, operations, bytes) => {
          const strokes = some(...before);
          let stored = strokes;
          let content = { title: '', strokes: strokes as readonly Stroke[] };
          let rest = operations;
          while (rest.length > 0) {
            const { patch, taken, result } = compile(content, rest, bytes);
            expect(taken).toBeGreaterThan(0);
            stored = patched(stored, patch);
            content = result;
            rest = rest.slice(taken);
          }
          expect(numbers(stored)).toEqual(numbers(apply({ title: '', strokes }, operations).strokes));
        },
      ),
    );
  });

  test('a piece stays below its limit of bytes, unless a single operation is larger', () => {
    const operations = Array.from({ length: 50 }, (_, i) => insert(i));
    const { patch, taken } = compile(EMPTY, operations, 1000);
    expect(taken).toBeLessThan(50);
    expect(JSON.stringify(patch).length).toBeLessThan(1000);
    expect(compile(EMPTY, operations, 1).taken).toBe(1);
  });

  test('the estimate of bytes is never too low', () => {
    const inserts = fc.array(
      anyStroke.map((one): Operation => ({ kind: 'insert', stroke: one, place: 'top' })),
      { minLength: 2, maxLength: 6 },
    );
    const odd = [0.1 + 0.2, -999_999.999, 1e-7, -1e21, 12_345.678, 1 / 3, 9.995, -0].map(
      (x, i): Operation => ({
        kind: 'insert',
        stroke: {
          tool: '\u0001"\\',
          color: '#12345678',
          size: x,
          points: [
            [x, -x],
            [i, x],
          ],
          pressure: [x, 0.5],
        },
        place: 'top',
      }),
    );
    fc.assert(
      fc.property(
        inserts,
        fc.shuffledSubarray(odd),
        fc.integer({ min: 300, max: 6_000 }),
        (some, more, bytes) => {
          const { patch, taken } = compile(EMPTY, [...some, ...more], bytes);
          if (taken > 1) expect(JSON.stringify(patch).length).toBeLessThanOrEqual(bytes);
        },
      ),
    );
    // Numbers that are as long as possible.
    const points = Array.from({ length: 200 }, () => [-9.995, -999_999.995] as const);
    const long = Array.from({ length: 5 }, (_, i): Operation => {
      return { kind: 'insert', stroke: { ...stroke(i), points }, place: 'top' };
    });
    const { patch, taken } = compile(EMPTY, long, 12_500);
    expect(taken).toBeGreaterThan(1);
    expect(JSON.stringify(patch).length).toBeLessThanOrEqual(12_500);
  });

  test('erasing many strokes at once equals erasing them one by one', () => {
    const [a, b, c, twin] = [stroke(1), stroke(2), stroke(3), stroke(2)];
    const all = [a, b, c, twin, b];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(a, b, c, twin, stroke(9)), { maxLength: 5 }), (gone) => {
        const operations = gone.map((one): Operation => ({ kind: 'remove', stroke: one }));
        const { strokes } = apply({ title: 'T', strokes: all }, operations);
        const { result } = compile({ title: 'T', strokes: all }, operations, Number.POSITIVE_INFINITY);
        expect(strokes).toEqual(result.strokes);
        expect(strokes.every((one, i) => one === result.strokes[i])).toBe(true);
      }),
    );
    expect(apply({ title: 'T', strokes: all }, [{ kind: 'remove', stroke: a }])).toEqual({
      title: 'T',
      strokes: [b, c, twin, b],
    });
  });

  test('cutting, erasing and changing many strokes at once equals doing it one by one', () => {
    const [a, b, c, d, twin] = [stroke(1), stroke(2), stroke(3), stroke(4), stroke(2)];
    const all = [a, b, c, twin, d];
    const any = fc.constantFrom(a, b, c, d, twin, stroke(9));
    const operation = fc.oneof(
      any.map((one): Operation => ({ kind: 'remove', stroke: one })),
      fc
        .tuple(
          fc.uniqueArray(any, { minLength: 1, maxLength: 2 }),
          fc.integer({ min: 0, max: 2 }),
          fc.boolean(),
        )
        .map(([strokes, more, stays]): Operation => {
          const parts = Array.from({ length: more }, (_, i) => stroke(20 + i));
          return { kind: 'replace', strokes, by: [stays ? strokes[0]! : stroke(10), ...parts] };
        }),
      any.map((one): Operation => ({ kind: 'insert', stroke: { ...one }, place: [strokeKey(stroke(3))] })),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 5 }), fc.boolean(), (operations, isFull) => {
        // The strokes that only fill the drawing are under all others.
        const under = Array.from({ length: isFull ? STROKES_MAX - all.length - 1 : 0 }, () => ({
          ...a,
          at: 7,
        }));
        const before = { title: 'T', strokes: [...under, ...all] };
        const { strokes } = apply(before, operations);
        const { result } = compile(before, operations, Number.POSITIVE_INFINITY);
        expect(strokes.length).toBe(result.strokes.length);
        expect(strokes.every((one, i) => one === result.strokes[i])).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('a stroke goes above the nearest stroke underneath it that still exists', () => {
    const below = (...ns: number[]) => ns.map((n) => strokeKey(stroke(n)));
    const placed = (place: 'top' | string[]) =>
      numbers(apply({ title: '', strokes: some(1, 2, 3) }, [insert(9, place)]).strokes);
    expect(placed('top')).toEqual([1, 2, 3, 9]);
    expect(placed(below(2, 1))).toEqual([1, 2, 9, 3]);
    expect(placed(below(7, 1))).toEqual([1, 9, 2, 3]);
    expect(placed([])).toEqual([9, 1, 2, 3]);
    expect(placed(below(7, 8))).toEqual([1, 2, 3, 9]);
    expect(belowOf(some(0, 1, 2, 3, 4, 5), 5)).toEqual(below(4, 3, 2, 1));
  });

  test('a stroke that erases never goes above what another device drew meanwhile', () => {
    const eraser = { ...stroke(9), tool: ERASER_TOOL };
    const rubbed: Operation = { kind: 'replace', strokes: some(1), by: [stroke(1), eraser] };
    expect(numbers(apply({ title: '', strokes: some(1, 2) }, [rubbed]).strokes)).toEqual([1, 9, 2]);
    // Brought back by undo, and what it lay on is gone: on top it would take what others drew.
    const back: Operation = { kind: 'insert', stroke: eraser, place: [strokeKey(stroke(7))] };
    expect(numbers(apply({ title: '', strokes: some(1, 2) }, [back]).strokes)).toEqual([9, 1, 2]);
  });

  test('missing strokes are not removed, and the limit of strokes holds', () => {
    const full = { title: '', strokes: Array.from({ length: STROKES_MAX }, (_, i) => stroke(i)) };
    const { patch, taken, result } = compile(full, [remove(-5), insert(-6)], 1e6);
    expect({ patch, taken, left: result.strokes.length }).toEqual({ patch: [], taken: 2, left: STROKES_MAX });
  });

  test('a replacement takes the place of the lowest replaced stroke; if none exists, it has no effect', () => {
    const result = (gone: number[], by: [number, ...number[]]) =>
      numbers(apply({ title: '', strokes: some(1, 2, 3, 4) }, [replace(gone, by)]).strokes);
    expect(result([2], [8, 9])).toEqual([1, 8, 9, 3, 4]);
    expect(result([2, 4], [8])).toEqual([1, 8, 3]);
    expect(result([7, 3], [8, 9])).toEqual([1, 2, 8, 9, 4]);
    expect(result([7], [8])).toEqual([1, 2, 3, 4]);
    const one = compile({ title: '', strokes: some(1, 2) }, [replace([1], [8])], 1e6);
    expect(one.patch).toEqual([{ op: 'replace', path: '/strokes/0', value: stroke(8) }]);
    const full = { title: '', strokes: Array.from({ length: STROKES_MAX }, (_, i) => stroke(i)) };
    expect(compile(full, [replace([5], [-1, -2])], 1e6).patch).toEqual([]);
    expect(compile(full, [replace([5], [-1])], 1e6).result.strokes[5]).toEqual(stroke(-1));
  });

  test('a stroke that stays while others are put on it is not sent, and stays the same object', () => {
    const strokes = some(1, 2, 3);
    const by: readonly [Stroke, ...Stroke[]] = [strokes[1]!, stroke(8), stroke(9)];
    for (const one of [strokes[1]!, stroke(2)]) {
      const done = compile({ title: '', strokes }, [{ kind: 'replace', strokes: [one], by }], 1e6);
      expect(done.patch).toEqual([
        { op: 'add', path: '/strokes/2', value: stroke(8) },
        { op: 'add', path: '/strokes/3', value: stroke(9) },
      ]);
      expect(done.result.strokes[1]).toBe(strokes[1]);
    }
    // Where it is gone, the other takes its place.
    const other = compile({ title: '', strokes: some(1, 3) }, [replace([2, 3], [2, 8])], 1e6);
    expect(other.patch[0]).toEqual({ op: 'replace', path: '/strokes/1', value: stroke(2) });
  });

  test('an equal title is not sent', () => {
    expect(compile({ title: 'A', strokes: [] }, [{ kind: 'title', title: 'A' }], 1e6).patch).toEqual([]);
  });
});

describe('studio: the identity of strokes', () => {
  test('keys are equal exactly if strokes are equal', () => {
    fc.assert(
      fc.property(anyStroke, anyStroke, (a, b) => {
        const plain = (one: Stroke) =>
          strokeJson(one).replaceAll('-0', (zero, at, all) => (/[.\d]/.test(all[at + 2] ?? '') ? zero : '0'));
        const copy: Stroke = structuredClone(a);
        expect(strokeKey(copy)).toBe(strokeKey(a));
        if (plain(a) !== plain(b)) expect(strokeKey(a)).not.toBe(strokeKey(b));
      }),
    );
  });

  test('known strokes are reused, each object once', () => {
    const [a, b] = [stroke(1), stroke(1)];
    const fresh = some(1, 2, 1, 1);
    const found = reuseStrokes(fresh, [a, b]);
    expect(found).toEqual(fresh);
    expect([found[0], found[2], found[3]].filter((one) => one === a || one === b)).toHaveLength(2);
    expect(new Set(found).size).toBe(4);
  });

  test('a waiting stroke equal to a stored one is another object, so that erasing one leaves the other', () => {
    const [there, waiting] = [stroke(1), stroke(2)];
    const operations: Operation[] = [there, waiting].map((one) => ({
      kind: 'insert',
      stroke: one,
      place: 'top',
    }));
    const [first, second] = distinct(operations, [there]);
    expect(first).toEqual(operations[0]);
    expect(first?.kind === 'insert' && first.stroke === there).toBe(false);
    expect(second).toBe(operations[1]);
    const swap: Operation = { kind: 'replace', strokes: [stroke(3)], by: [stroke(4), there] };
    const [third] = distinct([swap], [there]);
    expect(third).toEqual(swap);
    expect(third?.kind === 'replace' && third.by[1] === there).toBe(false);
    // One that stays is the one that is there.
    const put: Operation = { kind: 'replace', strokes: [there], by: [there, stroke(4)] };
    const [fourth] = distinct([put], [there]);
    expect(fourth?.kind === 'replace' && fourth.by[0] === there).toBe(true);
  });

  test('operations that took effect without a response are recognised, with equal strokes too', () => {
    const operations = [insert(1), insert(2), remove(3), insert(1)];
    expect(notLanded(operations, some(3, 1), some(1, 1, 2))).toEqual([insert(1)]);
    expect(notLanded(operations, some(3, 1), some(3, 1))).toEqual(operations);
    expect(notLanded(operations, some(3, 1), some(1, 1, 2, 1))).toEqual([]);
    const split = [replace([3], [4, 5])];
    expect(notLanded(split, some(3), some(4, 5))).toEqual([]);
    expect(notLanded(split, some(3), some(3))).toEqual(split);
    expect(notLanded(split, some(3), some(4))).toEqual(split);
    const put = [replace([3], [3, 4])];
    expect(notLanded(put, some(3), some(3, 4))).toEqual([]);
    expect(notLanded(put, some(3), some(3))).toEqual(put);
  });
});
