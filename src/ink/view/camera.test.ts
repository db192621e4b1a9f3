import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Camera,
  cameraAt,
  fitBounds,
  HOME,
  pan,
  pinch,
  snap,
  toScreen,
  toWorld,
  visibleBounds,
  zoomAt,
} from './camera.ts';
import { ZOOM_MAX, ZOOM_MIN } from './zoom-limits.ts';

const place = fc.double({ min: -5000, max: 5000, noNaN: true });
const camera: fc.Arbitrary<Camera> = fc.record({
  x: place,
  y: place,
  zoom: fc.double({ min: ZOOM_MIN, max: ZOOM_MAX, noNaN: true }),
});
const near = (a: number, b: number) => Math.abs(a - b) < 1e-6 * Math.max(1, Math.abs(a), Math.abs(b));

describe('ink: the camera', () => {
  test('a place on the screen and back is the same place', () => {
    fc.assert(
      fc.property(camera, place, place, (c, x, y) => {
        const world = toWorld(c, x, y);
        const screen = toScreen(c, world.x, world.y);
        return near(screen.x, x) && near(screen.y, y);
      }),
    );
  });

  test('what is under the finger stays under it while zooming, at the limits too', () => {
    fc.assert(
      fc.property(camera, place, place, fc.double({ min: 0.001, max: 100, noNaN: true }), (c, x, y, zoom) => {
        const before = toWorld(c, x, y);
        const after = toWorld(zoomAt(c, x, y, zoom), x, y);
        return near(before.x, after.x) && near(before.y, after.y);
      }),
    );
  });

  test('a pinch carries the place between the fingers along', () => {
    fc.assert(
      fc.property(
        camera,
        place,
        place,
        place,
        place,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        (c, x, y, u, v, f) => {
          const before = toWorld(c, x, y);
          const after = toWorld(pinch(c, { x, y }, { x: u, y: v }, f), u, v);
          return near(before.x, after.x) && near(before.y, after.y);
        },
      ),
    );
  });

  test('panning moves the paper with the hand', () => {
    expect(pan({ x: 10, y: 10, zoom: 2 }, 20, -10)).toEqual({ x: 0, y: 15, zoom: 2 });
  });

  test('zoom and coordinates keep their limits, and nonsense becomes home', () => {
    expect(cameraAt(0, 0, 1000).zoom).toBe(ZOOM_MAX);
    expect(cameraAt(0, 0, 0).zoom).toBe(ZOOM_MIN);
    expect(cameraAt(1e9, -1e9, 1)).toEqual({ x: 1e6, y: -1e6, zoom: 1 });
    expect(cameraAt(Number.NaN, Number.POSITIVE_INFINITY, Number.NaN)).toEqual(HOME);
  });

  test('all of a drawing is shown in what the edges leave free, and a small one is not enlarged', () => {
    const view = { width: 400, height: 800 };
    const insets = { top: 100, right: 10, bottom: 60, left: 20 };
    const large = fitBounds({ minX: -1000, minY: 0, maxX: 3000, maxY: 500 }, view, insets);
    const from = toScreen(large, -1000, 0);
    const to = toScreen(large, 3000, 500);
    expect(from.x).toBeCloseTo(20);
    expect(to.x).toBeCloseTo(390);
    expect((from.y + to.y) / 2).toBeCloseTo((100 + 740) / 2);
    expect(fitBounds({ minX: 0, minY: 0, maxX: 10, maxY: 10 }, view, insets).zoom).toBe(1);
  });

  test('a view of no size and a drawing of one point still give a camera', () => {
    const insets = { top: 9, right: 9, bottom: 9, left: 9 };
    const { x, y, zoom } = fitBounds({ minX: 5, minY: 5, maxX: 5, maxY: 5 }, { width: 0, height: 0 }, insets);
    expect([x, y, zoom].every(Number.isFinite)).toBe(true);
  });

  test('snapping moves the paper by less than a device pixel, onto whole ones', () => {
    fc.assert(
      fc.property(camera, fc.constantFrom(1, 1.5, 2, 3), (c, ratio) => {
        const snapped = snap(c, ratio);
        const scale = c.zoom * ratio;
        const whole = Math.abs(snapped.x * scale - Math.round(snapped.x * scale)) < 1e-6;
        return whole && Math.abs(snapped.x - c.x) * scale <= 0.5 + 1e-6;
      }),
    );
  });

  test('the view shows its own width and height of paper', () => {
    expect(visibleBounds({ x: 1, y: 2, zoom: 2 }, { width: 100, height: 50 })).toEqual({
      minX: 1,
      minY: 2,
      maxX: 51,
      maxY: 27,
    });
  });
});
