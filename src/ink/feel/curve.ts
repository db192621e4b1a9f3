/** The pressure curve: how hard a hand must press. */

/**
 * The pressure after the curve, 0..1; nothing and full pressure stay what they are. The curve is a quadratic Bézier
 * from 0, 0 to 1, 1 whose handle is at `1 - softness`, `softness`, so that it always rises.
 * @param softness from 0, hard, to 1, soft; 0.5 changes nothing
 */
export function curved(pressure: number, softness: number): number {
  if (softness === 0.5 || pressure <= 0) return pressure;
  // x(t) = 2 t (1 - t) (1 - softness) + t², solved for t in the form that a curve almost straight allows, then y(t).
  const along = 1 - softness;
  // along² + (1 - 2 along) pressure, as a sum in which nothing cancels out.
  const root = Math.sqrt((along - pressure) * (along - pressure) + pressure * (1 - pressure));
  const t = Math.min(1, pressure / (root + along));
  return 2 * t * (1 - t) * softness + t * t;
}
