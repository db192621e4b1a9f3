import { describe, expect, it } from 'vitest';
import type { Layer, Problem } from '../types.ts';
import {
  BASE,
  checkLayers,
  layerOf,
  ONE_LAYER,
  openLayer,
  openLayerNear,
  sameLayers,
  visibleStrokes,
} from './layers.ts';

const SKY: Layer = { id: 'sky', name: 'Sky', opacity: 0.5, visible: true, locked: false, blend: 'multiply' };

function paths(value: unknown): string[] {
  const problems: Problem[] = [];
  expect(checkLayers(value, '/layers', problems)).toBe(problems.length === 0);
  return problems.map(({ path }) => path);
}

describe('drawing: layers', () => {
  it.each<[string, readonly Layer[]]>([
    ['the base alone', ONE_LAYER],
    ['another alone', [SKY]],
    ['eight', Array.from({ length: 8 }, (_, n) => ({ ...BASE, id: `l${n}` }))],
    ['a name of 40 characters that are pairs of code units', [{ ...BASE, name: '🐦'.repeat(40) }]],
    ['two of one name', [BASE, { ...BASE, id: 'b' }]],
  ])('takes %s', (_, layers) => {
    expect(paths(layers)).toEqual([]);
  });

  const { id: _, ...nameless } = BASE;
  it.each<[string, unknown, string[]]>([
    ['null', null, ['/layers']],
    ['an object', { ...BASE }, ['/layers']],
    ['none', [], ['/layers']],
    ['nine', Array.from({ length: 9 }, (_, n) => ({ ...BASE, id: `l${n}` })), ['/layers']],
    ['one id twice', [BASE, SKY, { ...SKY }], ['/layers/2/id']],
    ['what is no layer', [BASE, 'sky'], ['/layers/1']],
    ['no id', [nameless], ['/layers/0/id']],
    ['an id in capitals', [{ ...BASE, id: 'Sky' }], ['/layers/0/id']],
    ['a long id', [{ ...BASE, id: 'a23456789' }], ['/layers/0/id']],
    ['a name of 41 characters', [{ ...BASE, name: 'x'.repeat(41) }], ['/layers/0/name']],
    ['a name with NUL', [{ ...BASE, name: '\0' }], ['/layers/0/name']],
    ['half a pair', [{ ...BASE, name: '\ud83d' }], ['/layers/0/name']],
    ['a number as a name', [{ ...BASE, name: 1 }], ['/layers/0/name']],
    ['no opacity at all', [{ ...BASE, opacity: 0 }], ['/layers/0/opacity']],
    ['more than all', [{ ...BASE, opacity: 1.1 }], ['/layers/0/opacity']],
    ['opacity as text', [{ ...BASE, opacity: '1' }], ['/layers/0/opacity']],
    ['a flag as a number', [{ ...BASE, visible: 1, locked: 0 }], ['/layers/0/visible', '/layers/0/locked']],
    ['another blend', [{ ...BASE, blend: 'screen' }], ['/layers/0/blend']],
    ['no blend by name', [{ ...BASE, blend: undefined }], ['/layers/0/blend']],
    ['a member of a newer version', [{ ...BASE, mask: 'sky' }], ['/layers/0/mask']],
    [
      'a member with another meaning',
      [{ ...BASE, 'a/b': 1, constructor: 1 }],
      ['/layers/0/a~1b', '/layers/0/constructor'],
    ],
  ])('refuses %s, naming the place', (_, value, expected) => {
    expect(paths(value)).toEqual(expected);
  });

  it('names 20 faults at most', () => {
    const bad = Array.from({ length: 8 }, () => ({}));
    expect(paths(bad)).toHaveLength(20);
  });

  it('is the base alone where none are named', () => {
    expect(sameLayers(undefined, undefined)).toBe(true);
    expect(sameLayers(undefined, [{ ...BASE }])).toBe(true);
    expect(sameLayers(undefined, [{ ...BASE, name: 'Ink' }])).toBe(false);
    expect(sameLayers([BASE, SKY], [SKY, BASE])).toBe(false);
    expect(sameLayers([BASE, SKY], [{ ...BASE }, { ...SKY }])).toBe(true);
    const { blend: _multiply, ...plain } = SKY;
    expect(sameLayers([SKY], [plain])).toBe(false);
  });

  it.each<[string | undefined, readonly Layer[] | undefined, string]>([
    [undefined, undefined, 'base'],
    ['sky', undefined, 'base'],
    [undefined, [BASE, SKY], 'base'],
    [undefined, [SKY, BASE], 'base'],
    ['sky', [BASE, SKY], 'sky'],
    ['gone', [SKY, BASE], 'sky'],
    [undefined, [SKY], 'sky'],
  ])('draws a stroke of layer %s among %j on %s', (layer, layers, expected) => {
    expect(layerOf(layer === undefined ? {} : { layer }, layers)).toBe(expected);
  });
});

describe('drawing: strokes in layers', () => {
  const stroke = (layer?: string) => (layer === undefined ? {} : { layer });
  const [base, sky, gone] = [stroke(), stroke('sky'), stroke('gone')];
  const HIDDEN: Layer = { ...SKY, visible: false };

  it('lie in the order of their layers, without those that are hidden', () => {
    const all = [sky, base, gone];
    expect(visibleStrokes(all, undefined)).toBe(all);
    expect(visibleStrokes(all, [BASE, SKY])).toEqual([base, gone, sky]);
    expect(visibleStrokes(all, [SKY, BASE])).toEqual([sky, gone, base]);
    expect(visibleStrokes(all, [BASE, HIDDEN])).toEqual([base, gone]);
    expect(visibleStrokes(all, [{ ...BASE, visible: false }])).toEqual([]);
  });

  it('that are new go to the base, or else to the highest that is neither hidden nor locked', () => {
    const locked = { ...BASE, locked: true };
    expect(openLayer(ONE_LAYER)?.id).toBe('base');
    expect(openLayer([BASE, SKY])?.id).toBe('base');
    expect(openLayer([locked, SKY, { ...SKY, id: 'b' }])?.id).toBe('b');
    expect(openLayer([locked, SKY, { ...HIDDEN, id: 'b' }])?.id).toBe('sky');
    expect(openLayer([locked, HIDDEN])).toBeUndefined();
  });

  it('that are open are found from a place downwards, and then upwards', () => {
    const all = [SKY, { ...SKY, id: 'a' }, { ...HIDDEN, id: 'b' }, { ...SKY, id: 'c' }];
    expect([3, 2, 1, 0, -1].map((place) => openLayerNear(all, place)?.id)).toEqual([
      'c',
      'a',
      'a',
      'sky',
      'sky',
    ]);
    expect(openLayerNear([HIDDEN, SKY], 0)?.id).toBe('sky');
    expect(openLayerNear([HIDDEN], 0)).toBeUndefined();
  });
});
