import { expect, test } from 'vitest';
import { BASE } from '../../core/drawing/members/layers.ts';
import type { Layer } from '../../core/drawing/types.ts';
import { passesFor, veilFor } from './veil-for.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const glaze = layer('glaze', { blend: 'multiply' });
const ink = layer('ink');
const color = '#1f4fae';
const veils = (layers: readonly Layer[], at: number) =>
  ['pen', 'marker', 'wash'].map((tool) => veilFor(layers, at, { tool, color }));

test('layer: a stroke on the top layer has no veil, nor one below layers that are hidden', () => {
  const hidden = layer('hidden', { visible: false });
  for (const [layers, at] of [
    [[BASE], 0],
    [[BASE, glaze], 1],
    [[BASE, glaze, hidden], 1],
    [[BASE, hidden], 0],
  ] as const) {
    expect(veils(layers, at)).toEqual([undefined, undefined, undefined]);
  }
});

test('layer: a stroke has the veil of the layers above, and its colour counts only where it mixes', () => {
  // A marker's canvas lies under all of them, which shows it as it will be.
  const wash = { below: 1, above: 1, color };
  expect(veils([BASE, ink], 0)).toEqual([{ below: 0, above: 1 }, undefined, wash]);
  expect(veils([BASE, ink, glaze], 0)).toEqual([
    { below: 0, above: 1, color },
    { below: 0, above: 0, color },
    wash,
  ]);
  // A wash multiplies, whatever multiplies with it later.
  expect(veils([BASE, glaze], 0)).toEqual([
    { below: 0, above: 1, color },
    { below: 0, above: 0, color },
    undefined,
  ]);
  // On a layer above others, nothing goes under or mixes with their ink, unless the layer does.
  const over = { below: 0, above: 2 };
  expect(veils([ink, BASE, layer('top')], 1)).toEqual([over, over, over]);
  const mixed = { below: 1, above: 2, color };
  expect(veils([ink, glaze, layer('top')], 1)).toEqual([mixed, mixed, mixed]);
});

test('layer: a selection goes through runs of layers that blend alike, and through none where it shows as it is', () => {
  const passes = (layers: readonly Layer[], at: number) =>
    passesFor(layers, at).map(({ veil: { below, above, until }, blend }) =>
      [below, above, until, blend].join(' '),
    );
  const hidden = layer('hidden', { visible: false });
  const [top, wet] = [layer('top'), { ...BASE, blend: 'multiply' } as const];
  expect(passes([ink, BASE, hidden], 1)).toEqual([]);
  expect(passes([BASE, ink, hidden, top], 0)).toEqual(['0 1 4 over']);
  expect(passes([BASE, glaze], 0)).toEqual(['0 1 2 multiply']);
  expect(passes([top, BASE, glaze, hidden, glaze, ink], 1)).toEqual(['0 2 5 multiply', '0 5 6 over']);
  // Ink that multiplies does so with what is below it, before it is covered; else the browser can do it last.
  expect(passes([ink, wet, top], 1)).toEqual(['0 0 1 multiply', '0 2 3 over']);
  expect(passes([ink, wet, glaze], 1)).toEqual([]);
});
