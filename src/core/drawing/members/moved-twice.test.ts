import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERASER_TOOL } from '../erasing.ts';
import { type MergedVersion, merge, type Version } from '../merge.ts';
import { strokeJson } from '../strokes/stroke-json.ts';
import type { Layer, Stroke } from '../types.ts';
import { mergedDown, onLayer, withMovedLayer, withNewLayer, withoutLayer } from './change-layers.ts';
import { BASE, hasLayer, layerOf } from './layers.ts';

const layer = (id: string, opacity = 1): Layer => ({ ...BASE, id, opacity });
const drawn = (n: number, id = BASE.id, more: Partial<Stroke> = {}): Stroke =>
  onLayer({ tool: 'pen', color: '#000', size: 1, points: [[n, 0]], at: n, ...more }, id);
const numberOf = ({ points }: Stroke) => points[0]![0];
const version = (ids: readonly string[], ...strokes: readonly Stroke[]) => ({
  title: '',
  layers: ids.map((id) => layer(id)),
  strokes,
});
/** Each stroke by its layer and number, bottom first. */
const shown = ({ strokes }: Pick<Version, 'strokes'>) =>
  strokes.map((stroke) => `${stroke.layer ?? BASE.id}:${numberOf(stroke)}`).join(' ');
/** The strokes of such a text. */
const strokesOf = (text: string) =>
  text.split(' ').map((one) => drawn(Number(one.split(':')[1]), one.split(':')[0]));
const idsOf = ({ layers = [] }: Pick<Version, 'layers'>) => layers.map(({ id }) => id);

type Act =
  | { readonly kind: 'down' | 'delete'; readonly place: number }
  | { readonly kind: 'order'; readonly place: number; readonly by: number }
  | { readonly kind: 'over'; readonly place: number; readonly number: number }
  | { readonly kind: 'move'; readonly place: number; readonly numbers: readonly number[] }
  | { readonly kind: 'fade' | 'recolor'; readonly numbers: readonly number[]; readonly opacity: number };

const place = fc.nat({ max: 4 });
const some = fc.uniqueArray(fc.nat({ max: 6 }), { maxLength: 3 });
const opacity = fc.constantFrom(0.2, 0.5, 1);
const layerAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('down' as const), place }) },
  fc.record({ kind: fc.constant('delete' as const), place }),
  fc.record({ kind: fc.constant('order' as const), place, by: fc.integer({ min: -2, max: 2 }) }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), place, numbers: some }) },
);
const overAct: fc.Arbitrary<Act> = fc.record({
  kind: fc.constant('over' as const),
  place,
  number: fc.integer({ min: 7, max: 99 }),
});
const anyAct: fc.Arbitrary<Act> = fc.oneof(
  { weight: 2, arbitrary: layerAct },
  fc.record({ kind: fc.constantFrom('fade' as const, 'recolor' as const), numbers: some, opacity }),
);

/** One drawing, and what two devices made of it by acts of a kind, or of one each. */
const treeOf = (act: fc.Arbitrary<Act>, other = act) => {
  const [acts, others] = [act, other].map((one) => fc.array(one, { maxLength: 4 })) as [
    fc.Arbitrary<Act[]>,
    fc.Arbitrary<Act[]>,
  ];
  const strokes = fc.array(fc.tuple(place, fc.boolean(), opacity), { maxLength: 7 });
  return fc
    .tuple(fc.array(opacity, { minLength: 2, maxLength: 5 }), strokes, acts, others)
    .map(([opacities, all, here, there]) => {
      const layers = opacities.map((of, i) => layer(i === 0 ? BASE.id : `l${i}`, of));
      const base: Version = {
        title: '',
        layers,
        strokes: all.map(([on, isEraser, of], n) =>
          drawn(n, layers[on % layers.length]!.id, {
            ...(isEraser && n % 3 === 0 && { tool: ERASER_TOOL }),
            ...(of < 1 && { opacity: of }),
          }),
        ),
      };
      return { base, local: here.reduce(done, base), remote: there.reduce(done, base) };
    });
};

