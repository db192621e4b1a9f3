import { signal } from '@preact/signals';
import { expect, test, vi } from 'vitest';
import { BASE } from '../../../core/drawing/members/layers.ts';
import type { Layer } from '../../../core/drawing/types.ts';
import { ActiveLayer } from './active-layer.ts';

const written = vi.hoisted((): string[] => []);
vi.mock('../document/drawing-memory.ts', () => ({
  writeActiveLayer: (_id: string, layer: string) => written.push(layer),
}));

const layer = (id: string, more: Partial<Layer> = {}): Layer => ({ ...BASE, id, ...more });
const [MID, TOP] = [layer('mid'), layer('top')];

/** The active layer of a drawing with these layers. */
function open(...all: readonly Layer[]) {
  written.length = 0;
  const layers = signal<readonly Layer[] | undefined>(all);
  const active = new ActiveLayer('drawing', layers, signal(true));
  return {
    layers,
    active,
    others: (...next: readonly Layer[]) =>
      active.through(() => {
        layers.value = next;
      }),
  };
}

test('the nearest layer below takes the place of one that others take away, and is remembered', () => {
  const { active, others } = open(BASE, MID, TOP);
  active.choose('top');
  expect(others(BASE, MID, TOP, layer('new'))).toBeUndefined();
  expect(others(BASE, MID)).toEqual({ gone: TOP, among: [BASE, MID, TOP, layer('new')] });
  expect(active.now.value).toBe(MID);
  expect(active.forNew).toBe('mid');
  expect(written).toEqual(['top', 'mid']);
  // It does not change without a word when the other comes back.
  expect(others(BASE, MID, TOP)).toBeUndefined();
  expect(active.now.value).toBe(MID);
});

test('a layer that nobody chose stays active while others close it, and is missed when it goes', () => {
  const { active, others } = open(BASE, MID, TOP);
  const locked = { ...BASE, locked: true };
  expect(others(locked, MID, TOP)).toBeUndefined();
  expect(active.now.value).toBe(locked);
  expect(others(MID, TOP)?.gone).toBe(locked);
  expect(active.now.value).toBe(MID);
});

test("one's own undo of a new layer leads to the one below it, and redo back", () => {
  const { active, layers } = open(BASE, MID);
  active.choose('mid');
  layers.value = [BASE, MID, TOP];
  active.choose('top');
  expect(active.now.value).toBe(TOP);
  layers.value = [BASE, MID];
  expect(active.now.value).toBe(MID);
  layers.value = [BASE, MID, TOP];
  expect(active.now.value).toBe(TOP);
});

test('strokes that nobody draws go to the nearest open layer, which is active then', () => {
  const { active } = open(BASE, MID, { ...TOP, locked: true });
  active.choose('top');
  expect(active.forNew).toBe('mid');
  expect(active.now.value).toBe(MID);
});

test('where no layer is open, none takes what is new, and what was drawn already has a place', () => {
  const { active, layers } = open({ ...BASE, visible: false }, { ...MID, locked: true });
  active.choose('mid');
  expect(active.takesNew).toBe(false);
  expect(active.forNew).toBe('mid');
  layers.value = [BASE, { ...MID, locked: true }];
  expect(active.takesNew).toBe(true);
});

test('of each layer, also one that is gone, it knows the last ones among which it was', () => {
  const { active, others } = open(BASE, MID, TOP);
  const moved = [TOP, BASE, MID];
  others(...moved);
  others(BASE, layer('new'));
  expect(active.among('mid')).toEqual(moved);
  expect(active.among('base')).toEqual([BASE, layer('new')]);
  expect(active.among('other')).toBeUndefined();
});
