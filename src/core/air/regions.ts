/** The agency's five reporting regions: their names, and label points in case the upstream sends none. */
import type { AirState, Region } from './types.ts';
import { REGIONS } from './types.ts';

export type Centres = AirState['centres'];

export const REGION_NAMES: Readonly<Record<Region, string>> = {
  north: 'North',
  south: 'South',
  east: 'East',
  west: 'West',
  central: 'Central',
};

/** Degrees. Source: regionMetadata of data.gov.sg, September 2026. Label points, not stations. */
export const FALLBACK_CENTRES: Centres = {
  north: { latitude: 1.41803, longitude: 103.82 },
  south: { latitude: 1.29587, longitude: 103.82 },
  east: { latitude: 1.35735, longitude: 103.94 },
  west: { latitude: 1.35735, longitude: 103.7 },
  central: { latitude: 1.35735, longitude: 103.82 },
};

/** True for one of the five ids. Case counts; `national` and `all` are none. */
export function isRegion(id: unknown): id is Region {
  return REGIONS.some((region) => region === id);
}