function done({ title, layers = [BASE], strokes }: Version, act: Act): Version {
  const same = { title, layers, strokes };
  const chosen = 'place' in act ? layers[act.place % layers.length]!.id : BASE.id;
  const changed = (change: (stroke: Stroke) => Stroke) => ({
    ...same,
    strokes: strokes.map((one) =>
      'numbers' in act && act.numbers.includes(numberOf(one)) ? change(one) : one,
    ),
  });
  switch (act.kind) {
    case 'down': {
      const down = mergedDown(strokes, layers, chosen);
      if (!down) return same;
      const faded = new Map(down.fades.map((fade) => [fade.stroke, fade.by]));
      const moved = new Map(down.moves.map(({ stroke, by }) => [stroke, by ? [by] : []]));
      const come = [...moved.values()].flat();
      return {
        title,
        layers: down.layers,
        strokes: strokes.flatMap((stroke) => {
          if (moved.has(stroke)) return down.onto ? [] : moved.get(stroke)!;
          return [faded.get(stroke) ?? stroke, ...(stroke === down.onto ? come : [])];
        }),
      };
    }
    case 'delete':
      if (layers.length === 1) return same;
      return {
        title,
        layers: withoutLayer(layers, chosen),
        strokes: strokes.filter((stroke) => layerOf(stroke, layers) !== chosen),
      };
    case 'order':
      return { ...same, layers: withMovedLayer(layers, chosen, act.by) };
    case 'over': {
      if (strokes.some((stroke) => numberOf(stroke) === act.number)) return same;
      // On a new layer above, which is merged down before anyone else knows it.
      const above = withNewLayer(layers, layer('new'), chosen);
      return done(
        { title, layers: above, strokes: [...strokes, drawn(act.number, 'new')] },
        { kind: 'down', place: above.findIndex(({ id }) => id === 'new') },
      );
    }
    case 'move':
      return changed((stroke) => onLayer(stroke, chosen));
    case 'fade':
      return changed(({ opacity: _, ...stroke }) => ({ ...stroke, opacity: act.opacity }));
    case 'recolor':
      return changed((stroke) => ({ ...stroke, color: act.opacity === 1 ? '#f00' : '#00f' }));
  }
}

const countsOf = ({ strokes }: Pick<Version, 'strokes'>) => {
  const counts = new Map<number, number>();
  for (const n of strokes.map(numberOf)) counts.set(n, (counts.get(n) ?? 0) + 1);
  return counts;
};
const hasSame = ({ strokes }: Version, stroke: Stroke) =>
  strokes.some((one) => strokeJson(one) === strokeJson(stroke));

