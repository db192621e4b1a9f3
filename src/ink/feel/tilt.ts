/** How far a pen leans, from what browsers report about it. */

/** The members of a pointer event that say it. Older browsers know only the last two. */
export interface Lean {
  /** Angle between pen and screen: from 0, flat, to half of pi, upright. */
  readonly altitudeAngle?: number;
  /** Degrees from upright to the right, and towards the hand: -90 to 90. */
  readonly tiltX: number;
  readonly tiltY: number;
}

const UPRIGHT = Math.PI / 2;

/** The lean from 0, upright, to 1, flat. Upright if the device measures none. */
export function tiltOf({ altitudeAngle, tiltX, tiltY }: Lean): number {
  // A browser that knows neither member of the event reports 0 for all: that is no pen lying flat.
  const isTold = altitudeAngle !== undefined && (altitudeAngle > 0 || tiltX !== 0 || tiltY !== 0);
  const altitude = isTold ? altitudeAngle : altitudeOf(tiltX, tiltY);
  return Math.min(1, Math.max(0, 1 - altitude / UPRIGHT));
}

/** The angle between pen and screen (Pointer Events 3, "Converting between tilt and altitude"). */
function altitudeOf(tiltX: number, tiltY: number): number {
  if (Math.abs(tiltX) >= 90 || Math.abs(tiltY) >= 90) return 0;
  const across = Math.tan((tiltX * Math.PI) / 180);
  const along = Math.tan((tiltY * Math.PI) / 180);
  return Math.atan2(1, Math.hypot(across, along));
}
