/** Distances to the edge of a stroke that have a meaning of their own, px. */

/** Far from a stroke. 256 times as much is a whole number of 32 bits, in which shades compute. */
export const FAR = 2 ** 22;
/** So deep inside that no brush looks. */
export const DEEP = -FAR;
/** Ink shows up to here beyond the edge: half a pixel, because a pixel is an area. */
export const EDGE = 0.5;
