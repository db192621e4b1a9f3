import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbers, stroke } from '../../../tests/support/drawing/any-stroke.ts';
import { ERASER_TOOL, erases } from './erasing.ts';
import { samePaper, WHITE } from './members/paper.ts';
import { merge, type Version } from './merge.ts';
import type { Stroke } from './types.ts';

/** A change to a drawing by a person or another device. */
type Edit =
  | { readonly kind: 'add'; readonly at: number; readonly n: number }
  | { readonly kind: 'erase' | 'swap'; readonly at: number }
  | { readonly kind: 'change'; readonly at: number; readonly n: number }
  | { readonly kind: 'rename'; readonly title: string };

const place = fc.nat({ max: 20 });
/** Few different strokes, so that equal ones are frequent. */
const number = fc.nat({ max: 9 });
const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('add' as const), at: place, n: number }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('erase' as const), at: place }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('change' as const), at: place, n: number }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('swap' as const), at: place }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('rename' as const), title: fc.constantFrom('A', 'B', 'C') }),
    },
  ),
  { maxLength: 8 },
);
const drawing: fc.Arbitrary<Version> = fc.record({
  title: fc.constantFrom('A', 'B'),
  strokes: fc.array(number.map(stroke), { maxLength: 12 }),
});
/** One drawing, and the versions that two devices made of it. */
const tree = fc
  .tuple(drawing, edits, edits)
  .map(([base, here, there]) => ({ base, local: edit(base, here), remote: edit(base, there) }));

function edit(version: Version, steps: readonly Edit[]): Version {
  let { title } = version;
  const strokes = [...version.strokes];
  for (const step of steps) {
    if (step.kind === 'rename') title = step.title;
    else if (step.kind === 'add') strokes.splice(step.at % (strokes.length + 1), 0, stroke(step.n));
    else if (strokes.length > 0) {
      const at = step.at % strokes.length;
      if (step.kind === 'change') strokes[at] = stroke(step.n);
      else if (step.kind === 'erase') strokes.splice(at, 1);
      else strokes.push(...strokes.splice(at, 1));
    }
  }
  return { title, strokes };
}

function counts(version: Version): Map<number | undefined, number> {
  const found = new Map<number | undefined, number>();
  for (const n of numbers(version.strokes)) found.set(n, (found.get(n) ?? 0) + 1);
  return found;
}

const version = (title: string, ...strokes: number[]): Version => ({ title, strokes: strokes.map(stroke) });
const content = ({ title, strokes }: Version) => ({ title, strokes: numbers(strokes) });
const calm = { keptBoth: false, titleConflict: false, photoConflict: false, lacksLayer: false };

