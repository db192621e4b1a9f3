import { beforeEach, describe, expect, test, vi } from 'vitest';

const [CHALK, INK] = ['#f3ece0', '#1f1b16'];
const [night, toned] = [{ color: '#1d232f' }, { color: '#c8b698' }];

vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} });

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
  });

  test('leaves a colour that a person chose', () => {
    hand.color.value = '#1f4fae';
    suitInk(night);
    expect(hand.color.value).toBe('#1f4fae');
    expect(hand.brushes.value.ink.color).toBe(CHALK);
  });

  test('suits the colour before too, which stays another one', () => {
    const colors = () => [hand.color.value, hand.lastColor.value];
    hand.chooseColor('#1f4fae');
    expect(colors()).toEqual(['#1f4fae', INK]);
    suitInk(night);
    expect(colors()).toEqual(['#1f4fae', CHALK]);
    hand.swapColor();
    expect(colors()).toEqual([CHALK, '#1f4fae']);
    suitInk(undefined);
    expect(colors()).toEqual([INK, '#1f4fae']);
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
