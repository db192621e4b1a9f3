/** Stored tool settings of older builds, read by this one. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { tools } from '../../words/en/studio/tools.ts';

const KEPT = 'pleinair.hand';

/** Loads the module with these stored settings. */
async function loaded(kept: unknown) {
  const items = new Map([[KEPT, JSON.stringify(kept)]]);
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => items.set(name, value),
  });
  vi.resetModules();
  const hand = await import('./tool-settings.ts');
  return { ...hand, written: (): unknown => JSON.parse(items.get(KEPT) ?? '{}') };
}

afterEach(() => vi.unstubAllGlobals());

describe('studio: tool settings', () => {
  test('settings stored before the eraser had any are read', async () => {
    const old = {
      color: '#bf3b2b',
      size: 9,
      marker: { color: '#2f97e0', size: 30 },
      recent: ['#7a3fb0'],
      penMode: true,
    };
    const hand = await loaded(old);
    expect(hand.eraser.value).toEqual({ mode: 'part', size: 12 });
    const { penMode: _, ...same } = old;
    expect(hand.written()).toMatchObject({ ...same, eraser: { mode: 'part', size: 12 }, penSeen: true });
    hand.tool.value = 'marker';
    expect([hand.color.value, hand.size.value]).toEqual(['#2f97e0', 30]);
  });

  test('the eraser keeps its mode and size; invalid stored values are ignored', async () => {
    const kept = { eraser: { mode: 'whole', size: 28 } };
    expect((await loaded(kept)).eraser.value).toEqual(kept.eraser);
    const odd = { eraser: { mode: 'all', size: 9_999 } };
    expect((await loaded(odd)).eraser.value).toEqual({ mode: 'part', size: 12 });
  });

  test('the sizes are those of the chosen tool, and choosing a colour ends erasing', async () => {
    const hand = await loaded({});
    hand.tool.value = 'marker';
    hand.tool.value = 'eraser';
    hand.chosenSize.value = 60;
    expect([hand.eraser.value.size, hand.size.value]).toEqual([60, 18]);
    expect(hand.toolWords()).toBe(tools.held([tools.names.eraser, tools.modes.part.label, tools.sizes.huge]));
    hand.chooseColor('#e8559b');
    expect(hand.toolWords()).toBe(tools.held([tools.names.marker, tools.colors.pink, tools.sizes.medium]));
    hand.tool.value = 'hand';
    hand.chooseColor('#3fae5a');
    expect(hand.tool.value).toBe('hand');
  });
});
