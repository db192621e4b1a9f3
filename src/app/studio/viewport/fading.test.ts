import { describe, expect, test } from 'vitest';
import { comesNear } from './fading.ts';

describe('studio: parts that fade near a stroke', () => {
  const box = { left: 100, top: 100, right: 200, bottom: 300 };
  const near = (...[ax, ay, bx, by]: [number, number, number, number]) =>
    comesNear(box, { x: ax, y: ay }, { x: bx, y: by }, 20);

  test('a line within reach of a box, from any side, through it, or inside', () => {
    expect(near(0, 200, 85, 200)).toBe(true);
    expect(near(0, 200, 400, 210)).toBe(true);
    expect(near(150, 0, 150, 79.9)).toBe(false);
    expect(near(150, 0, 150, 80)).toBe(true);
    expect(near(150, 150, 150, 150)).toBe(true);
    expect(near(220, 310, 500, 900)).toBe(true);
  });

  test('a line out of reach, even if the bounding boxes overlap', () => {
    expect(near(0, 200, 79, 200)).toBe(false);
    expect(near(0, 0, 400, 60)).toBe(false);
    expect(near(230, 0, 230, 500)).toBe(false);
    expect(near(0, 150, 150, 0)).toBe(false);
    expect(near(50, 50, 50, 50)).toBe(false);
  });
});
