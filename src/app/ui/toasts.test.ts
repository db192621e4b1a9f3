import { beforeEach, describe, expect, test } from 'vitest';
import { dismissToast, openDialogs, toast, toasts, toastsAbove } from './toasts.ts';

const shown = () => toasts.value.map(({ text }) => text);

describe('messages: those that are shown', () => {
  beforeEach(() => {
    toasts.value = [];
    openDialogs.value = 0;
  });

  test('a message that is said again takes the place of the first, and pushes out no other', () => {
    toast('Kept.');
    const first = toast('Not pasted.');
    toast('Copied.');
    const again = toast('Not pasted.');
    expect(shown()).toEqual(['Kept.', 'Copied.', 'Not pasted.']);
    dismissToast(first);
    expect(shown()).toHaveLength(3);
    dismissToast(again);
    expect(shown()).toEqual(['Kept.', 'Copied.']);
  });

  test('each message with an action keeps its own', () => {
    const ran: string[] = [];
    toast('1 stroke pasted.', { label: 'Undo', run: () => ran.push('first') });
    toast('1 stroke pasted.', { label: 'Undo', run: () => ran.push('second') });
    for (const { action } of toasts.value) action?.run();
    expect(ran).toEqual(['first', 'second']);
  });

  test('there are three at most, the latest', () => {
    for (const text of ['a', 'b', 'c', 'd']) toast(text);
    expect(shown()).toEqual(['b', 'c', 'd']);
  });

  test('what comes while a dialog is open is in it, and in the page once it is closed; what was there stays below', () => {
    const above = () => [0, 1, 2].map((place) => toastsAbove(place).map(({ text }) => text));
    toast('Kept.');
    openDialogs.value = 1;
    toast('Film saved.');
    expect(above()).toEqual([['Kept.'], ['Film saved.'], []]);
    openDialogs.value = 2;
    toast('Link copied.');
    expect(above()).toEqual([['Kept.'], ['Film saved.'], ['Link copied.']]);
    openDialogs.value = 1;
    expect(above()).toEqual([['Kept.'], ['Film saved.', 'Link copied.'], []]);
    openDialogs.value = 0;
    expect(above()).toEqual([['Kept.', 'Film saved.', 'Link copied.'], [], []]);
    // They do not come up into another one.
    openDialogs.value = 1;
    expect(above()).toEqual([['Kept.', 'Film saved.', 'Link copied.'], [], []]);
  });
});