describe('drawing: merge, of strokes that both devices moved to layers', () => {
  it.each([
    ['the deeper merge', 'base', ['base'], 'base:1 base:3 base:2', ['base', 'mid'], 'base:1 mid:2 base:3'],
    [
      'the first by id of two layers that both have',
      'base',
      ['base', 'mid', 'top'],
      'base:1 base:2 base:3',
      ['base', 'mid', 'top'],
      'base:1 mid:2 base:3',
    ],
    [
      'a layer that neither merged away',
      'mid',
      ['mid', 'top'],
      'mid:1 mid:2 mid:3',
      ['base', 'mid'],
      'base:1 base:2 base:3',
    ],
  ])('each stands once: on %s', (_, wanted, hereIds, here, thereIds, there) => {
    const base = version(['base', 'mid', 'top'], drawn(1), drawn(2, 'top'), drawn(3));
    const [one, other] = [version(hereIds, ...strokesOf(here)), version(thereIds, ...strokesOf(there))];
    for (const [local, remote] of [
      [one, other],
      [other, one],
    ] as const) {
      const merged = merge(base, local, remote);
      expect([...countsOf(merged).values()]).toEqual([1, 1, 1]);
      expect(merged.strokes.find((stroke) => numberOf(stroke) === 2)?.layer ?? BASE.id).toBe(wanted);
      expect(merged.keptBoth).toBe(false);
    }
  });

  it('stand where the side has them whose layer stays, and the layer that was merged away stays away', () => {
    const base = version(['base', 'mid', 'top'], drawn(1), drawn(2, 'top'), drawn(3));
    const flat = version(['base'], drawn(1), drawn(3), drawn(2));
    const half = version(['base', 'mid'], drawn(1), drawn(2, 'mid'), drawn(3));
    for (const merged of [merge(base, flat, half), merge(base, half, flat)]) {
      expect(shown(merged)).toBe('base:1 base:3 base:2');
      expect(idsOf(merged)).toEqual(['base']);
    }
  });

  it.each([
    ['', layerAct],
    [', if some only faded as a new layer was merged', overAct],
  ])('never stand twice, and none is lost that a side would keep%s', (_, there) => {
    fc.assert(
      fc.property(treeOf(layerAct, there), ({ base, local, remote }) => {
        const merged = merge(base, local, remote);
        const [b, l, r, found] = [base, local, remote, merged].map(countsOf);
        for (const n of b!.keys()) {
          const before = base.strokes.find((stroke) => numberOf(stroke) === n)!;
          const isGone = [local, remote].some((side) => !countsOf(side).has(n));
          const isMoved = [local, remote].some((side) => countsOf(side).has(n) && !hasSame(side, before));
          expect(found!.get(n) ?? 0).toBe(isGone && !isMoved ? 0 : Math.max(l!.get(n) ?? 0, r!.get(n) ?? 0));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('are the same, on the same layers, whichever device merges', () => {
    const sorted = (merged: MergedVersion) => [shown(merged).split(' ').sort(), idsOf(merged).sort()];
    // If each deleted what the other left, there are the layers of the server.
    const share = (one: Version, other: Version) =>
      one.layers!.some(({ id }) => hasLayer(other.layers, { layer: id }));
    fc.assert(
      fc.property(treeOf(layerAct), ({ base, local, remote }) => {
        fc.pre(share(local, remote));
        const [one, other] = [merge(base, local, remote), merge(base, remote, local)];
        expect(sorted(one)).toEqual(sorted(other));
        for (const stroke of one.strokes) {
          const isOwn = [local, remote].some(
            (side) => hasSame(side, stroke) && hasLayer(side.layers, stroke),
          );
          if (isOwn) expect(hasLayer(one.layers, stroke)).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('that a device changed otherwise, too, stay in both versions only with a notice', () => {
    fc.assert(
      fc.property(treeOf(anyAct), ({ base, local, remote }) => {
        const [one, other] = [merge(base, local, remote), merge(base, remote, local)];
        expect(one.keptBoth).toBe(other.keptBoth);
        if ([...countsOf(one).values()].some((count) => count > 1)) expect(one.keptBoth).toBe(true);
        for (const side of [local, remote]) {
          for (const stroke of side.strokes) {
            if (!hasSame(base, stroke)) expect(countsOf(one).has(numberOf(stroke))).toBe(true);
          }
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    [
      'the first by id of two layers that both have',
      'c',
      1,
      ['base', 'z', 'a', 'c'],
      drawn(1, 'z'),
      drawn(1, 'a'),
      'a:1',
    ],
    [
      'where it was put, not where it only faded',
      'base',
      1,
      ['base', 'z'],
      drawn(1, 'z'),
      drawn(1, 'base', { opacity: 0.5 }),
      'z:1',
    ],
    [
      'where it was put, also if a layer was added as another was merged away',
      'base',
      1,
      ['base', 'z', 'a', 'new'],
      drawn(1, 'z'),
      drawn(1, 'base', { opacity: 0.5 }),
      'z:1',
    ],
    [
      'one opacity, also where no layer went',
      'base',
      0.9,
      ['base', 'z', 'a', 'c'],
      drawn(1, 'base', { opacity: 0.2 }),
      drawn(1, 'base', { opacity: 0.5 }),
      'base:1',
    ],
    [
      'where it was put, also if it faded elsewhere under a layer that came and went',
      'base',
      1,
      ['base', 'z', 'a', 'c'],
      drawn(1, 'z'),
      drawn(1, 'base', { opacity: 0.5 }),
      'z:1',
    ],
  ] as const)('stand on %s', (_, from, opacity, left, one, other, wanted) => {
    const base = version(['base', 'z', 'a', 'c'], drawn(1, from, opacity < 1 ? { opacity } : {}));
    const [here, there] = [version(left, one), version(left, other)];
    for (const merged of [merge(base, here, there), merge(base, there, here)]) {
      expect(shown(merged)).toBe(wanted);
      expect(merged.keptBoth).toBe(wanted.includes(' '));
    }
  });

  it('stand once where each side dimmed their layer, drew on a new one above it and merged that down', () => {
    const sketch = [1, 2, 3].map((n) => drawn(n));
    const base = version(['base'], ...sketch);
    const dimmed = (opacity: number, ink: number): Version => {
      const layers = [layer('base', opacity), layer('ink')];
      const merged = mergedDown([...sketch, drawn(ink, 'ink')], layers, 'ink');
      const by = new Map([...merged!.moves, ...merged!.fades].map((one) => [one.stroke, one.by]));
      const strokes = [...sketch, ...merged!.moves.map(({ stroke }) => stroke)].flatMap((stroke) =>
        by.has(stroke) ? (by.get(stroke) ?? []) : [stroke],
      );
      return { title: '', layers: merged!.layers, strokes };
    };
    const [here, there] = [dimmed(0.25, 4), dimmed(0.3, 5)];
    expect(here.layers).toEqual(base.layers);
    for (const [local, remote] of [
      [here, there],
      [there, here],
    ] as const) {
      const merged = merge(base, local, remote);
      expect(new Set(merged.strokes.map(numberOf))).toEqual(new Set([1, 2, 3, 4, 5]));
      expect(merged.strokes).toHaveLength(5);
      expect(merged.strokes.filter(({ at = 0 }) => at < 4)).toEqual(remote.strokes.slice(0, 3));
      expect(merged.keptBoth).toBe(false);
    }
  });

  it('stay with both opacities if they are drawn without a time, and no layer went', () => {
    const { at: _, ...timeless } = drawn(1);
    const faded = (opacity: number): Stroke => ({ ...timeless, opacity });
    const [base, here, there] = [0.9, 0.2, 0.5].map((opacity) => version(['base'], faded(opacity)));
    const merged = merge(base!, here!, there!);
    expect(shown(merged)).toBe('base:1 base:1');
    expect(merged.keptBoth).toBe(true);
  });

  it.each([
    [
      'was merged down meanwhile',
      ['base', 'hills', 'sky'],
      'base:1 hills:2 sky:4',
      'base:1 hills:2 sky:3 sky:4',
      ['base', 'hills'],
      'base:1 hills:2 hills:3 hills:4',
      'base:1 hills:2 hills:3 hills:4',
    ],
    [
      'came back with its layer',
      ['base', 'hills'],
      'base:1 hills:2',
      'base:1 hills:2 sky:3 sky:4',
      ['base', 'hills'],
      'base:1 hills:2 hills:3 hills:4',
      'base:1 hills:2 hills:3 hills:4',
    ],
    [
      'was moved by hand meanwhile',
      ['base', 'hills', 'sky'],
      'base:1 hills:2 sky:4',
      'base:1 hills:2 sky:3 sky:4',
      ['base', 'hills', 'sky'],
      'base:1 hills:2 base:3 sky:4',
      'base:1 hills:2 base:3 sky:4',
    ],
  ])('stand once, too, if one that a device had erased and brought back %s', (...given) => {
    const [, ids, before, here, thereIds, there, wanted] = given;
    const base = version(ids, ...strokesOf(before));
    const one = version(['base', 'hills', 'sky'], ...strokesOf(here));
    const other = version(thereIds, ...strokesOf(there));
    for (const merged of [merge(base, one, other), merge(base, other, one)]) {
      expect(shown(merged).split(' ').sort()).toEqual(wanted.split(' ').sort());
      expect(merged.keptBoth).toBe(false);
    }
  });

  it('stand once if they came back, whatever the others made of them, and none is lost', () => {
    fc.assert(
      fc.property(treeOf(layerAct), place, some, ({ base: before, local: one, remote }, on, numbers) => {
        // One device erases strokes or deletes a layer, and syncs; another knows nothing of it, and syncs; then the one undoes.
        const isLeft = (stroke: Stroke) => !numbers.includes(numberOf(stroke));
        const base =
          numbers.length > 0
            ? { ...before, strokes: before.strokes.filter(isLeft) }
            : done(before, { kind: 'delete', place: on });
        const other = merge(before, remote, base);
        const [merged, swapped] = [merge(base, one, other), merge(base, other, one)];
        const [b, l, r, found] = [base, one, other, merged].map(countsOf);
        // A layer that is gone from all versions does not tell that a stroke faded because it was merged.
        if (!merged.keptBoth) expect(Math.max(0, ...found!.values())).toBeLessThanOrEqual(1);
        for (const n of new Set([...l!.keys(), ...r!.keys()])) if (!b!.has(n)) expect(found!.get(n)).toBe(1);
        expect(shown(merged).split(' ').sort()).toEqual(shown(swapped).split(' ').sort());
        expect(shown(merge(other, merged, other))).toBe(shown(merged));
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ['drawn without a time', [], drawn(2, 'base', { at: undefined as never })],
    ['copies with the time of their original', [drawn(1)], drawn(2, 'base', { at: 1 })],
  ])('stay on both layers if they are %s', (_, strokes, added) => {
    const ids = ['base', 'mid', 'top'];
    const base = version(ids, ...strokes);
    const [one, other] = ['mid', 'top'].map((id) => version(ids, ...strokes, onLayer(added, id)));
    for (const merged of [merge(base, one!, other!), merge(base, other!, one!)]) {
      expect(shown(merged)).toContain('mid:2');
      expect(shown(merged)).toContain('top:2');
    }
  });

  it('stay in both versions if something else differs, drawn at one time', () => {
    const ids = ['base', 'mid', 'top'];
    const [one, other] = [version(ids, drawn(1, 'mid')), version(ids, drawn(1, 'top', { size: 2 }))];
    expect(shown(merge(version(ids), one, other))).toBe('top:1 mid:1');
  });

  it('stand where they were put, not where they faded under a layer that nobody else knew', () => {
    const half = [layer('base'), layer('sky', 0.5)];
    const base = { title: '', layers: half, strokes: [drawn(1), drawn(2, 'sky')] };
    const flat = version(['base'], drawn(1), drawn(2, 'base', { opacity: 0.5 }));
    const full = version(['base', 'sky'], drawn(1), drawn(2, 'sky', { opacity: 0.5 }), drawn(3, 'sky'));
    for (const merged of [merge(base, flat, full), merge(base, full, flat)]) {
      expect(shown(merged).split(' ').sort()).toEqual(['base:1', 'base:2', 'sky:3']);
      expect(merged.keptBoth).toBe(false);
    }
  });

  it('that stood alike more than once lose none', () => {
    const base = version(['base', 'b', 'c'], drawn(1, 'c'), drawn(1, 'c'), drawn(1, 'b'));
    const one = version(['base', 'b'], drawn(1, 'b'), drawn(1, 'b'), drawn(1, 'b'));
    const other = version(['base', 'b'], drawn(1), drawn(1), drawn(1, 'b'));
    for (const merged of [merge(base, one, other), merge(base, other, one)]) {
      expect(merged.strokes.length).toBeGreaterThanOrEqual(3);
      expect(merged.keptBoth).toBe(true);
    }
  });
});
