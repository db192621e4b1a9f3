/** What a person can choose about how lines follow the hand. */
export interface Feel {
  /** How much a string steadies the line: from 0, every sample as it is, to 1. */
  readonly steady: number;
  /** True if quick lines become thin where no pressure is measured. */
  readonly tapers: boolean;
  /** From 0, hard: the pen must be pressed, to 1, soft: a light touch counts. 0.5: as the pen says. */
  readonly softness: number;
}

/** Every sample as the device sent it. */
export const PLAIN: Feel = { steady: 0, tapers: false, softness: 0.5 };
