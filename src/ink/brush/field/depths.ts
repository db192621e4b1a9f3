/** Distances to the edge of a stroke that have a meaning of their own, px. */

/** Far from a stroke. */
export const FAR = 1e9;
/** So deep inside that no brush looks. 256 times as much is a whole number of 32 bits. */
export const DEEP = -(2 ** 22);
/** Ink shows up to here beyond the edge: half a pixel, because a pixel is an area. */
export const EDGE = 0.5;
