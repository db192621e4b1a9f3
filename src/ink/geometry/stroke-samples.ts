/** The samples of a stroke being drawn, in drawing units, unrounded. Columns: appending allocates nothing. */
export interface StrokeSamples {
  readonly x: number[];
  readonly y: number[];
  /** As long as `x` where the device has pressure, else empty. */
  readonly pressure: number[];
}

export function emptySamples(): StrokeSamples {
  return { x: [], y: [], pressure: [] };
}
