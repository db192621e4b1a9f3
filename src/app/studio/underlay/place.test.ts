import { describe, expect, test } from 'vitest';
import {
  changed,
  cornersOf,
  gestured,
  type Place,
  photoPixelAt,
  placeInSight,
  placeOfOther,
  roomBeside,
  straightened,
  transformOf,
  turnedInSteps,
} from './place.ts';

const SIZE = { width: 400, height: 200 };
const PLACE: Place = { x: 100, y: 50, scale: 0.5, angle: 0 };

function expectAt(found: { readonly x: number; readonly y: number } | undefined, x: number, y: number): void {
  expect(found?.x).toBeCloseTo(x, 1);
  expect(found?.y).toBeCloseTo(y, 1);
}

describe('underlay: the place of a photo', () => {
  test.each([
    ['above a panel at the foot of a phone', [390, 600], [10, 360, 360, 590], [0, 0, 390, 360]],
    ['beside a panel on a desktop', [800, 600], [12, 100, 294, 400], [294, 0, 800, 600]],
    ['on the other side of one for the left hand', [800, 600], [500, 100, 790, 400], [0, 0, 500, 600]],
    ['beside a panel on a phone on its side', [844, 262], [554, 60, 836, 262], [0, 0, 554, 262]],
    ['in all of it, where a panel leaves little', [800, 264], [90, 156, 710, 260], [0, 0, 800, 264]],
    ['in all of it, where a panel is elsewhere', [390, 600], [500, 0, 800, 600], [0, 0, 390, 600]],
  ])('a new photo lies %s', (_, [width = 0, height = 0], panel, room) => {
    const of = ([minX = 0, minY = 0, maxX = 0, maxY = 0]: readonly number[]) => ({ minX, minY, maxX, maxY });
    expect(roomBeside(of([0, 0, width, height]), of(panel), 1)).toEqual(of(room));
    // Much smaller on the screen, nothing is left that would do.
    expect(roomBeside(of([0, 0, width, height]), of(panel), 0.3)).toEqual(of([0, 0, width, height]));
  });

  test('a new photo lies whole in the middle of the paper in sight', () => {
    const wide = placeInSight(SIZE, { minX: 0, minY: 0, maxX: 1000, maxY: 1000 });
    expect(wide).toEqual({ x: 500, y: 500, scale: 2.25, angle: 0 });
    const flat = placeInSight(SIZE, { minX: -300, minY: -10, maxX: 300, maxY: 10 });
    expect(flat).toEqual({ x: 0, y: 0, scale: 0.09, angle: 0 });
  });

  test('another photo lies where the first did, as long and turned like it', () => {
    const other = placeOfOther({ ...PLACE, angle: 30 }, SIZE, { width: 100, height: 1000 });
    expect(other).toEqual({ x: 100, y: 50, scale: 0.2, angle: 30 });
  });

  test('what lies under the hand stays there, however it is scaled and turned', () => {
    // A px of the photo before the gesture, and after it.
    const from = { x: 150, y: 80 };
    const to = { x: -20, y: 7 };
    const before = photoPixelAt(PLACE, SIZE, from);
    for (const [grow, turn] of [
      [1, 0],
      [2, 0],
      [1, 90],
      [0.5, -37],
      [1.3, 200],
    ] as const) {
      const after = gestured(PLACE, SIZE, { from, to, grow, turn });
      expectAt(photoPixelAt(after, SIZE, to), before!.x, before!.y);
    }
  });

  test('turning goes clockwise, as CSS does, and around the middle', () => {
    const quarter = changed(PLACE, SIZE, 1, 90);
    expect(quarter).toEqual({ ...PLACE, angle: 90 });
    const [upperLeft, upperRight] = cornersOf(quarter, SIZE);
    // The upper side has come to lie at the right.
    expectAt(upperLeft, 150, -50);
    expectAt(upperRight, 150, 150);
    expect(changed(PLACE, SIZE, 1, -270).angle).toBe(90);
    expect(changed(PLACE, SIZE, 1, 181).angle).toBe(-179);
    expect(changed(PLACE, SIZE, 1, 180).angle).toBe(180);
  });

  test('a photo becomes neither too small to be seen nor too large to be found', () => {
    expect(changed(PLACE, SIZE, 0, 0).scale).toBeCloseTo(24 / 400);
    expect(changed(PLACE, SIZE, 1e9, 0).scale).toBe(50);
    // At the limit the hand does not push it away.
    const least = changed(PLACE, SIZE, 0, 0);
    const from = { x: least.x + 5, y: least.y };
    expect(gestured(least, SIZE, { from, to: from, grow: 0.5, turn: 0 })).toEqual(least);
    const far = gestured(PLACE, SIZE, { from: PLACE, to: { x: 1e12, y: -1e12 }, grow: 1, turn: 0 });
    expect([far.x, far.y]).toEqual([1_000_000, -1_000_000]);
  });

  test('a turn near a quarter is one, others stay; steps are exact', () => {
    const at = (angle: number) => straightened({ ...PLACE, angle }).angle;
    expect([2, -2, 88, 92.5, 178, -178, 45, 93].map(at)).toEqual([0, 0, 90, 90, 180, 180, 45, 93]);
    expect(turnedInSteps({ ...PLACE, angle: 22 }, 15).angle).toBe(15);
    expect(turnedInSteps({ ...PLACE, angle: -173 }, 15).angle).toBe(180);
  });

  test('beside the photo there is no px of it', () => {
    expectAt(photoPixelAt(PLACE, SIZE, { x: 0.1, y: 0.1 }), 0.2, 0.2);
    expect(photoPixelAt(PLACE, SIZE, { x: -0.1, y: 50 })).toBeUndefined();
    expect(photoPixelAt(PLACE, SIZE, { x: 200, y: 50 })).toBeUndefined();
    // Turned by a quarter it is narrow.
    expect(photoPixelAt({ ...PLACE, angle: 90 }, SIZE, { x: 20, y: 50 })).toBeUndefined();
  });

  test('the element is moved with the view', () => {
    expect(transformOf({ ...PLACE, angle: 30 }, SIZE, { x: 10, y: 20, zoom: 2 })).toBe(
      'translate(180px, 60px) rotate(30deg) scale(1) translate(-200px, -100px)',
    );
  });
});