describe('drawing: merge, the laws', () => {
  it('merge(b, x, x) = x', () => {
    fc.assert(
      fc.property(tree, ({ base, local }) => {
        expect(merge(base, local, local)).toEqual({ ...local, ...calm });
      }),
    );
  });

  it('merge(b, b, x) = x', () => {
    fc.assert(
      fc.property(tree, ({ base, remote }) => {
        expect(merge(base, base, remote)).toEqual({ ...remote, ...calm });
      }),
    );
  });

  it('merge(b, x, b) = x', () => {
    fc.assert(
      fc.property(tree, ({ base, local }) => {
        expect(merge(base, local, base)).toEqual({ ...local, ...calm });
      }),
    );
  });

  it('keeps min(l, r) of each stroke if both are <= b, max(l, r) if both are >= b, else l + r - b', () => {
    fc.assert(
      fc.property(tree, ({ base, local, remote }) => {
        const [b, l, r, found] = [base, local, remote, merge(base, local, remote)].map(counts);
        for (let n = 0; n < 10; n++) {
          const [bn, ln, rn] = [b, l, r].map((of) => of?.get(n) ?? 0) as [number, number, number];
          const expected =
            ln <= bn && rn <= bn ? Math.min(ln, rn) : ln >= bn && rn >= bn ? Math.max(ln, rn) : ln + rn - bn;
          expect(found?.get(n) ?? 0).toBe(expected);
        }
      }),
    );
  });

  it('keeps everything that either side added', () => {
    fc.assert(
      fc.property(tree, ({ base, local, remote }) => {
        const [b, found] = [counts(base), counts(merge(base, local, remote))];
        for (const side of [local, remote]) {
          for (const [n, count] of counts(side)) {
            const other = counts(side === local ? remote : local).get(n) ?? 0;
            const erasedThere = Math.max(0, (b.get(n) ?? 0) - other);
            expect(found.get(n) ?? 0).toBeGreaterThanOrEqual(count - erasedThere);
          }
        }
      }),
    );
  });

  it('keeps the same set of strokes if the sides are swapped', () => {
    fc.assert(
      fc.property(tree, ({ base, local, remote }) => {
        const [one, other] = [merge(base, local, remote), merge(base, remote, local)];
        expect(counts(one)).toEqual(counts(other));
        expect([one.keptBoth, one.titleConflict]).toEqual([other.keptBoth, other.titleConflict]);
      }),
    );
  });

  it('changes nothing when it is repeated', () => {
    fc.assert(
      fc.property(tree, ({ base, local, remote }) => {
        const { title, strokes } = merge(base, local, remote);
        const merged = { title, strokes };
        expect(content(merge(remote, merged, remote))).toEqual(content(merged));
        expect(content(merge(remote, merged, merged))).toEqual(content(merged));
      }),
    );
  });

  it('keeps the remote order of shared strokes', () => {
    fc.assert(
      fc.property(tree, ({ base, local, remote }) => {
        const distinct = (v: Version) => new Set(numbers(v.strokes)).size === v.strokes.length;
        fc.pre(distinct(base) && distinct(local) && distinct(remote));
        fc.pre(content(remote).strokes.join() !== content(base).strokes.join());
        const merged = numbers(merge(base, local, remote).strokes);
        const inRemote = numbers(remote.strokes).filter((n) => merged.includes(n));
        expect(merged.filter((n) => inRemote.includes(n))).toEqual(inRemote);
      }),
    );
  });
});

describe('drawing: merge, with strokes that erase', () => {
  /** Every stroke with an odd number erases. */
  const rubbing = ({ title, strokes }: Version): Version => ({
    title,
    strokes: strokes.map((one) => (one.points[0]![0] % 2 === 1 ? { ...one, tool: ERASER_TOOL } : one)),
  });

  it('loses and moves nothing that is shared', () => {
    fc.assert(
      fc.property(tree, (drawn) => {
        const [base, local, remote] = [drawn.base, drawn.local, drawn.remote].map(rubbing);
        const merged = merge(base!, local!, remote!);
        const plain = merge(drawn.base, drawn.local, drawn.remote);
        expect(counts(merged)).toEqual(counts(plain));
        expect(content(merge(remote!, merged, remote!))).toEqual(content(merged));
        expect(content(merge(remote!, merged, merged))).toEqual(content(merged));
      }),
    );
  });

  it('never rubs out what one side drew while the other rubbed', () => {
    /** What a side put on some strokes of the drawing, bottom first: ink and strokes that erase. */
    const added = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), { maxLength: 8 });
    const sideOf = (first: number, puts: readonly (readonly [number, boolean])[]) => {
      const fresh = puts.map(([gap, isEraser], i) => ({
        gap,
        stroke: { ...stroke(first + i), ...(isEraser && { tool: ERASER_TOOL }) },
      }));
      const strokes = [0, 1, 2, 3].flatMap((gap) => [
        stroke(gap),
        ...fresh.filter((one) => one.gap === gap).map((one) => one.stroke),
      ]);
      return { added: fresh, version: { title: 'T', strokes } };
    };
    fc.assert(
      fc.property(added, added, (here, there) => {
        const [local, remote] = [sideOf(100, here), sideOf(200, there)];
        const base = sideOf(0, []).version;
        const merged = numbers(merge(base, local.version, remote.version).strokes);
        const place = (one: Stroke) => merged.indexOf(one.points[0]![0]);
        for (const [mine, others] of [
          [local.added, remote.added],
          [remote.added, local.added],
        ] as const) {
          for (const { gap, stroke: eraser } of mine.filter((one) => erases(one.stroke))) {
            for (const other of others.filter((one) => !erases(one.stroke) && one.gap >= gap)) {
              expect(place(other.stroke)).toBeGreaterThan(place(eraser));
            }
          }
        }
        // Where only one side put something, all lies as it was.
        expect(merge(base, local.version, base).strokes).toEqual(local.version.strokes);
      }),
    );
  });
});

