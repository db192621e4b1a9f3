import { signal } from '@preact/signals';
import { beforeEach, expect, test } from 'vitest';
import { toasts } from '../../ui/toasts.ts';
import type { Session } from './session.ts';
import { toastOf } from './toast-with-undo.ts';

const shown = () => toasts.value.map(({ text }) => text);
const settled = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  toasts.value = [];
});

test('a message about a drawing ends when the drawing is left, or when it is no longer true', async () => {
  const session = { isShown: signal(true) };
  const isFull = signal(true);
  toastOf(session as unknown as Session, 'No more layers.', () => isFull.value);
  toastOf(session as unknown as Session, 'Too far.');
  await settled();
  expect(shown()).toEqual(['No more layers.', 'Too far.']);
  isFull.value = false;
  await settled();
  expect(shown()).toEqual(['Too far.']);
  session.isShown.value = false;
  await settled();
  expect(shown()).toEqual([]);
});
