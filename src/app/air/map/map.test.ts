import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FALLBACK_CENTRES } from '../../../core/air/regions.ts';
import { REGIONS } from '../../../core/air/types.ts';
import { type Position, trace } from './make/trace.ts';
import { mapPoint } from './map-point.ts';
import { OUTLINE } from './outline.ts';

/** Width of the map on the narrowest screen, CSS px. */
const NARROWEST = 288;
/** Diameter of a mark, CSS px. */
const TARGET = 44;

const SQUARE: readonly Position[] = [
  [103.6, 1.2],
  [103.8, 1.2],
  [103.8, 1.3],
  [103.6, 1.3],
  [103.6, 1.2],
];

describe('air map', () => {
  test('the regions are where their names say', () => {
    const at = (region: keyof typeof FALLBACK_CENTRES) => mapPoint(FALLBACK_CENTRES[region]);
    expect(at('north').y).toBeLessThan(at('central').y);
    expect(at('south').y).toBeGreaterThan(at('central').y);
    expect(at('west').x).toBeLessThan(at('central').x);
    expect(at('east').x).toBeGreaterThan(at('central').x);
  });

  test('two marks never overlap, even on the narrowest screen', () => {
    const height = (NARROWEST * OUTLINE.height) / OUTLINE.width;
    const places = REGIONS.map((id) => mapPoint(FALLBACK_CENTRES[id]));
    for (const [i, a] of places.entries()) {
      for (const b of places.slice(i + 1)) {
        const distance = Math.hypot(((a.x - b.x) * NARROWEST) / 100, ((a.y - b.y) * height) / 100);
        expect(distance).toBeGreaterThanOrEqual(TARGET);
      }
    }
  });

  test('any label point, even an invalid one, is shown on the map', () => {
    fc.assert(
      fc.property(fc.double(), fc.double(), (latitude, longitude) => {
        const { x, y } = mapPoint({ latitude, longitude });
        for (const place of [x, y]) {
          expect(place).toBeGreaterThan(0);
          expect(place).toBeLessThan(100);
        }
      }),
    );
  });

  test('the outline is one closed line inside its frame, true to scale', () => {
    const { path, width, height, west, north, unitsPerDegree } = trace(SQUARE);
    expect(path).toBe('M208 208Q408 208 408 108Q408 8 208 8Q8 8 8 108Q8 208 208 208Z');
    expect([width, height]).toEqual([416, 216]);
    expect((103.8 - west) * unitsPerDegree).toBeCloseTo(408);
    expect((north - 1.3) * unitsPerDegree).toBeCloseTo(8);
  });
});
