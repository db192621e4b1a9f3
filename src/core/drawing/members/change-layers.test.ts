import { describe, expect, it } from 'vitest';
import type { Layer, Stroke } from '../types.ts';
import {
  activeLayer,
  changedLayers,
  mergedDown,
  newLayerId,
  onLayer,
  withLayer,
  withMovedLayer,
  withNewLayer,
  withoutLayer,
} from './change-layers.ts';
import { BASE, checkLayers } from './layers.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const [A, B, C] = [layer('a'), layer('b'), layer('c')];
const stroke = (n: number, more: Partial<Stroke> = {}): Stroke => ({
  tool: 'pen',
  color: '#000',
  size: 1,
  points: [[n, 0]],
  ...more,
});
const nobody = () => false;

describe('drawing: what people do to layers', () => {
  it('they work on the chosen one, even if it is hidden, or else where new strokes go', () => {
    const hidden = layer('h', { visible: false });
    expect(activeLayer([BASE, hidden], 'h')).toBe(hidden);
    expect(activeLayer([BASE, hidden], 'gone')).toBe(BASE);
    expect(activeLayer([A, B])).toBe(B);
    expect(activeLayer([hidden])).toBe(hidden);
    expect(activeLayer()).toEqual(BASE);
  });

  it('they go on near a chosen one that is gone: on the nearest open one below, or else above', () => {
    const D = layer('d');
    const hidden = (one: Layer): Layer => ({ ...one, visible: false });
    const all = [BASE, A, B, C, D];
    const instead = (...left: readonly Layer[]) => activeLayer(left, 'c', all).id;
    expect(instead(BASE, A, B, D)).toBe('b');
    expect(instead(BASE, A, D)).toBe('a');
    expect(instead(BASE, A, { ...B, locked: true }, D)).toBe('a');
    expect(instead(D)).toBe('d');
    expect(instead(hidden(BASE), hidden(A), D, layer('new'))).toBe('d');
    // Where it was, in another order.
    expect(instead(B, A, BASE, D)).toBe('b');
    expect(instead(hidden(BASE), hidden(A), hidden(D))).toBe('a');
    expect(activeLayer([BASE, A], 'base', [BASE, A])).toBe(BASE);
  });

  it('add one above another, move it as far as there are others, and delete all but the last', () => {
    expect(withNewLayer([A, C], B, 'a')).toEqual([A, B, C]);
    expect(withNewLayer([A, B], C, 'gone')).toEqual([A, B, C]);
    expect(withMovedLayer([A, B, C], 'a', 1)).toEqual([B, A, C]);
    expect(withMovedLayer([A, B, C], 'c', -7)).toEqual([C, A, B]);
    const all = [A, B];
    expect(withMovedLayer(all, 'b', 1)).toBe(all);
    expect(withoutLayer(all, 'a')).toEqual([B]);
    expect(withoutLayer([B], 'b')).toEqual([B]);
  });

  it('change its members, and take back that it multiplies', () => {
    const glaze = withLayer([A, B], 'b', { name: 'Glaze', blend: 'multiply' });
    expect(glaze).toEqual([A, { ...B, name: 'Glaze', blend: 'multiply' }]);
    const plain = withLayer(glaze, 'b', { blend: undefined });
    expect(plain).toEqual([A, { ...B, name: 'Glaze' }]);
    expect(checkLayers(plain, '', [])).toBe(true);
  });

  it('get ids that the check takes', () => {
    for (const random of [() => 0, () => 0.999_999, Math.random]) {
      expect(checkLayers([{ ...BASE, id: newLayerId(random) }], '', [])).toBe(true);
    }
  });

  it('put a stroke on a layer: the base is not named', () => {
    const one = stroke(1);
    expect(onLayer(one, BASE.id)).toBe(one);
    expect(onLayer(one, 'b')).toEqual({ ...one, layer: 'b' });
    expect(onLayer(onLayer(one, 'b'), BASE.id)).toEqual(one);
  });
});

