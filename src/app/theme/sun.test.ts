/** Sun mode: its colours, and which look is shown. */
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';

const css = readFileSync(new URL('./sun.css', import.meta.url), 'utf8');
const [light = '', dark = ''] = css.split('@media (prefers-color-scheme: dark)');

/** Screen that is read, cd/m², and what 10,000 lux add to it by a reflection of 4.5 %. */
const WHITE = 500;
const GLARE = (10_000 * 0.045) / Math.PI;

function luminance(block: string, name: string): number {
  const hex = new RegExp(`--${name}: #([0-9a-f]{6});`).exec(block)?.[1];
  if (hex === undefined) throw new Error(`no --${name}`);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((from) => {
    const share = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's contrast; outdoors, that of what the eye gets. */
function contrast(a: number, b: number, place: 'indoors' | 'outdoors'): number {
  const [high, low] = [Math.max(a, b), Math.min(a, b)];
  if (place === 'indoors') return (high + 0.05) / (low + 0.05);
  return (high * WHITE + GLARE) / (low * WHITE + GLARE);
}

const TEXTS = ['ink', 'ink-soft', 'accent', 'accent-strong', 'danger'];
const GROUNDS = ['paper', 'paper-deep', 'sheet', 'raised', 'accent-wash', 'danger-wash'];

/** Shows the look on a page whose person chose this, and whose system asks for more contrast or not. */
async function shown(stored: string | null, asksForMore: boolean) {
  const dataset: { sun?: string } = {};
  const items = new Map(stored === null ? [] : [['pleinair.sun', stored]]);
  vi.stubGlobal('document', { documentElement: { dataset } });
  vi.stubGlobal('matchMedia', () => ({ matches: asksForMore }));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  });
  vi.resetModules();
  return { dataset, items, ...(await import('./sun-mode.ts')) };
}

afterEach(() => vi.unstubAllGlobals());

describe('sun mode', () => {
  it('has 7:1 for every text on every ground, and can be read at 10,000 lux', () => {
    for (const block of [light, dark]) {
      for (const ground of GROUNDS) {
        for (const text of TEXTS) {
          const pair = [luminance(block, text), luminance(block, ground)] as const;
          const isSun = block === light;
          expect([text, ground, contrast(...pair, 'indoors') >= 7]).toEqual([text, ground, true]);
          if (isSun) expect([text, ground, contrast(...pair, 'outdoors') >= 3]).toEqual([text, ground, true]);
        }
      }
      const button = [luminance(block, 'on-accent'), luminance(block, 'accent')] as const;
      expect(contrast(...button, 'indoors')).toBeGreaterThan(7);
    }
    expect(contrast(luminance(light, 'ink'), luminance(light, 'paper'), 'outdoors')).toBeGreaterThan(4.4);
  });

  it('is on if a person chose it; else if the system asks for more contrast', async () => {
    expect((await shown(null, false)).dataset.sun).toBeUndefined();
    expect((await shown(null, true)).dataset.sun).toBe('asked');
    expect((await shown('on', false)).dataset.sun).toBe('on');
    expect((await shown('off', true)).dataset.sun).toBeUndefined();
  });

  it('is kept on this device', async () => {
    const { dataset, items, sunMode, chooseSun } = await shown(null, true);
    expect(sunMode.value).toBe(true);
    chooseSun(false);
    expect([sunMode.value, dataset.sun, items.get('pleinair.sun')]).toEqual([false, undefined, 'off']);
    chooseSun(true);
    expect([sunMode.value, dataset.sun, items.get('pleinair.sun')]).toEqual([true, 'on', 'on']);
  });
});
