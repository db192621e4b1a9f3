import { describe, expect, test } from 'vitest';
import { ariaKeys, chordOf, isApple, printedKeys } from './chords.ts';

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('studio: keys', () => {
  test('letters are named with their modifiers, whatever the case that comes', () => {
    expect(chordOf({ ...NONE, key: 'p' })).toBe('P');
    // Caps lock.
    expect(chordOf({ ...NONE, key: 'P' })).toBe('P');
    expect(chordOf({ ...NONE, key: 'C', shiftKey: true })).toBe('Shift+C');
    expect(chordOf({ ...NONE, key: 'z', ctrlKey: true })).toBe('Ctrl+Z');
    expect(chordOf({ ...NONE, key: 'Z', metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z');
    expect(chordOf({ ...NONE, key: 'ArrowLeft', shiftKey: true })).toBe('Shift+ArrowLeft');
    expect(chordOf({ ...NONE, key: ' ' })).toBe('Space');
  });

  test('a sign is the sign, whether a keyboard needs Shift for it or not', () => {
    for (const shiftKey of [true, false]) {
      for (const key of ['?', '+', '-', '_', '[', '0']) expect(chordOf({ ...NONE, key, shiftKey })).toBe(key);
    }
  });

  test('Alt is for writing letters', () => {
    expect(chordOf({ ...NONE, key: 'p', altKey: true })).toBeUndefined();
  });

  test('printed as on the keyboard, here and on Apple', () => {
    expect(printedKeys('Ctrl+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(printedKeys('Ctrl+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(printedKeys('Shift+ArrowLeft', false)).toEqual(['Shift', '←']);
    expect(printedKeys('+', false)).toEqual(['+']);
    expect(printedKeys('Ctrl++', false)).toEqual(['Ctrl', '+']);
    expect([isApple('MacIntel'), isApple('iPad'), isApple('Linux x86_64')]).toEqual([true, true, false]);
    expect(ariaKeys(['Ctrl+Shift+Z', 'Ctrl+Y'])).toBe('Control+Shift+Z Control+Y');
  });
});
