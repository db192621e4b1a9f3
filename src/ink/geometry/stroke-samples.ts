/** The samples of a stroke in hand, in drawing units, unrounded. Columns: appending allocates nothing. */
export interface Trace {
  readonly x: number[];
  readonly y: number[];
  /** As long as `x` where the device has pressure, else empty. */
  readonly pressure: number[];
}

export function emptyTrace(): Trace {
  return { x: [], y: [], pressure: [] };
}
