import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LAYERS_MAX } from '../limits.ts';
import { merge, type Version } from '../merge.ts';
import type { Layer, Stroke } from '../types.ts';
import { mergedDown } from './change-layers.ts';
import { BASE, checkLayers, layerOf, ONE_LAYER, sameLayers } from './layers.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const on = (id: string, n: number): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  ...(id !== BASE.id && { layer: id }),
});
/** A version by the ids of its layers, lowest first, and its strokes. */
const version = (ids: string, ...strokes: Stroke[]): Version => ({
  title: '',
  layers: [...ids].map((id) => (id === 'a' ? layer(BASE.id) : layer(id))),
  strokes,
});
const idsOf = ({ layers = ONE_LAYER }: Pick<Version, 'layers'>) =>
  layers.map(({ id }) => (id === BASE.id ? 'a' : id)).join('');

describe('drawing: layers of two devices', () => {
  it.each([
    ['one added here, one there, at one place', 'a', 'ab', 'ac', 'acb'],
    ['one added here in the middle, one there at the bottom', 'ab', 'axb', 'yab', 'yaxb'],
    ['the order was changed here, and one added there above a', 'abc', 'cba', 'axbc', 'cbax'],
    ['the order was changed there, and one added here', 'abc', 'abxc', 'cab', 'cabx'],
    ["the order was changed on both sides: the server's stays", 'abc', 'bac', 'cab', 'cab'],
    ['one deleted here', 'abc', 'ac', 'abc', 'ac'],
    ['one deleted there', 'abc', 'abc', 'ac', 'ac'],
    ['one deleted on both sides', 'abc', 'ac', 'ac', 'ac'],
    ['each deleted another', 'abc', 'bc', 'ab', 'b'],
    ["each deleted what the other left: the server's stay", 'ab', 'a', 'b', 'b'],
  ])('%s', (_, base, local, remote, expected) => {
    expect(idsOf(merge(version(base), version(local), version(remote)))).toBe(expected);
  });

  it.each([
    ['the other side drew on it', [on('b', 1), on('b', 2)], 'ab'],
    ['the other side changed a stroke of it', [on('b', 7)], 'ab'],
    ['the other side erased there', [], 'a'],
    ['the other side drew elsewhere', [on('b', 1), on('base', 2)], 'a'],
  ])('one that was deleted here, with its strokes, is there if %s', (_, theirs, expected) => {
    const before = version('ab', on('b', 1));
    for (const [local, remote] of [
      [version('a'), version('ab', ...theirs)],
      [version('ab', ...theirs), version('a')],
    ] as const) {
      expect(idsOf(merge(before, local, remote))).toBe(expected);
    }
  });

  it('one that was deleted on one side is there if the other side merged another down into it', () => {
    const before = version('abc', on('c', 1));
    const down = version('ab', on('b', 1));
    const without = version('ac', on('c', 1));
    for (const [local, remote] of [
      [without, down],
      [down, without],
    ] as const) {
      const merged = merge(before, local, remote);
      expect(idsOf(merged)).toBe('ab');
      expect(merged.strokes).toEqual(down.strokes);
    }
  });

  it('one that was deleted without its strokes stays deleted: they lie on the lowest', () => {
    const before = version('ab', on('b', 1));
    expect(idsOf(merge(before, version('a', on('b', 1)), version('ab', on('b', 1), on('base', 2))))).toBe(
      'a',
    );
  });

  it('one that was deleted on one side is there if the other side renamed it', () => {
    const renamed = { ...version('ab'), layers: [BASE, layer('b', { name: 'Trees' })] };
    for (const [local, remote] of [
      [version('a'), renamed],
      [renamed, version('a')],
    ] as const) {
      expect(merge(version('ab'), local, remote).layers).toEqual(renamed.layers);
    }
  });

  it('each member is that of the side that changed it', () => {
    const [base, local, remote] = [
      layer('b'),
      layer('b', { name: 'Mine', visible: false, opacity: 0.4 }),
      layer('b', { name: 'Theirs', locked: true, blend: 'multiply' }),
    ].map((one) => ({ ...version(''), layers: [one] }));
    expect(merge(base!, local!, remote!).layers).toEqual([
      layer('b', { name: 'Theirs', visible: false, opacity: 0.4, locked: true, blend: 'multiply' }),
    ]);
  });

  it('multiply that was taken back on one side is gone', () => {
    const [multiplied, plain] = [[layer('b', { blend: 'multiply' })], [layer('b')]];
    const of = (layers: readonly Layer[]) => ({ ...version(''), layers });
    expect(merge(of(multiplied), of(plain), of(multiplied)).layers).toEqual(plain);
    expect(merge(of(multiplied), of(multiplied), of(plain)).layers).toEqual(plain);
  });

  it('of nine, one that nobody drew on goes, of those that were added here', () => {
    const merged = merge(
      version('a'),
      version('apqrs', on('q', 1), on('s', 2)),
      version('atuvw', on('base', 3)),
    );
    expect(idsOf(merged)).toBe('atuvwpqs');
    expect(merged.strokes).toHaveLength(3);
    expect(merged.lacksLayer).toBe(false);
  });

  it.each([
    ['all of them were drawn on here', 'apqrs', [on('p', 1), on('q', 2), on('r', 3), on('s', 4)], true],
    ['only some of them were', 'apqrs', [on('p', 1), on('q', 2), on('r', 3)], false],
    ['there are eight and no more', 'apqr', [on('p', 1), on('q', 2), on('r', 3)], false],
  ])('of nine, one goes with strokes on it, and it is said, only if %s', (_, ids, drawn, lacksLayer) => {
    const merged = merge(version('a'), version(ids, ...drawn), version('atuvw', on('t', 5)));
    expect(merged.layers).toHaveLength(LAYERS_MAX);
    expect(merged.strokes).toHaveLength(drawn.length + 1);
    expect(merged.lacksLayer).toBe(lacksLayer);
  });

  it('a drawing that nobody had in common has the layers of both', () => {
    const merged = merge({ title: '', layers: [], strokes: [] }, version('ab'), version('ac'));
    expect(idsOf(merged)).toBe('acb');
  });

  it('names none where neither side did', () => {
    const plain = { title: '', strokes: [] };
    expect(merge(plain, plain, plain).layers).toBeUndefined();
    expect(idsOf(merge(plain, version('a'), plain))).toBe('a');
  });

  const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghij'), { minLength: 1, maxLength: LAYERS_MAX });
  const layers = ids.chain((chosen) =>
    fc.tuple(
      ...chosen.map((id) =>
        fc
          .record({ name: fc.constantFrom('', 'x'), visible: fc.boolean() })
          .map((traits) => layer(id === 'a' ? BASE.id : id, traits)),
      ),
    ),
  );
  const strokes = fc.array(
    fc.tuple(fc.constantFrom('base', ...'bcdefghij'), fc.nat({ max: 5 })).map(([id, n]) => on(id, n)),
    { maxLength: 6 },
  );
  const drawing = fc.record({
    title: fc.constant(''),
    layers: fc.option(layers, { nil: undefined }),
    strokes,
  });

  it('are always layers, and no stroke leaves its own unless that is said, as there is no room', () => {
    fc.assert(
      fc.property(drawing, drawing, drawing, (base, local, remote) => {
        const merged = merge(base, local, remote);
        expect(checkLayers(merged.layers ?? ONE_LAYER, '', [])).toBe(true);
        const found = new Set((merged.layers ?? ONE_LAYER).map(({ id }) => id));
        const has = ({ layers: own = ONE_LAYER }: Version, id: string) => own.some((one) => one.id === id);
        for (const { id } of remote.layers ?? ONE_LAYER) {
          if (has(local, id) || !has(base, id)) expect(found).toContain(id);
        }
        const isFull = found.size === LAYERS_MAX;
        expect(merged.lacksLayer && !isFull).toBe(false);
        for (const { id } of local.layers ?? ONE_LAYER) {
          if (!has(base, id) && !isFull) expect(found).toContain(id);
        }
        // A stroke that only one side has is on the layer on which that side has it.
        for (const [side, other] of [
          [local, remote],
          [remote, local],
        ] as const) {
          for (const stroke of merged.strokes) {
            const isIts = side.strokes.includes(stroke) && !other.strokes.some((s) => sameStroke(s, stroke));
            const there = layerOf(stroke, side.layers);
            const isOwn = there === (stroke.layer ?? BASE.id);
            if (isIts && isOwn && !merged.lacksLayer) expect(layerOf(stroke, merged.layers)).toBe(there);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('merged down on both sides, each with another opacity of the layer, have each stroke once, with that of the server', () => {
    const opacity = fc.constantFrom(0.2, 0.5, 1);
    const drawn = fc.uniqueArray(
      fc.record({ id: fc.constantFrom('base', 'b', 'c'), n: fc.nat({ max: 9 }), opacity }),
      { maxLength: 8, selector: ({ n }) => n },
    );
    fc.assert(
      fc.property(
        drawn,
        fc.array(opacity, { minLength: 6, maxLength: 6 }),
        fc.boolean(),
        (all, of, isBelow) => {
          const base = version(
            'abc',
            ...all.map((one) => ({ ...on(one.id, one.n), ...(one.opacity < 1 && { opacity: one.opacity }) })),
          );
          const faded = new Set<number>();
          const side = (from: number): Version => {
            const given = base.layers!.map((one, i) => ({ ...one, opacity: of[from + i]! }));
            const down = mergedDown(base.strokes, given, isBelow ? 'b' : 'c')!;
            for (const { stroke } of down.fades) faded.add(stroke.points[0]![0]);
            const moves = new Map([...down.moves, ...down.fades].map(({ stroke, by }) => [stroke, by!]));
            return {
              title: '',
              layers: down.layers,
              strokes: base.strokes.map((stroke) => moves.get(stroke) ?? stroke),
            };
          };
          const [local, remote] = [side(0), side(3)];
          const merged = merge(base, local, remote);
          const places = (strokes: readonly Stroke[]) => strokes.map(({ points }) => points[0]![0]);
          expect(places(merged.strokes)).toEqual(places(remote.strokes));
          for (const [i, stroke] of merged.strokes.entries()) {
            // One of the lower layer that faded on one side alone is as it is there.
            const isFaded = faded.has(stroke.points[0]![0]);
            expect(isFaded ? [local.strokes[i], remote.strokes[i]] : [remote.strokes[i]]).toContainEqual(
              stroke,
            );
          }
          expect(merged.keptBoth).toBe(false);
        },
      ),
    );
  });

  it('merged down on both sides, with strokes alike on both layers, lose none', () => {
    const drawn = fc.array(fc.tuple(fc.constantFrom('base', 'b'), fc.nat({ max: 1 })), { maxLength: 6 });
    fc.assert(
      fc.property(drawn, fc.constantFrom(0.2, 0.5), fc.boolean(), (all, opacity, isHere) => {
        const base = version('ab', ...all.map(([id, n]) => on(id, n)));
        const down = (share: number): Version => {
          const { moves, layers } = mergedDown(base.strokes, [BASE, layer('b', { opacity: share })], 'b')!;
          const by = new Map(moves.map((move) => [move.stroke, move.by!]));
          return { title: '', layers, strokes: base.strokes.map((stroke) => by.get(stroke) ?? stroke) };
        };
        const merged = merge(base, down(isHere ? opacity : 1), down(isHere ? 1 : opacity));
        for (const n of [0, 1]) {
          const count = ({ strokes: of }: Pick<Version, 'strokes'>) =>
            of.filter(({ points }) => points[0]?.[0] === n).length;
          expect(count(merged)).toBeGreaterThanOrEqual(count(base));
        }
        // Those of the lower layer are as they were.
        for (const stroke of base.strokes.filter((one) => one.layer === undefined))
          expect(merged.strokes).toContainEqual(stroke);
      }),
    );
  });

  it('are those of the side that changed them, if only one did', () => {
    fc.assert(
      fc.property(layers, layers, (before, after) => {
        const [base, changed] = [
          { title: '', strokes: [], layers: before },
          { title: '', strokes: [], layers: after },
        ];
        expect(sameLayers(merge(base, changed, base).layers, after)).toBe(true);
        expect(sameLayers(merge(base, base, changed).layers, after)).toBe(true);
        expect(sameLayers(merge(base, changed, changed).layers, after)).toBe(true);
      }),
    );
  });
});

function sameStroke(a: Stroke, b: Stroke): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
