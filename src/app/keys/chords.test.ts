import { describe, expect, test } from 'vitest';
import { ariaKeys, chordOf } from './chords.ts';
import { isApple, printedKeys } from './printed-keys.ts';

const NONE = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('page: keys', () => {
  test('letters are named with their modifiers, in any case', () => {
    expect(chordOf({ ...NONE, key: 'p' })).toBe('P');
    // With caps lock.
    expect(chordOf({ ...NONE, key: 'P' })).toBe('P');
    expect(chordOf({ ...NONE, key: 'C', shiftKey: true })).toBe('Shift+C');
    expect(chordOf({ ...NONE, key: 'z', ctrlKey: true })).toBe('Ctrl+Z');
    expect(chordOf({ ...NONE, key: 'Z', metaKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z');
    expect(chordOf({ ...NONE, key: 'ArrowLeft', shiftKey: true })).toBe('Shift+ArrowLeft');
    expect(chordOf({ ...NONE, key: ' ' })).toBe('Space');
  });

  test('a sign is named by itself, with or without Shift', () => {
    for (const shiftKey of [true, false]) {
      for (const key of ['?', '+', '-', '_', '[', '0']) expect(chordOf({ ...NONE, key, shiftKey })).toBe(key);
    }
  });

  test('in other scripts a key is named by its position', () => {
    const at = (code: string, key: string, held: Partial<typeof NONE> = {}) =>
      chordOf({ ...NONE, code, key, ...held });
    // Russian, Ukrainian, Greek, Tamil (a letter, a vowel sign, two signs at once), Hebrew, Arabic, Thai, kana.
    expect(at('KeyZ', 'я', { ctrlKey: true })).toBe('Ctrl+Z');
    expect(at('KeyZ', 'Я', { ctrlKey: true, shiftKey: true })).toBe('Ctrl+Shift+Z');
    expect(at('KeyP', 'з')).toBe('P');
    expect(at('KeyS', 'і')).toBe('S');
    expect(at('KeyZ', 'ζ', { metaKey: true })).toBe('Ctrl+Z');
    expect(at('KeyZ', 'ழ', { ctrlKey: true })).toBe('Ctrl+Z');
    expect(at('KeyE', 'ி')).toBe('E');
    expect(at('KeyY', 'க்ஷ', { ctrlKey: true })).toBe('Ctrl+Y');
    expect(at('KeyZ', 'ז', { ctrlKey: true })).toBe('Ctrl+Z');
    expect(at('KeyB', 'لا')).toBe('B');
    expect(at('KeyC', 'ฉ', { shiftKey: true })).toBe('Shift+C');
    expect(at('KeyE', 'い')).toBe('E');
    expect(at('Digit1', '١')).toBe('1');
    expect(at('BracketLeft', 'х')).toBe('[');
    expect([at('Comma', 'б'), at('Comma', 'Б', { shiftKey: true })]).toEqual([',', '<']);
    // A key without a Latin letter in its position.
    expect(at('Backquote', 'ё')).toBe('Ё');
  });

  test('a Latin letter or a sign is named by itself, in any position', () => {
    const at = (code: string, key: string, held: Partial<typeof NONE> = {}) =>
      chordOf({ ...NONE, code, key, ...held });
    // AZERTY, QWERTZ, Dvorak; letters with marks; a sign on a Russian keyboard.
    expect(at('KeyW', 'z', { ctrlKey: true })).toBe('Ctrl+Z');
    expect(at('KeyZ', 'w', { ctrlKey: true })).toBe('Ctrl+W');
    expect(at('KeyY', 'z', { ctrlKey: true })).toBe('Ctrl+Z');
    expect(at('Slash', 'z', { ctrlKey: true })).toBe('Ctrl+Z');
    expect(at('KeyQ', "'")).toBe("'");
    expect(at('Digit2', 'é')).toBe('É');
    expect(at('BracketLeft', 'ü')).toBe('Ü');
    expect(at('Digit7', '?', { shiftKey: true })).toBe('?');
    expect(at('Backquote', '²')).toBe('²');
    expect(at('ArrowLeft', 'ArrowLeft')).toBe('ArrowLeft');
    expect(at('KeyZ', 'Process')).toBe('Process');
  });

  test('Alt is no part of a chord', () => {
    expect(chordOf({ ...NONE, key: 'p', altKey: true })).toBeUndefined();
  });

  test("chords are printed as on the keyboard, with Apple's symbols on Apple devices", () => {
    expect(printedKeys('Ctrl+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
    expect(printedKeys('Ctrl+Shift+Z', true)).toEqual(['⌘', '⇧', 'Z']);
    expect(printedKeys('Shift+ArrowLeft', false)).toEqual(['Shift', '←']);
    expect(printedKeys('+', false)).toEqual(['+']);
    expect(printedKeys('Ctrl++', false)).toEqual(['Ctrl', '+']);
    expect([isApple('MacIntel'), isApple('iPad'), isApple('Linux x86_64')]).toEqual([true, true, false]);
    expect(ariaKeys(['Ctrl+Shift+Z', 'Ctrl+Y'])).toBe('Control+Shift+Z Control+Y');
  });
});
