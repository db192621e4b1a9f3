/** Stored tool settings, of older builds too, read by this one. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { BRUSH_TOOLS } from '../../../ink/index.ts';
import { tools } from '../../words/en/studio/tools.ts';

const KEPT = 'pleinair.hand';

/** Loads the module with these stored settings. */
async function loaded(kept: unknown) {
  const items = new Map([[KEPT, typeof kept === 'string' ? kept : JSON.stringify(kept)]]);
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
  test('settings of a build with two brushes are read', async () => {
    const old = {
      color: '#bf3b2b',
      size: 9,
      marker: { color: '#2f97e0', size: 30 },
      recent: ['#7a3fb0'],
      penMode: true,
    };
    const hand = await loaded(old);
    expect(hand.eraser.value).toEqual({ mode: 'part', size: 12 });
    expect([hand.color.value, hand.size.value, hand.opacity.value, hand.steady.value]).toEqual([
      '#bf3b2b',
      9,
      1,
      0,
    ]);
    expect(hand.written()).toMatchObject({ recent: old.recent, penSeen: true });
    hand.tool.value = 'marker';
    expect([hand.color.value, hand.size.value]).toEqual(['#2f97e0', 30]);
  });

  test('each brush keeps its own colour, size, opacity, stabiliser and taper, and the brush in hand is kept', async () => {
    const hand = await loaded({});
    const chosen = BRUSH_TOOLS.map((tool, i) => {
      hand.tool.value = tool;
      hand.chooseColor(`#00000${i}`);
      hand.size.value = 8 + i;
      hand.opacity.value = 0.2 + i / 10;
      hand.steady.value = i / 10;
      hand.tapers.value = i % 2 === 0;
      return [tool, `#00000${i}`, 8 + i, 0.2 + i / 10, i / 10, i % 2 === 0];
    });
    const again = await loaded(hand.written());
    expect([again.tool.value, again.lastBrush.value]).toEqual([BRUSH_TOOLS.at(-1), BRUSH_TOOLS.at(-2)]);
    const read = BRUSH_TOOLS.map((tool) => {
      again.tool.value = tool;
      return [
        tool,
        again.color.value,
        again.size.value,
        again.opacity.value,
        again.steady.value,
        again.tapers.value,
      ];
    });
    expect(read).toEqual(chosen);
  });

  test('damaged values fall back one by one', async () => {
    const wash = {
      palette: 'singapore',
      color: '#123',
      last: '#456',
      size: 60,
      opacity: 0.5,
      steady: 0.4,
      tapers: true,
    };
    const odd: readonly [Record<string, unknown>, Record<string, unknown>][] = [
      [{ palette: 'neon' }, { palette: 'washes' }],
      [{ color: 'red' }, { color: '#79b4dc' }],
      [{ color: '#0000' }, { color: '#79b4dc' }],
      [{ color: '#12345601' }, { color: '#79b4dc' }],
      [{ last: '#abc0' }, { last: '#8d9fb0' }],
      [{ last: 7 }, { last: '#8d9fb0' }],
      [{ size: 7 }, { size: 40 }],
      [{ size: 161 }, { size: 40 }],
      [{ size: '60' }, { size: 40 }],
      [{ opacity: 0 }, { opacity: 1 }],
      [{ opacity: 5e-324 }, { opacity: 1 }],
      [{ opacity: 0.009 }, { opacity: 1 }],
      [{ opacity: 1.1 }, { opacity: 1 }],
      [{ opacity: null }, { opacity: 1 }],
      [{ steady: -0.1 }, { steady: 0 }],
      [{ steady: 2 }, { steady: 0 }],
      [{ tapers: 1 }, { tapers: false }],
    ];
    for (const [damaged, fallback] of odd) {
      const hand = await loaded({ brushes: { wash: { ...wash, ...damaged } } });
      expect(hand.brushes.value.wash, JSON.stringify(damaged)).toEqual({ ...wash, ...fallback });
    }
    expect((await loaded({ recent: ['#12345600', '#123456', '#1230'] })).recentColors.value).toEqual([
      '#123456',
    ]);
    const first = (await loaded({})).brushes.value;
    for (const kept of ['{', 'null', '7', { brushes: 3, brush: 'axe', lastBrush: {}, recent: 'x' }]) {
      const hand = await loaded(kept);
      expect(hand.brushes.value).toEqual(first);
      expect([hand.tool.value, hand.lastBrush.value, hand.recentColors.value]).toEqual(['pen', 'marker', []]);
    }
  });

  test('ink tapers with speed and other lines are even, until somebody chooses otherwise', async () => {
    const hand = await loaded({ brushes: { ink: { size: 4 }, pen: { size: 4 } } });
    const tapering = BRUSH_TOOLS.filter((tool) => hand.brushes.value[tool].tapers);
    expect(tapering).toEqual(['ink']);
    hand.tool.value = 'ink';
    expect(hand.feel.value).toEqual({ steady: 0, tapers: true, softness: 0.5 });
    hand.tapers.value = false;
    hand.softness.value = 0.8;
    const again = await loaded(hand.written());
    expect(again.feel.value).toEqual({ steady: 0, tapers: false, softness: 0.8 });
    again.tool.value = 'pen';
    expect(again.feel.value.softness).toBe(0.8);
    expect((await loaded({ softness: 1.5 })).softness.value).toBe(0.5);
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

  test('a colour counts as chosen once its mixing ends, and stays with its brush', async () => {
    const hand = await loaded({});
    for (const color of ['#200000', '#300000', '#400000']) hand.tryColor(color);
    expect([hand.color.value, hand.recentColors.value]).toEqual(['#400000', []]);
    expect([hand.endMixing(), hand.endMixing()]).toEqual([true, false]);
    expect([hand.lastColor.value, hand.recentColors.value]).toEqual(['#1f1b16', ['#400000']]);
    hand.tryColor('#500000');
    hand.tool.value = 'wash';
    expect([hand.color.value, hand.lastColor.value]).toEqual(['#79b4dc', '#8d9fb0']);
    hand.swapBrush();
    expect([hand.color.value, hand.lastColor.value]).toEqual(['#500000', '#400000']);
    hand.tryColor('#1f1b16');
    hand.tryColor('#500000');
    expect(hand.endMixing()).toBe(false);
    hand.tool.value = 'eraser';
    hand.tryColor('#600000');
    expect(hand.tool.value).toBe('pen');
    hand.swapColor();
    expect(hand.color.value).toBe('#500000');
  });

  test('the colour before is the one in hand before the mixing, from its beginning on', async () => {
    const hand = await loaded({});
    const before = hand.lastColor.value;
    for (const color of ['#200000', '#300000']) {
      hand.tryColor(color);
      expect([hand.color.value, hand.lastColor.value]).toEqual([color, '#1f1b16']);
    }
    // Chosen without settling what was tried.
    hand.chooseColor('#bf3b2b');
    expect([hand.color.value, hand.lastColor.value, hand.recentColors.value]).toEqual([
      '#bf3b2b',
      '#1f1b16',
      [],
    ]);
    hand.tryColor('#400000');
    hand.swapColor();
    expect([hand.color.value, hand.lastColor.value]).toEqual(['#bf3b2b', '#400000']);
    const again = await loaded({});
    for (const ends of [() => again.chooseColor('#1f1b16'), () => again.endMixing()]) {
      again.tryColor('#500000');
      again.tryColor('#1f1b16');
      ends();
      expect([again.color.value, again.lastColor.value]).toEqual(['#1f1b16', before]);
    }
  });

  test('the last two colours and the last two brushes change places', async () => {
    const hand = await loaded({});
    hand.chooseColor('#bf3b2b');
    hand.chooseColor('#bf3b2b');
    hand.swapColor();
    expect([hand.color.value, hand.lastColor.value]).toEqual(['#1f1b16', '#bf3b2b']);
    hand.swapColor();
    expect([hand.color.value, hand.lastColor.value]).toEqual(['#bf3b2b', '#1f1b16']);
    hand.tool.value = 'chalk';
    hand.tool.value = 'eraser';
    hand.swapBrush();
    expect([hand.tool.value, hand.lastBrush.value]).toEqual(['pen', 'chalk']);
    hand.swapBrush();
    expect([hand.tool.value, hand.lastBrush.value]).toEqual(['chalk', 'pen']);
  });
});
