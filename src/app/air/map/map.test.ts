import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FALLBACK_CENTRES } from '../../../core/air/regions.ts';
import { REGIONS } from '../../../core/air/types.ts';
import { type Position, trace } from './make/trace.ts';
import { landBeyond, type MapPoint, mapPoint, NAME_REACH, NAME_SIDE } from './map-point.ts';
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

/** The shore as a polygon, in percent, through the ends of its short curves: every second point of the path. */
const SHORE = [...OUTLINE.path.matchAll(/(\d+) (\d+)/g)]
  .filter((_, index) => index % 2 === 0)
  .map(
    ([, x, y]): MapPoint => ({ x: Number(x) / (OUTLINE.width / 100), y: Number(y) / (OUTLINE.height / 100) }),
  );

/** True if a point is inside of the shore. */
function isLand({ x, y }: MapPoint): boolean {
  let inside = false;
  for (const [i, a] of SHORE.entries()) {
    const b = SHORE[(i + 1) % SHORE.length] ?? a;
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) * (b.x - a.x)) / (b.y - a.y)) inside = !inside;
  }
  return inside;
}

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

  test('a name stands on land or off it, never across the shore', () => {
    for (const id of REGIONS) {
      const point = mapPoint(FALLBACK_CENTRES[id]);
      const side = NAME_SIDE[id];
      // CSS px: a phone, and the widest map.
      for (const mapWidth of [NARROWEST, 560]) {
        const px = 100 / mapWidth;
        const [reach, text] = [(7.5 * id.length * px) / 2, 14 * px];
        const ring = (TARGET / 2) * px;
        const box = { left: point.x - reach, right: point.x + reach, top: -text / 2, bottom: text / 2 };
        if (side === 'beside') {
          box.left = point.x + ring;
          box.right = box.left + 2 * reach + 8 * px;
        } else {
          expect(reach).toBeLessThanOrEqual(NAME_REACH);
          const off = Math.max(ring, landBeyond(point, side)) + 4 * px;
          [box.top, box.bottom] = side === 'below' ? [off, off + text] : [-off - text, -off];
        }
        const across = OUTLINE.width / OUTLINE.height;
        const corners = [box.left, (box.left + box.right) / 2, box.right].flatMap((x) =>
          [box.top, box.bottom].map((down): MapPoint => ({ x, y: point.y + down * across })),
        );
        expect([id, mapWidth, corners.map(isLand)]).toEqual([id, mapWidth, Array(6).fill(side === 'beside')]);
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
