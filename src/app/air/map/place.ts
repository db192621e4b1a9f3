/** Where a place lies on the map. */
import { OUTLINE } from './outline.ts';

/** Hundredths of the map's width and height, from its upper left corner. */
export interface MapPlace {
  readonly x: number;
  readonly y: number;
}

/** How near to the map's edge a region may be shown, hundredths: its mark stays whole. */
const EDGE = 8;

/** Of a region's label point, degrees. One that lies outside the map is shown at its edge. */
export function mapPlace({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): MapPlace {
  const { west, north, unitsPerDegree, width, height } = OUTLINE;
  return {
    x: within(((longitude - west) * unitsPerDegree * 100) / width),
    y: within(((north - latitude) * unitsPerDegree * 100) / height),
  };
}

function within(place: number): number {
  return Number.isFinite(place) ? Math.min(100 - EDGE, Math.max(EDGE, place)) : 50;
}
