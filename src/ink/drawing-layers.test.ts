import { expect, test } from 'vitest';
import { BASE } from '../core/drawing/members/layers.ts';
import type { Layer } from '../core/drawing/types.ts';
import { DrawingLayers } from './drawing-layers.ts';

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const MARKER = { tool: 'marker', color: '#ffcc00' };

test('ink is shown on the layer where it lands, also when others close that of the stroke', () => {
  const layers = new DrawingLayers();
  const [mid, top] = [layer('mid', { opacity: 0.5, blend: 'multiply' }), layer('top')];
  layers.set([BASE, mid, top], 'top');
  expect(layers.ofNewInk).toBe('top');
  expect(layers.sheet).toEqual({ opacity: 1, blend: undefined, isAbove: true });
  expect(layers.veilOf(MARKER)).toBeUndefined();

  layers.set([BASE, mid, { ...top, locked: true }], 'top');
  expect(layers.isOpen).toBe(false);
  expect(layers.ofNewInk).toBe('mid');
  expect(layers.sheet).toEqual({ opacity: 0.5, blend: 'multiply', isAbove: true });
  expect(layers.veilOf(MARKER)?.above).toBe(2);

  layers.set([BASE, { ...mid, visible: false }, { ...top, locked: true }], 'top');
  expect(layers.ofNewInk).toBeUndefined();
  expect(layers.sheet).toEqual({ opacity: 1, blend: undefined, isAbove: false });
});
