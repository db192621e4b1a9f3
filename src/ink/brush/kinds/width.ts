/**
 * How pressure becomes width: 0.4 of the size at the lightest touch, 1.6 at full pressure. A pen held as most
 * people hold it (0.5) draws its size.
 */
const NARROWEST = 0.4;
const WIDEST = 1.6;

/** The radius, times the size. `pressure` is 0..1. */
export function radiusOf(pressure: number): number {
  return (NARROWEST + (WIDEST - NARROWEST) * pressure) / 2;
}

/** How much of the size one unit of pressure adds to the width of the pen. Ink swells by up to 1.9 at its lightest. */
export const WIDTH_PER_PRESSURE = WIDEST - NARROWEST;

/** How much of the size one unit of tilt adds to the width, about, with the brushes that lean. */
export const WIDTH_PER_TILT = 2;