describe('drawing: merge, of versions with the shared strokes in another order', () => {
  /** Some of the strokes of base in any order, with fresh ones among them, of which every second erases. */
  const sideOf = (first: number): fc.Arbitrary<Version> =>
    fc
      .tuple(fc.shuffledSubarray([0, 1, 2, 3, 4]), fc.array(fc.nat({ max: 9 }), { maxLength: 6 }))
      .map(([kept, gaps]) => {
        const strokes = kept.map(stroke);
        for (const [i, gap] of gaps.entries()) {
          const fresh = { ...stroke(first + i), ...(i % 2 === 1 && { tool: ERASER_TOOL }) };
          strokes.splice(Math.min(gap, strokes.length), 0, fresh);
        }
        return { title: 'T', strokes };
      });

  it('keeps ink above all that it was drawn on, and erases nothing that lay above', () => {
    fc.assert(
      fc.property(sideOf(100), sideOf(200), (local, remote) => {
        const merged = numbers(merge(version('T', 0, 1, 2, 3, 4), local, remote).strokes);
        const place = (one: Stroke) => merged.indexOf(one.points[0]![0]);
        for (const side of [local, remote]) {
          for (const [i, added] of side.strokes.entries()) {
            if (added.points[0]![0] < 100) continue;
            const [under, over] = [side.strokes.slice(0, i), side.strokes.slice(i + 1)];
            for (const one of (erases(added) ? over : under).filter((other) => place(other) >= 0)) {
              if (erases(one)) continue;
              expect(place(added) > place(one)).toBe(!erases(added));
            }
          }
        }
      }),
    );
  });
});

describe('drawing: merge, of versions with new ink anywhere', () => {
  /** Strokes 0 to 4 in any order, with fresh ones among them, of which every second erases. */
  const sideOf = (first: number): fc.Arbitrary<Version> =>
    fc
      .tuple(fc.shuffledSubarray([0, 1, 2, 3, 4]), fc.array(fc.nat({ max: 9 }), { maxLength: 6 }))
      .map(([shared, gaps]) => {
        const strokes = shared.map(stroke);
        for (const [i, gap] of gaps.entries()) {
          const fresh = { ...stroke(first + i), ...(i % 2 === 1 && { tool: ERASER_TOOL }) };
          strokes.splice(Math.min(gap, strokes.length), 0, fresh);
        }
        return { title: 'T', strokes };
      });

  it('rubs out nothing that only the other side has', () => {
    fc.assert(
      fc.property(fc.boolean(), sideOf(100), sideOf(200), (isAgreed, local, remote) => {
        const base = isAgreed ? version('T', 0, 1, 2, 3, 4) : version('T');
        const merged = merge(base, local, remote).strokes;
        const own = ({ strokes }: Version) => new Set(numbers(strokes));
        for (const [mine, others] of [
          [own(local), own(remote)],
          [own(remote), own(local)],
        ] as const) {
          for (const [i, one] of merged.entries()) {
            const number = one.points[0]![0];
            if (erases(one) || !mine.has(number) || others.has(number)) continue;
            const above = merged.slice(i + 1).filter(erases);
            expect(numbers(above).filter((eraser) => others.has(eraser))).toEqual([]);
          }
        }
      }),
    );
  });

  it('rubs what the other side recoloured or cut where it lay', () => {
    const [drawn, wash, eraser] = [{ ...stroke(1), at: 7 }, stroke(2), { ...stroke(5), tool: ERASER_TOOL }];
    const [base, rubbed] = [
      [drawn, wash],
      [drawn, wash, eraser],
    ].map((strokes) => ({ title: 'T', strokes }));
    const parts = [
      { ...drawn, color: '#f00' },
      { ...stroke(3), at: 7 },
    ];
    const cut = { title: 'T', strokes: [...parts, wash] };
    expect(merge(base!, rubbed!, cut).strokes).toEqual([...parts, wash, eraser]);
    expect(merge(base!, cut, rubbed!).strokes).toEqual([...parts, wash, eraser]);
  });

  it("leaves ink of its own that the other side's lies on whole again rather than rub out the other's", () => {
    const eraser = { ...stroke(5), tool: ERASER_TOOL };
    const local = { title: 'T', strokes: [stroke(1), stroke(3), eraser] };
    expect(numbers(merge(version('T'), local, version('T', 1, 2, 3)).strokes)).toEqual([1, 5, 2, 3]);
  });
});

