import { expect, test } from 'vitest';
import type { Underlay } from '../../../../core/drawing/types.ts';
import { pressedPlace } from './photo-keys.ts';

const PHOTO: Underlay = {
  x: 100,
  y: 50,
  scale: 0.5,
  angle: 0,
  opacity: 1,
  visible: true,
  locked: false,
  width: 400,
  height: 200,
  sha256: '0'.repeat(64),
};

const press = (key: string, held: Partial<KeyboardEvent> = {}, zoom = 2) =>
  pressedPlace({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held }, PHOTO, zoom);

test('underlay: keys move the photo by px of the screen, scale and turn it around its middle', () => {
  expect(press('ArrowLeft')).toEqual({ x: 99, y: 50, scale: 0.5, angle: 0 });
  expect(press('ArrowDown', { shiftKey: true })).toEqual({ x: 100, y: 70, scale: 0.5, angle: 0 });
  expect(press('+')).toEqual({ x: 100, y: 50, scale: 0.51, angle: 0 });
  expect(press('-')?.scale).toBeCloseTo(0.5 / 1.02, 5);
  expect(press('.')).toEqual({ x: 100, y: 50, scale: 0.5, angle: 1 });
  expect(press('<', { shiftKey: true })).toEqual({ x: 100, y: 50, scale: 0.5, angle: -15 });
});

test('underlay: other keys, and those of the browser and the studio, are left to them', () => {
  expect(press('a')).toBeUndefined();
  expect(press('+', { ctrlKey: true })).toBeUndefined();
  expect(press('ArrowLeft', { altKey: true })).toBeUndefined();
  expect(press('ArrowLeft', { metaKey: true })).toBeUndefined();
});
