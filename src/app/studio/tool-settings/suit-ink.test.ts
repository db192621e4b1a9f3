import { beforeEach, describe, expect, test, vi } from 'vitest';
import { colorName, PALETTES } from './palettes.ts';

const [CHALK, INK, BLUE] = ['#f3ece0', '#1f1b16', '#1f4fae'];
const [night, toned] = [{ color: '#1d232f' }, { color: '#c8b698' }];

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });

/** The contrast of two colours, 1..21 (WCAG 2.2). */
function contrast(one: string, other: string): number {
  const luminance = (color: string) => {
    const [red, green, blue] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  };
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

/** The modules as after a fresh start. */
async function fresh() {
  vi.resetModules();
  const [hand, { suitInk }] = await Promise.all([import('./tool-settings.ts'), import('./suit-ink.ts')]);
  return { hand, suitInk };
}
let { hand, suitInk } = await fresh();
beforeEach(async () => {
  ({ hand, suitInk } = await fresh());
});

const beside = () => hand.palette.value.colors.map(({ name }) => name);

describe('studio: ink that suits the paper', () => {
  test('is chalk on dark paper and ink on white, whatever was drawn on before', () => {
    expect(hand.color.value).toBe(INK);
    suitInk(night);
    expect(hand.color.value).toBe(CHALK);
    suitInk(undefined);
    expect(hand.color.value).toBe(INK);
    suitInk(toned);
    expect(hand.color.value).toBe(INK);
    hand.color.value = CHALK;
    suitInk(toned);
    expect(hand.color.value).toBe(CHALK);
    suitInk({ color: '#fffdf8' });
    expect(hand.color.value).toBe(INK);
    suitInk(night);
    suitInk({ color: '#fffdf8', pattern: 'grid' });
    expect(hand.color.value).toBe(INK);
  });

  test('leaves a colour that a person mixed', () => {
    hand.color.value = '#1f4fa0';
    suitInk(night);
    expect(hand.color.value).toBe('#1f4fa0');
    expect(hand.brushes.value.ink.color).toBe(CHALK);
  });

  test('is a lighter variant of a colour of a palette on dark paper only, under the same name', () => {
    hand.chooseColor(BLUE);
    suitInk(night);
    expect(hand.palette.value.colors.map((one) => one.color)).toContain(hand.color.value);
    expect(hand.color.value).not.toBe(BLUE);
    expect(colorName(hand.color.value)).toBe(colorName(BLUE));
    suitInk(toned);
    expect(hand.color.value).toBe(BLUE);
    suitInk(night);
    suitInk(undefined);
    expect(hand.color.value).toBe(BLUE);
  });

  test('has a contrast of at least 4.5 with night paper, in every palette', () => {
    suitInk(night);
    for (const { name } of PALETTES) {
      hand.paletteName.value = name;
      for (const { name: one, color } of hand.palette.value.colors) {
        expect(contrast(color, night.color), `${one} of ${name}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const { color, last } of Object.values(hand.brushes.value)) {
      for (const one of [color, last]) expect(contrast(one, night.color)).toBeGreaterThanOrEqual(4.5);
    }
  });

  test('suits the colour before too, which stays another one', () => {
    const colors = () => [hand.color.value, hand.lastColor.value];
    hand.chooseColor('#1f4fa0');
    expect(colors()).toEqual(['#1f4fa0', INK]);
    suitInk(night);
    expect(colors()).toEqual(['#1f4fa0', CHALK]);
    hand.swapColor();
    expect(colors()).toEqual([CHALK, '#1f4fa0']);
    suitInk(undefined);
    expect(colors()).toEqual([INK, '#1f4fa0']);
    // On toned paper a person goes from ink to chalk, and back.
    suitInk(toned);
    hand.chooseColor(CHALK);
    expect(colors()).toEqual([CHALK, INK]);
    suitInk(night);
    expect(hand.color.value).toBe(CHALK);
    expect([CHALK, INK]).not.toContain(hand.lastColor.value);
  });

  test('stands beside the brush: chalk in the place of what is not seen', () => {
    expect(beside().slice(0, 3)).toEqual(['ink', 'graphite', 'blue']);
    suitInk(toned);
    expect(beside().slice(0, 3)).toEqual(['ink', 'chalkWhite', 'blue']);
    suitInk(night);
    expect(beside().slice(0, 3)).toEqual(['chalkWhite', 'graphite', 'blue']);
  });
});