describe('drawing: merge, by example', () => {
  it.each([
    ["both draw at the end: the server's first", [1], [1, 2], [1, 3], [1, 3, 2]],
    ['both insert at the same place', [1, 2], [1, 8, 2], [1, 9, 2], [1, 9, 8, 2]],
    ['each inserts elsewhere', [1, 2, 3], [1, 8, 2, 3], [1, 2, 9, 3], [1, 8, 2, 9, 3]],
    ['both begin with a stroke of their own', [1], [8, 1], [9, 1], [9, 8, 1]],
    ['several are added in a row, in their order', [1], [1, 5, 6], [1, 7, 8], [1, 7, 8, 5, 6]],
    [
      'the predecessor was erased there: the one before it counts',
      [1, 2, 3],
      [1, 2, 8, 3],
      [1, 3, 9],
      [1, 8, 3, 9],
    ],
    ['both sent the same stroke: it is there once', [1], [1, 2, 4], [1, 2, 5], [1, 2, 5, 4]],
    ['erased on one side, added elsewhere on the other', [1, 2], [1], [1, 2, 3], [1, 3]],
    ['both erased it', [1, 2, 3], [1, 3, 4], [1, 3, 5], [1, 3, 5, 4]],
    ['a copy was added here, one of two erased there', [1, 1], [1, 1, 1], [1, 5], [1, 5, 1]],
    ['a change here, an erasure there: the changed one stays', [1, 2], [1, 8], [1, 9], [1, 9, 8]],
  ])('%s', (_, base, local, remote, expected) => {
    const merged = merge(version('T', ...base), version('T', ...local), version('T', ...remote));
    expect(numbers(merged.strokes)).toEqual(expected);
  });

  it.each([
    ['rubbed here, drawn there: what was drawn stays visible', '1', '1 e2', '1 3', '1 e2 3'],
    ['drawn here, rubbed there', '1', '1 3', '1 e2', '1 e2 3'],
    ['what was drawn here after rubbing goes on top, as ever', '1', '1 e2 4', '1 3', '1 e2 3 4'],
    ['ink of ones own below an eraser stays below it', '1', '1 4 e2 5', '1 3', '1 4 e2 3 5'],
    ['several places: each for itself', '1 2', '1 e3 2 e4', '1 2 6', '1 e3 2 e4 6'],
    ['new ink there below what was rubbed here', '1 2', '1 e3 2 e4', '1 5 2 6', '1 e3 e4 5 2 6'],
    ['ink there, below a stroke that was cut and put on top again', '1 2', '1 2 e3', '4 1', 'e3 4 1'],
    ['ink here, below a stroke that was cut and put on top again', '1 2', '4 1', '1 2 e3', '1 e3 4'],
    ['the rubbed stroke was erased there', '1 2', '1 2 e3', '1 4', '1 e3 4'],
    ['rubbed on both sides', '1', '1 e2 3', '1 e4 5', '1 e4 e2 5 3'],
    [
      'rubbed there, and here ink of ones own: each keeps its ink',
      '1',
      '1 2 e3 6',
      '1 e4 5',
      '1 e4 2 e3 5 6',
    ],
    [
      'ink of both below erasers: that of here is whole again',
      '1',
      '1 2 3 e4',
      '1 5 e6 7',
      '1 e4 5 e6 7 2 3',
    ],
    ['drawn here, and rubbed there with ink below', '1', '1 2', '1 5 e6 7', '1 5 e6 7 2'],
    ['drawn above two equal strokes, one erased there', '1 2 1', '1 2 1 4', '2 1 3', '2 1 3 4'],
  ])('%s (with strokes that erase)', (_, base, local, remote, expected) => {
    const parse = (text: string): Version => ({
      title: 'T',
      strokes: text.split(' ').map((one) => {
        const drawn = stroke(Number(one.replace('e', '')));
        return one.startsWith('e') ? { ...drawn, tool: ERASER_TOOL } : drawn;
      }),
    });
    expect(merge(parse(base), parse(local), parse(remote)).strokes).toEqual(parse(expected).strokes);
  });

  it('a stroke changed on one side and erased on the other stays changed', () => {
    const merged = merge(version('T', 1, 2), version('T', 1, 8), version('T', 1));
    expect(merged).toEqual({ ...version('T', 1, 8), ...calm });
  });

  it('a stroke changed on both sides stays in both versions, and this is reported', () => {
    const merged = merge(version('T', 1, 2, 3), version('T', 1, 8, 3), version('T', 1, 9, 3));
    expect(merged).toEqual({ ...version('T', 1, 9, 8, 3), ...calm, keptBoth: true });
  });

  it.each([
    ['with its time', { at: 5 }],
    ['of an older app, without a time', {}],
  ])(
    'a stroke that both sides moved to different layers and places stands once, and nothing is reported: %s',
    (_, more) => {
      const moved = (layer: string): Stroke => ({ ...stroke(2), ...more, layer });
      const of = (...strokes: Stroke[]): Version => ({ title: '', strokes });
      const base = of(stroke(1), moved('top'), stroke(3));
      const [flat, half] = [of(stroke(1), stroke(3), moved('low')), of(stroke(1), moved('mid'), stroke(3))];
      for (const merged of [merge(base, flat, half), merge(base, half, flat)]) {
        expect(merged.strokes).toEqual([stroke(1), stroke(3), moved('low')]);
        expect(merged.keptBoth).toBe(false);
      }
      expect(merge(base, flat, flat).keptBoth).toBe(false);
      expect(merge(base, flat, of(stroke(1), stroke(3))).keptBoth).toBe(false);
    },
  );

  it('erasing the same stroke and drawing elsewhere is no conflict', () => {
    const merged = merge(version('T', 1, 2, 3), version('T', 1, 3, 8), version('T', 9, 1, 3));
    expect(merged).toEqual({ ...version('T', 9, 1, 3, 8), ...calm });
  });

  it.each([
    ['only here', 'A', 'B', 'A', 'B', false],
    ['only there', 'A', 'A', 'B', 'B', false],
    ['alike on both sides', 'A', 'B', 'B', 'B', false],
    ["on both sides: the server's stays, and it is said", 'A', 'B', 'C', 'C', true],
  ])('the title was changed %s', (_, base, local, remote, title, titleConflict) => {
    const merged = merge(version(base, 1), version(local, 1, 2), version(remote, 1, 3));
    expect(merged).toEqual({ ...version(title, 1, 3, 2), ...calm, titleConflict });
  });

  const [toned, night] = [{ color: '#d9c2a0' }, { color: '#25211c' }];
  it.each([
    ['only here', undefined, night, undefined, night],
    ['only there', undefined, undefined, night, night],
    ['back to white here', night, undefined, night, undefined],
    ['back to white there', night, night, WHITE, WHITE],
    ['alike on both sides', undefined, night, night, night],
    ["on both sides: the server's stays", undefined, toned, night, night],
    ['to white there, to another here', night, toned, undefined, undefined],
  ])('the paper was changed %s', (_, base, local, remote, paper) => {
    const merged = merge(
      { ...version('T', 1), paper: base },
      { ...version('T', 1, 2), paper: local },
      { ...version('T', 1, 3), paper: remote },
    );
    expect(merged).toEqual({ ...version('T', 1, 3, 2), ...calm, paper });
  });

  it('the paper is always that of a side, and of the one that changed it', () => {
    const paper = fc.constantFrom(undefined, WHITE, toned, night);
    fc.assert(
      fc.property(tree, fc.tuple(paper, paper, paper), ({ base, local, remote }, [b, l, r]) => {
        const merged = merge({ ...base, paper: b }, { ...local, paper: l }, { ...remote, paper: r });
        if (!samePaper(r, b)) expect(samePaper(merged.paper, r)).toBe(true);
        else expect(samePaper(merged.paper, l)).toBe(true);
        expect(merged.strokes).toEqual(merge(base, local, remote).strokes);
      }),
    );
  });
});
