import { signal } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import { toast, toasts } from '../../ui/toasts.ts';
import { studio } from '../../words/en/studio/studio.ts';
import { saysOpening, toastOf } from './toast-with-undo.ts';

const shown = () => toasts.value.map(({ text }) => text);
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  toasts.value = [];
});

test('a message about a drawing ends when the drawing is left, or when it is no longer true', async () => {
  const session = { isShown: signal(true) };
  const isFull = signal(true);
  toastOf(session, 'No more layers.', () => isFull.value);
  toastOf(session, 'Too far.');
  await settled();
  expect(shown()).toEqual(['No more layers.', 'Too far.']);
  isFull.value = false;
  await settled();
  expect(shown()).toEqual(['Too far.']);
  session.isShown.value = false;
  await settled();
  expect(shown()).toEqual([]);
});

test('a message about a drawing that has been left is not shown, and pushes out no other', async () => {
  for (const text of ['a', 'b', 'c']) toast(text);
  expect(toastOf({ isShown: signal(false) }, 'No photo was added.')).toBeUndefined();
  expect(shown()).toEqual(['a', 'b', 'c']);
});

test('that a drawing is still opening is said once, until it is there, and not of one that is', async () => {
  const phase = signal({ kind: 'opening' });
  const session = { isShown: signal(true), phase };
  expect(saysOpening(session)).toBe(true);
  expect(saysOpening(session)).toBe(true);
  await settled();
  expect(shown()).toEqual([studio.stillOpening]);
  phase.value = { kind: 'open' };
  await settled();
  expect(shown()).toEqual([]);
  expect(saysOpening(session)).toBe(false);
  await settled();
  expect(shown()).toEqual([]);
});
