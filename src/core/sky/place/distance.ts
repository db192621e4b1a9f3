/** Distances between places, and what is nearest. */
import type { Place } from '../types.ts';

/** Mean radius of the earth in km (IUGG). */
const EARTH_KM = 6371.0088;

/** Great-circle distance in km. */
export function distanceKm(a: Place, b: Place): number {
  const [p, q] = [radians(a.latitude), radians(b.latitude)];
  const across = Math.sin((q - p) / 2) ** 2;
  const along = Math.sin(radians(b.longitude - a.longitude) / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(across + Math.cos(p) * Math.cos(q) * along)));
}

/** A distance as responses give it, km to one decimal place. */
export function roundedKm(km: number): number {
  return Math.round(km * 10) / 10;
}

/** What is nearest to `from`, and how far that is; null if there is nothing within `reach`, km. */
export function nearest<T extends Place>(
  from: Place,
  places: readonly T[],
  reach: number,
): { readonly place: T; readonly km: number } | null {
  let found: { place: T; km: number } | null = null;
  for (const place of places) {
    const km = distanceKm(from, place);
    if (km <= (found?.km ?? reach)) found = { place, km };
  }
  return found;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
