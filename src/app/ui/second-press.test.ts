import { describe, expect, test } from 'vitest';
import { isSecondPress, noteKey, notePress, type Press, spendPress } from './second-press.ts';

/** The part of an element that a press needs. */
class Thing extends EventTarget {
  readonly control: Thing | undefined;
  constructor(control?: Thing) {
    super();
    this.control = control;
  }
  contains(other: unknown): boolean {
    return other === this || (other instanceof Thing && other.control === this);
  }
  closest(): Thing | null {
    return this.control ?? null;
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
  for (const one of presses) notePress(one, () => shown);
  return isSecondPress(isMessage);
};
const isMessage = (first: unknown) => first === message;
/** What lies under the first press by now. */
let shown: Node | null = null;
/** The tests need no more of an element than Thing has. */
const show = (thing: Thing | null) => {
  shown = thing as unknown as Node | null;
};

describe('second press: of a double click', () => {
  test('was not meant for what it hits, if the first hit something else', () => {
    expect(isUnmeant(press(dialog, 1_000), press(message, 1_150))).toBe(true);
    expect(isUnmeant(press(dialog, 2_000), press(message, 2_150, 110))).toBe(true);
  });

  test('was meant for it, if the first hit the same; so is a third', () => {
    expect(isUnmeant(press(message, 3_000), press(message, 3_150))).toBe(false);
    expect(isUnmeant(press(dialog, 4_000), press(message, 4_150), press(message, 4_300))).toBe(false);
  });

  test('was meant for it, if a key was pressed between them', () => {
    notePress(press(dialog, 1_000), () => null);
    noteKey();
    expect(isUnmeant(press(message, 1_150))).toBe(false);
  });

  test('was meant for it, if what the first hit is still there', () => {
    const button = new Thing();
    show(button);
    expect(isUnmeant(press(button, 1_000), press(message, 1_150, 110))).toBe(false);
    show(null);
    expect(isUnmeant(press(button, 2_000), press(message, 2_150, 110))).toBe(true);
  });

  test('is one soon after the first, at its place, and with the same pointer', () => {
    expect(isUnmeant(press(dialog, 5_000), press(message, 5_501))).toBe(false);
    expect(isUnmeant(press(dialog, 6_000), press(message, 6_150, 130))).toBe(false);
    expect(isUnmeant(press(dialog, 7_000, 100, 'touch'), press(message, 7_150, 100, 'pen'))).toBe(false);
  });

  test('was meant for a button that is still there with another icon, and for one that moved under the pointer', () => {
    const button = new Thing();
    const [icon, other] = [new Thing(button), new Thing(button)];
    show(button);
    expect(isUnmeant(press(icon, 1_000), press(message, 1_150, 110))).toBe(false);
    show(null);
    expect(isUnmeant(press(icon, 2_000), press(other, 2_150, 110))).toBe(false);
    expect(isUnmeant(press(icon, 3_000), press(message, 3_150, 110))).toBe(true);
  });

  test('was not meant for what the first hit, too, if that only closed something; the third was', () => {
    show(message);
    notePress(press(message, 1_000), () => shown);
    spendPress();
    expect(isUnmeant(press(message, 1_150))).toBe(true);
    expect(isUnmeant(press(message, 1_300))).toBe(false);
    spendPress();
    expect(isUnmeant(press(message, 1_801))).toBe(false);
    spendPress();
    expect(isUnmeant(press(message, 1_900, 130))).toBe(false);
    // Nor does it take the press from a button that was beside it before.
    notePress(press(dialog, 3_000), () => shown);
    spendPress();
    show(dialog);
    expect(isUnmeant(press(message, 3_150))).toBe(false);
    show(null);
  });
});
