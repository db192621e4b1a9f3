import type { Region } from '../../../core/air/types.ts';
import { OUTLINE } from './outline.ts';

/** A point on the map, in percent of its width and height from the upper left corner. */
export interface MapPoint {
  readonly x: number;
  readonly y: number;
}

/** Least distance of a region's mark from the map's edge, in percent, so that the whole mark is on the map. */
const EDGE = 8;

/**
 * The point of a region's label, given in degrees. A label outside the map moves to its edge, an invalid one to
 * the middle.
 */
export function mapPoint({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): MapPoint {
  const { west, north, unitsPerDegree, width, height } = OUTLINE;
  return {
    x: clamped(((longitude - west) * unitsPerDegree * 100) / width),
    y: clamped(((north - latitude) * unitsPerDegree * 100) / height),
  };
}

function clamped(percent: number): number {
  return Number.isFinite(percent) ? Math.min(100 - EDGE, Math.max(EDGE, percent)) : 50;
}

/** Where a region's name stands: beside its mark on land, or off land above or below it, where land has no room. */
export const NAME_SIDE: Readonly<Record<Region, 'beside' | 'above' | 'below'>> = {
  north: 'above',
  south: 'below',
  east: 'below',
  west: 'beside',
  central: 'beside',
};

/** Half of the width in which a name above or below keeps off the shore, in percent of the map's width. */
export const NAME_REACH = 7;

/** How far the land reaches above or below a point, over the width of a name: percent of the map's width, at least 0. */
export function landBeyond({ x, y }: MapPoint, side: 'above' | 'below'): number {
  const { path, width, height } = OUTLINE;
  const numbers = path.match(/\d+/g)?.map(Number) ?? [];
  let most = 0;
  for (let i = 0; i < numbers.length; i += 2) {
    const [shoreX = 0, shoreY = 0] = [numbers[i], numbers[i + 1]];
    if (Math.abs((shoreX * 100) / width - x) > NAME_REACH) continue;
    const down = shoreY - (y * height) / 100;
    most = Math.max(most, ((side === 'below' ? down : -down) * 100) / width);
  }
  return most;
}
