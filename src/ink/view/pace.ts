/** Tells whether a device keeps up with its screen, from frames that follow each other without a pause. */

/** A frame that comes so much after the one before is late, ms: at least one of 60 a second was left out. */
const LATE = 25;
/** So many late frames in a row are no accident. */
const LATES = 2;

export class Pace {
  #last = Number.POSITIVE_INFINITY;
  #late = 0;
  /** True from the moment it falls behind until the frames rest. */
  isSlow = false;

  /** A frame. @param now ms */
  frame(now: number): void {
    this.#late = now - this.#last > LATE ? this.#late + 1 : 0;
    this.#last = now;
    this.isSlow ||= this.#late >= LATES;
  }

  /** The frames end: the next are judged anew. */
  rest(): void {
    this.#last = Number.POSITIVE_INFINITY;
    this.#late = 0;
    this.isSlow = false;
  }
}
