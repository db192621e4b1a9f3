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
