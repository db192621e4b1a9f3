/**
 * How pressure becomes width: 0.4 of the size at the lightest touch, 1.6 at full pressure. A pen held as most
 * people hold it (0.5) draws its size.
 */
const NARROWEST = 0.4;
export const WIDEST = 1.6;

/** The width as a multiple of the stroke's size. `pressure` is 0..1. */
export function widthFactor(pressure: number): number {
  return NARROWEST + (WIDEST - NARROWEST) * pressure;
}

/** How much of the size one unit of pressure adds to the width. */
export const WIDTH_PER_PRESSURE = WIDEST - NARROWEST;
