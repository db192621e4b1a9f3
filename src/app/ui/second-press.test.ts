import { describe, expect, test } from 'vitest';
import { isSecondPress, notePress, type Press } from './second-press.ts';

/** The part of an element that a press needs. */
class Thing extends EventTarget {
  contains(other: unknown): boolean {
    return other === this;
  }
}

const [dialog, message] = [new Thing(), new Thing()];
const press = (target: EventTarget, timeStamp: number, clientX = 100, pointerType = 'mouse'): Press => ({
  target,
  clientX,
  clientY: 100,
  timeStamp,
  pointerType,
});
/** Whether the message takes the last of these presses for the second half of one that was meant for something else. */
const isUnmeant = (...presses: readonly Press[]) => {
  for (const one of presses) notePress(one);
  return isSecondPress(isMessage, () => shown);
};
const isMessage = (first: unknown) => first === message;
/** What lies under the first press by now. */
let shown: Node | null = null;

describe('second press: of a double click', () => {
  test('was not meant for what it hits, if the first hit something else', () => {
    expect(isUnmeant(press(dialog, 1_000), press(message, 1_150))).toBe(true);
    expect(isUnmeant(press(dialog, 2_000), press(message, 2_150, 110))).toBe(true);
  });

  test('was meant for it, if the first hit the same; so is a third', () => {
    expect(isUnmeant(press(message, 3_000), press(message, 3_150))).toBe(false);
    expect(isUnmeant(press(dialog, 4_000), press(message, 4_150), press(message, 4_300))).toBe(false);
  });

  test('was meant for it, if what the first hit is still there', () => {
    const button = new Thing();
    // The tests need no more of an element than Thing has.
    shown = button as unknown as Node;
    expect(isUnmeant(press(button, 1_000), press(message, 1_150, 110))).toBe(false);
    shown = null;
    expect(isUnmeant(press(button, 2_000), press(message, 2_150, 110))).toBe(true);
  });

  test('is one soon after the first, at its place, and with the same pointer', () => {
    expect(isUnmeant(press(dialog, 5_000), press(message, 5_501))).toBe(false);
    expect(isUnmeant(press(dialog, 6_000), press(message, 6_150, 130))).toBe(false);
    expect(isUnmeant(press(dialog, 7_000, 100, 'touch'), press(message, 7_150, 100, 'pen'))).toBe(false);
  });
});
