/** Tells whether a device keeps up with its screen, from frames that follow each other without a pause. */

/** A frame that comes so much after the one before is late, ms: at least one of 60 a second was left out. */
const LATE = 25;
/** So many late frames in a row are no accident. */
const LATES = 2;
/** After a movement that it did not follow, so many more are expected to be too fast for it. */
const EXPECTED = 3;

export class Pace {
  #last = Number.POSITIVE_INFINITY;
  #late = 0;
  #isBehind = false;
  #expected = 0;

  /** True from the moment it falls behind until the frames rest, and from the beginning of the movements after that. */
  get isSlow(): boolean {
    return this.#isBehind || this.#expected > 0;
  }

  /** A frame. @param now ms */
  frame(now: number): void {
    this.#late = now - this.#last > LATE ? this.#late + 1 : 0;
    this.#last = now;
    this.#isBehind ||= this.#late >= LATES;
  }

  /** The movement ends. */
  rest(): void {
    this.#expected = this.#isBehind ? EXPECTED : Math.max(0, this.#expected - 1);
    this.#last = Number.POSITIVE_INFINITY;
    this.#late = 0;
    this.#isBehind = false;
  }
}
