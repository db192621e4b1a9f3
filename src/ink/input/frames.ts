/**
 * One animation frame for all that the engine does: what hands did first, then the picture of it. A step that an
 * earlier one asks for is done in the same frame.
 */
export interface Step {
  /** Has it done with the next frame. */
  ask(): void;
  /** Not needed any more. */
  forget(): void;
}

export class Frames {
  readonly #runs: (() => void)[] = [];
  readonly #due = new Set<number>();
  #frame = 0;
  /** Go on from frame to frame, asked or not? Within one, the next is had for far less than by waking the browser up. */
  #isKept = false;

  set isKept(kept: boolean) {
    this.#isKept = kept;
    if (kept) this.#request();
  }

  /** Comes after those that were added before it. */
  step(run: () => void): Step {
    const number = this.#runs.push(run) - 1;
    return {
      ask: () => {
        this.#due.add(number);
        this.#request();
      },
      forget: () => this.#due.delete(number),
    };
  }

  destroy(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#isKept = false;
    this.#runs.length = 0;
    this.#due.clear();
  }

  #request(): void {
    if (this.#frame === 0) this.#frame = requestAnimationFrame(this.#run);
  }

  readonly #run = () => {
    try {
      for (let number = 0; number < this.#runs.length; number++) {
        if (this.#due.delete(number)) this.#runs[number]!();
      }
    } finally {
      // It stands for this frame until here, so that a step can ask for a later one of it.
      this.#frame = 0;
      if (this.#isKept || this.#due.size > 0) this.#request();
    }
  };
}