describe('drawing: a change of layers when others changed them meanwhile', () => {
  const ids = (layers: readonly Layer[]) => layers.map(({ id }) => id).join('');

  it.each<[string, Layer[], Layer[], Layer[], string, string]>([
    ['adds', [A], [A, B], [C, A], '', 'cab'],
    ['deletes', [A, B], [A], [A, B, C], '', 'ac'],
    ['deletes none that others drew on', [A, B], [A], [A, B, C], 'b', 'abc'],
    ['moves', [A, B], [B, A], [A, B, C], '', 'bca'],
    ['does not bring back what others deleted', [A, B], [B, A], [A], '', 'a'],
    ['does not bring back one that it renames', [A, B], [A, { ...B, name: 'Sky' }], [A], '', 'a'],
    ['does not delete the last', [A, B], [A], [B], '', 'b'],
    ['is the same a second time', [A], [A, B], [A, B], '', 'ab'],
  ])('%s', (_, from, to, now, drawn, expected) => {
    expect(ids(changedLayers(now, from, to, (id) => id === drawn))).toBe(expected);
  });

  it('changes what others left as it was, and nothing else', () => {
    const renamed = [A, { ...B, name: 'Theirs' }];
    const faint = [A, { ...B, opacity: 0.5 }];
    expect(changedLayers(renamed, [A, B], faint, nobody)).toEqual([
      A,
      { ...B, name: 'Theirs', opacity: 0.5 },
    ]);
    expect(changedLayers(renamed, [A, B], [A, { ...B, name: 'Mine' }], nobody)).toEqual(renamed);
  });

  it('begins with the base where none are named', () => {
    expect(changedLayers(undefined, [BASE], [BASE, B], nobody)).toEqual([BASE, B]);
  });
});

describe('drawing: a layer merged into the one below', () => {
  const under = [stroke(1, { layer: 'a' }), stroke(2, { layer: 'gone' })];
  const [inked, rubbed] = [stroke(3, { layer: 'b' }), stroke(4, { layer: 'b', tool: 'eraser' })];

  it('has its strokes above all of that one, those of unknown layers among them', () => {
    const merged = mergedDown([inked, ...under], [A, B, C], 'b');
    expect(merged?.layers).toEqual([A, C]);
    expect(merged?.onto).toBe(under[1]);
    expect(merged?.moves).toEqual([{ stroke: inked, by: { ...inked, layer: 'a' } }]);
  });

  it('makes its opacity theirs, within what a stroke may have', () => {
    const opacities = (upper: number, lower: number, own?: number) =>
      mergedDown(
        [stroke(3, { layer: 'b', ...(own && { opacity: own }) })],
        [layer('a', { opacity: lower }), layer('b', { opacity: upper })],
        'b',
      )?.moves.map(({ by }) => by?.opacity);
    expect(opacities(0.5, 1)).toEqual([0.5]);
    expect(opacities(0.5, 1, 0.5)).toEqual([0.25]);
    expect(opacities(0.5, 0.5, 0.3)).toEqual([0.3]);
    expect(opacities(1, 0.5)).toEqual([undefined]);
    expect(opacities(0.001, 1, 0.001)).toEqual([0.001]);
  });

  it('fades no stroke that is more opaque than the layer below: that becomes as opaque, and its own strokes fade', () => {
    const low = stroke(1, { layer: 'a' });
    const rub = stroke(2, { layer: 'a', tool: 'eraser' });
    const merge = (upper: number, own?: number) => {
      const high = stroke(3, { layer: 'b', ...(own && { opacity: own }) });
      const layers = [layer('a', { opacity: 0.2 }), layer('b', { opacity: upper }), C];
      const { layers: left, moves, fades } = mergedDown([low, high, rub], layers, 'b')!;
      return [
        left[0]!.opacity,
        moves[0]!.by!.opacity ?? 1,
        fades.map(({ stroke, by }) => [stroke, by.opacity]),
      ];
    };
    expect(merge(1)).toEqual([1, 1, [[low, 0.2]]]);
    expect(merge(1, 0.5)).toEqual([0.5, 1, [[low, 0.4]]]);
    expect(merge(0.5, 0.5)).toEqual([0.25, 1, [[low, 0.8]]]);
    // Where the layer below lets enough through, nothing of it changes.
    expect(merge(0.4, 0.5)).toEqual([0.2, 1, []]);
    expect(merge(0.1)).toEqual([0.2, 0.5, []]);
  });

  it('takes none of the ink below: what erases goes, unless nothing is there', () => {
    const merged = mergedDown([...under, inked, rubbed], [A, B], 'b');
    expect(merged?.erasers).toBe(1);
    expect(merged?.moves[1]).toEqual({ stroke: rubbed, by: undefined });
    const onEmpty = mergedDown([inked, rubbed], [A, B], 'b');
    expect(onEmpty?.erasers).toBe(0);
    expect(onEmpty?.moves[1]?.by).toEqual({ ...rubbed, layer: 'a' });
  });

  it('is not possible with the lowest', () => {
    expect(mergedDown(under, [A, B], 'a')).toBeUndefined();
  });
});
