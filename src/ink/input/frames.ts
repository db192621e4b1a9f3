/**
 * One animation frame for the whole engine: input first, then the picture. A step that an earlier step asks for
 * runs in the same frame.
 */
export interface FrameStep {
  /** Runs the step in the next frame. */
  ask(): void;
  /** Cancels the request. */
  forget(): void;
}

export class Frames {
  readonly #runs: (() => void)[] = [];
  readonly #due = new Set<number>();
  #frame = 0;
  /** When the running frame began, ms; undefined between frames. */
  #began: number | undefined;
  /**
   * Keeps requesting frames, asked or not. Within a running sequence, the next frame costs far less than waking
   * the browser up.
   */
  #isKept = false;

  set isKept(kept: boolean) {
    this.#isKept = kept;
    if (kept) this.#request();
  }

  /** What the steps of the running frame have taken so far, ms; 0 between frames. */
  get spent(): number {
    return this.#began === undefined ? 0 : performance.now() - this.#began;
  }

  /** Adds a step, to run after those added before it. */
  step(run: () => void): FrameStep {
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
    this.#began = performance.now();
    try {
      for (const [number, run] of this.#runs.entries()) {
        if (this.#due.delete(number)) run();
      }
    } finally {
      // `#frame` stays set until here, so that a step can ask for a later one of the same frame.
      this.#frame = 0;
      this.#began = undefined;
      if (this.#isKept || this.#due.size > 0) this.#request();
    }
  };
}
