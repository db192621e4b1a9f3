import { describe, expect, test } from 'vitest';
import { PALETTES } from '../tool-settings/palettes.ts';
import { contrast, hexOf, hsvOf, hueName, typedHex } from './color-math.ts';

describe('studio: colours in numbers', () => {
  test('every colour is the same after a way through hue, saturation and value', () => {
    const colors = PALETTES.flatMap((palette) => palette.colors.map(({ color }) => color));
    for (let i = 0; i < 4096; i += 7) {
      colors.push(`#${(i * 4099).toString(16).padStart(6, '0').slice(-6)}`);
    }
    for (const color of colors) expect(hexOf(hsvOf(color))).toBe(color);
  });

  test('the six corners, black, white and greys', () => {
    const corners = ['#ff0000', '#ffff00', '#00ff00', '#00ffff', '#0000ff', '#ff00ff'];
    for (const [i, color] of corners.entries()) {
      expect(hsvOf(color)).toEqual({ hue: i * 60, saturation: 1, value: 1 });
    }
    expect(hsvOf('#ffffff', 210)).toEqual({ hue: 210, saturation: 0, value: 1 });
    expect(hsvOf('#000', 210)).toEqual({ hue: 210, saturation: 0, value: 0 });
    expect(hsvOf('#f00c')).toEqual(hsvOf('#ff0000'));
    expect(hsvOf('#ff000080')).toEqual(hsvOf('#ff0000'));
  });

  test('hues beyond the circle and values beyond their range give a colour all the same', () => {
    expect(hexOf({ hue: 360, saturation: 1, value: 1 })).toBe('#ff0000');
    expect(hexOf({ hue: -120, saturation: 2, value: 7 })).toBe('#0000ff');
    expect(hexOf({ hue: 40, saturation: -1, value: -1 })).toBe('#000000');
  });

  test('a typed code has three or six digits, with # or without', () => {
    expect(['#1f4fae', '1F4FAE', ' #abc ', 'abc'].map(typedHex)).toEqual([
      '#1f4fae',
      '#1f4fae',
      '#aabbcc',
      '#aabbcc',
    ]);
    for (const text of ['', '#', '#12', '#1234', '#12345', '#1234567', '#ggg', 'red', '##abc', '#ab c']) {
      expect(typedHex(text), text).toBeUndefined();
    }
  });

  test('every hue has a name', () => {
    const names = [0, 30, 60, 120, 180, 220, 270, 320, 350, 359.9].map(hueName);
    expect(names).toEqual([
      'red',
      'orange',
      'yellow',
      'green',
      'cyan',
      'blue',
      'purple',
      'pink',
      'red',
      'red',
    ]);
  });

  test('contrast is that of WCAG', () => {
    expect(contrast('#ffffff', '#000000')).toBe(21);
    expect(contrast('#777', '#777')).toBe(1);
    expect(contrast('#767676', '#fff')).toBeCloseTo(4.54, 2);
    expect(contrast('#fff', '#767676')).toBeCloseTo(4.54, 2);
  });

  test('every colour of the palettes can be told from white paper, and no palette has one twice', () => {
    for (const { name, colors } of PALETTES) {
      expect(new Set(colors.map(({ color }) => color)).size, name).toBe(colors.length);
      for (const { name: own, color } of colors) {
        expect(contrast(color, '#fffdf8'), own).toBeGreaterThan(1.3);
      }
    }
  });
});
