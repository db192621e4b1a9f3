import { expect, test } from 'vitest';
import { goldenLook } from '../../../tests/support/painted/goldens.ts';
import { COORDINATE_MAX } from '../../core/drawing/limits.ts';
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
    { ...sound, screen: 5 },
    { ...sound, screen: undefined },
    { ...sound, scale: 0 },
  ]) {
    expect(isSound(wrong), JSON.stringify(wrong)).toBe(false);
  }
  const { camera } = sound;
  expect(isSound({ ...sound, camera: { ...camera, zoom: 0 } })).toBe(false);
  expect(isSound({ ...sound, paper: 'url(https://paper.invalid/)' })).toBe(false);
});

test('ink: a kept picture of which the camera says another place is damaged', () => {
  const { camera } = sound;
  for (const wrong of [{ zoom: 1.01 }, { zoom: 1e-6 }, { x: 5e8 }, { x: -15 }, { y: 60 }])
    expect(isSound({ ...sound, camera: { ...camera, ...wrong } }), JSON.stringify(wrong)).toBe(false);
  // All of it, beyond what a camera can be.
  const far = { scale: 1e-6, left: 500, top: 0, camera: { x: 5e8, y: 0, zoom: 1e-6 } };
  expect(isSound({ ...sound, ...far })).toBe(false);
  expect(isSound({ ...sound, left: 1e300, top: -1e300, camera: { x: 1e300, y: -1e300, zoom: 1 } })).toBe(
    false,
  );
  for (const ratio of [1, 1.5, 2.625]) {
    const [zoom, x, y] = [0.37, 1234.567, -89.01];
    const scale = zoom * ratio;
    const view = { scale, left: Math.round(x * scale), top: Math.round(y * scale), camera: { x, y, zoom } };
    expect(isSound({ ...sound, ...view, screen: `1280 800 ${ratio}` }), `${ratio}`).toBe(true);
    expect(isSound({ ...sound, ...view, screen: '1280 800 9' })).toBe(false);
    // The next whole pixel at the edge of the paper, where the canvas puts a camera.
    const left = Math.ceil(COORDINATE_MAX * scale);
    const edge = { ...view, left, camera: { x: left / scale, y, zoom } };
    expect(isSound({ ...sound, ...edge, screen: `1280 800 ${ratio}` }), `${ratio}`).toBe(true);
  }
});

test('ink: pictures of an ink that looks otherwise are kept under another INK_LOOK', () => {
  const now = { look: INK_LOOK, golden: goldenLook() };
  expect(now, 'raise INK_LOOK where golden is another one, and write both here').toEqual({
    look: 12,
    golden: '6ce12c62',
  });
});
