import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { STEP_MAX, STEP_MIN } from '../../core/drawing/limits.ts';
import { PATTERNS, WHITE } from '../../core/drawing/members/paper.ts';
import { BEYOND, gapAt, marksOf, movedBy, placesOf } from './pattern.ts';

const zoom = fc.double({ min: 0.05, max: 20, noNaN: true });
const step = fc.double({ min: STEP_MIN, max: STEP_MAX, noNaN: true });
const start = fc.double({ min: -1e6, max: 1e6, noNaN: true });

describe('paper: the lines of a pattern', () => {
  test('are a step apart, or a step doubled where they would be too close to see', () => {
    expect([gapAt(32, 1), gapAt(32, 20), gapAt(32, 0.25), gapAt(4, 0.05)]).toEqual([32, 32, 64, 512]);
    fc.assert(
      fc.property(step, zoom, (s, z) => {
        const gap = gapAt(s, z);
        expect(gap * z).toBeGreaterThanOrEqual(14);
        expect(Number.isInteger(Math.log2(gap / s))).toBe(true);
        if (gap > s) expect((gap / 2) * z).toBeLessThan(14);
      }),
    );
  });

  test('lie at the multiples of the step, and stay there when the paper is moved', () => {
    expect(placesOf(32, 0, 100, 1)).toEqual([0, 32, 64, 96]);
    expect(placesOf(32, -10, 100, 2)).toEqual([20, 84]);
    expect(placesOf(32, 1, 20, 1)).toEqual([]);
  });

  test('are all that are seen, and no others', () => {
    fc.assert(
      fc.property(step, zoom, start, (s, z, from) => {
        const gap = gapAt(s, z);
        const places = placesOf(gap, from, 900, z);
        for (const place of places) {
          expect(place).toBeGreaterThan(-0.01);
          expect(place).toBeLessThan(900.01);
          const units = (from + place / z) / gap;
          expect(Math.abs(units - Math.round(units))).toBeLessThan(1e-6);
        }
        expect(Math.abs(places.length - 900 / (gap * z))).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('are where they belong, to a device pixel, however far a drawn pattern is only moved', () => {
    const view = { width: 300, height: 200 };
    const far = fc.double({ min: -5_000, max: 5_000, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...PATTERNS),
        fc.constantFrom(1, 2, 3),
        zoom,
        far,
        far,
        (pattern, ratio, z, x, y) => {
          const paper = { ...WHITE, pattern };
          const [drawn, now] = [
            { x: 7, y: -3, zoom: z },
            { x, y, zoom: z },
          ];
          const by = movedBy(paper, drawn, now, ratio);
          if (!by) {
            expect(gapAt(32, z) * z * (pattern === 'isometric' ? Math.sqrt(3) : 1)).toBeGreaterThan(
              2 * BEYOND,
            );
            return;
          }
          expect(Math.max(...by.map(Math.abs))).toBeLessThanOrEqual(BEYOND);
          for (const place of by) expect(place * ratio).toBeCloseTo(Math.round(place * ratio), 6);
          // What is drawn at the first view and moved lies on what would be drawn at the second.
          const gap = gapAt(32, z) * z;
          const off = (drawnAt: number, nowAt: number, moved: number, period: number) => {
            const shift = (drawnAt - nowAt) * z - moved;
            return Math.abs(shift - period * Math.round(shift / period));
          };
          const across = pattern === 'isometric' ? Math.sqrt(3) * gap : gap;
          expect(off(drawn.x, x, by[0], across)).toBeLessThanOrEqual(0.5 / ratio + 1e-6);
          expect(off(drawn.y, y, by[1], gap)).toBeLessThanOrEqual(0.5 / ratio + 1e-6);
        },
      ),
    );
    // A whole isometric pattern is the same after what it repeats after.
    const at = (x: number) => marksOf({ ...WHITE, pattern: 'isometric' }, { x, y: 0, zoom: 1 }, view, 1);
    const [one, other] = [at(3), at(3 + 32 * Math.sqrt(3))];
    expect(other.lines).toHaveLength(one.lines.length);
    for (const [i, place] of other.lines.entries()) expect(place).toBeCloseTo(one.lines[i]!, 6);
    expect(other.rects).toEqual(one.rects);
  });
});
