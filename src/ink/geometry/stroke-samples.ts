/**
 * The samples of a stroke being drawn, in drawing units, unrounded. One array for each coordinate, so that
 * appending allocates no objects.
 */
export interface StrokeSamples {
  readonly x: number[];
  readonly y: number[];
  /** One value for each sample where the device has pressure, else empty. */
  readonly pressure: number[];
  /** One value for each sample, from 0, upright, to 1, flat, where the brush asks for it, else empty. */
  readonly tilt: number[];
}

export function emptySamples(): StrokeSamples {
  return { x: [], y: [], pressure: [], tilt: [] };
}
