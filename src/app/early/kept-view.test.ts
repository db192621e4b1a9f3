import { expect, test } from 'vitest';
import { goldenLook } from '../../../tests/support/painted/goldens.ts';
import { INK_LOOK, isSound, type KeptView } from './kept-view.ts';

const sound: KeptView = {
  width: 1280,
  height: 800,
  scale: 1,
  left: -20,
  top: 40,
  camera: { x: -20, y: 40, zoom: 1 },
  paper: '#1d232f',
  at: { x: 0, y: 0, width: 1280, height: 800 },
  screen: '1280 800 1',
  ink: '5.1',
  box: { x: 10, y: 0, width: 1270, height: 800 },
  look: 1,
  used: 1_750_000_000_000,
  bytes: 4_064_000,
  packed: false,
};

test('ink: a kept picture has a whole size that a screen can have, and its pixels lie in it: any other is damaged', () => {
  expect(isSound(sound)).toBe(true);
  expect(isSound({ ...sound, paper: undefined, bytes: 0 })).toBe(true);
  for (const side of ['width', 'height'] as const) {
    for (const wrong of [
      0,
      -5,
      0.5,
      1279.5,
      1e9,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      '1280',
      null,
      undefined,
    ]) {
      const what = `${side} ${wrong}`;
      expect(isSound({ ...sound, [side]: wrong }), what).toBe(false);
      expect(isSound({ ...sound, box: { ...sound.box, [side]: wrong } }), `of its pixels: ${what}`).toBe(
        false,
      );
      expect(isSound({ ...sound, at: { ...sound.at, [side]: wrong } }), `on the page: ${what}`).toBe(false);
    }
  }
  for (const at of [{ x: 11 }, { x: -1 }, { y: 1 }, { x: 0.5 }, { x: 99_999, y: -99_999 }]) {
    expect(isSound({ ...sound, box: { ...sound.box, ...at } }), JSON.stringify(at)).toBe(false);
  }
});

test('ink: a kept picture of something else is damaged', () => {
  for (const wrong of [
    undefined,
    null,
    'x',
    [],
    {},
    { ...sound, camera: undefined },
    { ...sound, scale: 0 },
  ]) {
    expect(isSound(wrong), JSON.stringify(wrong)).toBe(false);
  }
  expect(isSound({ ...sound, camera: { x: 0, y: 0, zoom: 0 } })).toBe(false);
  expect(isSound({ ...sound, paper: 'url(https://paper.invalid/)' })).toBe(false);
});

test('ink: pictures of an ink that looks otherwise are kept under another INK_LOOK', () => {
  const now = { look: INK_LOOK, golden: goldenLook() };
  expect(now, 'raise INK_LOOK where golden is another one, and write both here').toEqual({
    look: 12,
    golden: '6ce12c62',
  });
});
