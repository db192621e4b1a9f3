import { describe, expect, test } from 'vitest';
import { landscapeOf } from './avatar.ts';

describe('profile avatar', () => {
  test('a seed always draws the same landscape', () => {
    expect(landscapeOf('Wei Ling')).toEqual(landscapeOf('Wei Ling'));
    expect(landscapeOf('pleinair').sun).toMatchInlineSnapshot(`
      {
        "pigment": "sun",
        "r": 7.9,
        "x": 37.1,
        "y": 23.4,
      }
    `);
  });

  test('seeds draw different landscapes', () => {
    const drawn = new Set(
      Array.from({ length: 200 }, (_, index) => JSON.stringify(landscapeOf(`seed ${index}`))),
    );
    expect(drawn.size).toBe(200);
  });

  test('every seed stays inside its field, the empty one too', () => {
    for (const seed of ['', '\u0001', '🎨🎨', 'x'.repeat(200), '</svg><script>']) {
      const { sun, hills, trees } = landscapeOf(seed);
      for (const hill of hills) expect(hill.path).toMatch(/^M0 [\d. CSVHZ-]+Z$/);
      for (const value of [sun.x, sun.y, sun.r, ...trees.flatMap(({ x, y, height }) => [x, y, height])]) {
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(64);
      }
    }
  });
});
