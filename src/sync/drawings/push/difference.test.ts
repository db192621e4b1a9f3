import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { common, difference } from './difference.ts';

const texts = fc.array(
  fc.constantFrom(...'abcdef').map((letter) => `"${letter}"`),
  { maxLength: 14 },
);

/** Applies the operations as a server does (RFC 6902), with texts as strokes; undefined if it refuses them. */
function apply(strokes: readonly string[], operations: readonly string[]): string[] | undefined {
  const list = [...strokes];
  const all: { op: string; path: string; value: string }[] = JSON.parse(`[${operations.join()}]`);
  for (const { op, path, value } of all) {
    const at = path === '/strokes/-' ? list.length : Number(path.slice('/strokes/'.length));
    if (at > list.length || (op !== 'add' && at === list.length)) throw new Error(`out of range: ${path}`);
    if (op === 'test' && list[at] !== JSON.stringify(value)) return undefined;
    if (op === 'remove') list.splice(at, 1);
    if (op === 'add') list.splice(at, 0, JSON.stringify(value));
  }
  return list;
}

describe('sync: the difference of two lists of strokes', () => {
  it('turns one list into the other, whatever surrounds it', () => {
    fc.assert(
      fc.property(texts, texts, texts, texts, (before, from, to, behind) => {
        const all = [...before, ...from, ...behind];
        const { operations, ...end } = difference(from, to, before.length, all.length, 1e6);
        const count = before.length + to.length + behind.length;
        expect(end).toEqual({ to: to.length, from: from.length, count });
        expect(apply(all, operations)).toEqual([...before, ...to, ...behind]);
      }),
    );
  });

  it('can be split anywhere and continued', () => {
    fc.assert(
      fc.property(texts, texts, texts, fc.nat({ max: 200 }), (from, to, behind, most) => {
        let now = from;
        for (let requests = 0; requests <= from.length + to.length; requests++) {
          const part = difference(now, to, 0, now.length + behind.length, most);
          const next = [...to.slice(0, part.to), ...now.slice(part.from)];
          expect(apply([...now, ...behind], part.operations)).toEqual([...next, ...behind]);
          if (part.operations.length > 1) expect(part.operations.join(',').length).toBeLessThanOrEqual(most);
          now = next;
        }
        expect(now).toEqual(to);
      }),
    );
  });

  it('never exceeds the final number of strokes after the removals', () => {
    fc.assert(
      fc.property(texts, texts, fc.nat({ max: 200 }), (from, to, most) => {
        const kept = common(from, to);
        expect(lacking(kept, to)).toEqual([]);
        expect(lacking(lacking(from, kept), lacking(from, to))).toEqual([]);
        const { operations, to: end, from: rest, count } = difference(kept, to, 0, kept.length, most);
        expect(count).toBeLessThanOrEqual(to.length);
        expect(apply(kept, operations)).toHaveLength(count);
        expect(end + kept.length - rest).toBe(count);
      }),
    );
  });

  it('contains only what changed', () => {
    const from = Array.from({ length: 200 }, (_, n) => `"${n}"`);
    const added = difference(from, [...from, '"x"'], 0, 200, 1e6);
    expect(added.operations).toEqual(['{"op":"add","path":"/strokes/-","value":"x"}']);
    const removed = difference(from, from.toSpliced(70, 1), 0, 200, 1e6);
    expect(removed.operations).toEqual([
      '{"op":"test","path":"/strokes/70","value":"70"},{"op":"remove","path":"/strokes/70"}',
    ]);
    const inserted = difference(from, from.toSpliced(70, 0, '"x"'), 5, 205, 1e6);
    expect(inserted.operations).toEqual(['{"op":"add","path":"/strokes/75","value":"x"}']);
    const changed = difference(from, from.with(70, '"x"'), 0, 200, 1e6);
    expect(changed.operations).toHaveLength(2);
    const moved = difference(from, [...from.slice(1), '"0"'], 0, 200, 1e6);
    expect(moved.operations).toHaveLength(2);
    expect(difference(from, from, 0, 200, 1e6).operations).toEqual([]);
  });

  it('removes no other stroke if the index has a different one', () => {
    fc.assert(
      fc.property(texts, texts, texts, (from, to, elsewhere) => {
        const { operations } = difference(from, to, 0, from.length, 1e6);
        const room = [...elsewhere, ...Array.from({ length: from.length + to.length }, () => '"z"')];
        const left = apply(room, operations);
        // Refused, or every removed stroke is one that was to be removed.
        const gone = lacking(room, left ?? room);
        expect(lacking(gone, lacking(from, to))).toEqual([]);
      }),
    );
  });
});

/** The strokes of `a` that `b` lacks, with how many times. */
function lacking(a: readonly string[], b: readonly string[]): string[] {
  const there = [...b];
  return a.filter((text) => {
    const at = there.indexOf(text);
    if (at >= 0) there.splice(at, 1);
    return at < 0;
  });
}
