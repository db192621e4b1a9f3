/** What a pointer says about itself at one moment. */

export interface Sample {
  /** CSS px in the view. */
  readonly x: number;
  readonly y: number;
  /** 0..1 where the device measures pressure. */
  readonly pressure: number | undefined;
  /** From 0, upright, to 1, flat, where the device is a pen. */
  readonly tilt: number | undefined;
  /** When it was measured, ms on the clock of the device's events. */
  readonly time: number;
}

export type Device = 'pen' | 'touch' | 'mouse';
