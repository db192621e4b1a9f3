/**
 * Makes the map's outline from a ring of coordinates. Degrees of longitude and latitude are drawn equally long:
 * one degree from the equator, they differ by less than 0.03 %.
 */

/** Longitude and latitude, degrees. */
export type Position = readonly [longitude: number, latitude: number];

export interface Outline {
  /** SVG path in units of the frame. */
  readonly path: string;
  /** Size of the frame, in units. */
  readonly width: number;
  readonly height: number;
  /** Upper left corner of the frame, degrees. */
  readonly west: number;
  readonly north: number;
  readonly unitsPerDegree: number;
}

/** One unit is about 55 m, and about a pixel on the widest map. */
const UNITS_PER_DEGREE = 2000;
/** Margin around the island for the width of the line, degrees. */
const MARGIN = 0.004;

/**
 * Traces the ring as a closed line with rounded corners: quadratic curves through the middles of the sides,
 * with the positions as control points.
 * @param ring a GeoJSON ring: the last position repeats the first
 */
export function trace(ring: readonly Position[]): Outline {
  const corners = ring.slice(0, -1);
  const west = round(Math.min(...corners.map(([x]) => x)) - MARGIN);
  const north = round(Math.max(...corners.map(([, y]) => y)) + MARGIN);
  const points = corners.map(
    ([x, y]): Position => [
      Math.round((x - west) * UNITS_PER_DEGREE),
      Math.round((north - y) * UNITS_PER_DEGREE),
    ],
  );
  const margin = MARGIN * UNITS_PER_DEGREE;
  return {
    path: rounded(points),
    width: Math.max(...points.map(([x]) => x)) + margin,
    height: Math.max(...points.map(([, y]) => y)) + margin,
    west,
    north,
    unitsPerDegree: UNITS_PER_DEGREE,
  };
}

function rounded(points: readonly Position[]): string {
  const middle = (i: number): string => {
    const [[ax, ay], [bx, by]] = [at(points, i), at(points, i + 1)];
    return `${Math.round((ax + bx) / 2)} ${Math.round((ay + by) / 2)}`;
  };
  const bends = points.map((_, i) => {
    const [x, y] = at(points, i + 1);
    return `Q${x} ${y} ${middle(i + 1)}`;
  });
  return `M${middle(0)}${bends.join('')}Z`;
}

function at(points: readonly Position[], i: number): Position {
  const point = points[i % points.length];
  if (point === undefined) throw new Error('A ring without positions has no outline.');
  return point;
}

function round(degrees: number): number {
  return Math.round(degrees * 10_000) / 10_000;
}
