/** Distances to the edge of a stroke that have a meaning of their own, px. */

/** Far from a stroke. */
export const FAR = 1e9;
/** So deep inside that no brush looks. */
export const DEEP = -1e9;
/** Ink shows up to here beyond the edge: half a pixel, because a pixel is an area. */
export const EDGE = 0.5;
