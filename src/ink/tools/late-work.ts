/**
 * What gestures leave to do when the pointer is lifted, one after another, in slices: the next gesture neither waits for
 * it nor ends it. An edit that is worked out during a gesture waits for its end, because to apply and store it takes a
 * slow phone several frames. Where the page may be going away, all of it is done at once.
 */
import type { Edit } from '../scene/edit.ts';
import { inSlices, type SlicedWork } from '../tiles/slices.ts';

/** Longest time that an edit waits for the end of a gesture, ms. */
const WAIT = 2_000;

/** What one gesture leaves. */
export interface Left {
  /** Does the next part, of about a millisecond. Returns true if none is left. */
  step(): boolean;
  /** The edit of the gesture, once all is done; undefined if it changes nothing. */
  edit(): Edit | undefined;
}

export class LateWork {
  readonly #page: Document;
  /** Takes the edit of the oldest gesture. */
  readonly #land: (edit: Edit | undefined) => void;
  /** True during a gesture that edits are to wait for. */
  readonly #isBusy: () => boolean;
  /** Oldest first. */
  readonly #left: Left[] = [];
  /** True if the oldest has only its edit left. */
  #isWorkedOut = false;
  /** Until when that waits at most, ms. */
  #until: number | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #slices: SlicedWork | undefined;
  /** What waits for all of it. */
  #then: (() => void)[] = [];

  constructor(page: Document, land: (edit: Edit | undefined) => void, isBusy: () => boolean) {
    this.#page = page;
    this.#land = land;
    this.#isBusy = isBusy;
  }

  get isDone(): boolean {
    return this.#left.length === 0;
  }

  add(left: Left): void {
    this.#left.push(left);
    if (this.#slices) return;
    this.#watchLeaving(true);
    this.#slice();
  }

  /** A gesture is over. */
  goOn(): void {
    if (this.#pause === undefined) return;
    this.#endPause();
    this.#slice();
  }

  #slice(): void {
    this.#slices = inSlices(
      () => this.#step() || this.#pause !== undefined,
      () => this.isDone && this.#rest(),
      'later',
    );
  }

  #endPause(): void {
    clearTimeout(this.#pause);
    this.#pause = undefined;
  }

  /** True if the edit must wait. */
  #waits(): boolean {
    const now = performance.now();
    this.#until ??= now + WAIT;
    if (now >= this.#until || !this.#isBusy()) return false;
    this.#pause ??= setTimeout(() => this.goOn(), this.#until - now);
    return true;
  }

  /** Calls `run` once nothing is left: at once, if that is so. */
  afterwards(run: () => void): void {
    if (this.#slices) this.#then.push(run);
    else run();
  }

  /** Does all that is left, now. */
  readonly finish = (): void => {
    if (!this.#slices) return;
    this.#slices.cancel();
    this.#endPause();
    while (!this.#step(true));
    this.#rest();
  };

  /** Returns true if nothing is left. `now`: no edit waits. */
  #step(now = false): boolean {
    const [oldest] = this.#left;
    if (!oldest) return true;
    let edit: Edit | undefined;
    try {
      this.#isWorkedOut ||= oldest.step();
      if (!this.#isWorkedOut || (!now && this.#waits())) return false;
      edit = oldest.edit();
    } catch (error) {
      // Its strokes stay whole. What was drawn since must not wait for it for ever.
      setTimeout(() => {
        throw error;
      });
    }
    this.#isWorkedOut = false;
    this.#until = undefined;
    this.#left.shift();
    this.#land(edit);
    return this.isDone;
  }

  #rest(): void {
    this.#slices = undefined;
    this.#watchLeaving(false);
    const then = this.#then;
    this.#then = [];
    for (const run of then) run();
  }

  /**
   * `beforeunload` comes before the listener that asks about what is not saved; iOS has none, and may end a hidden page
   * without a word. Only meanwhile, because browsers do not keep a page that listens to it in the back/forward cache.
   */
  #watchLeaving(isLeft: boolean): void {
    const page = this.#page;
    const window = page.defaultView;
    for (const type of ['beforeunload', 'pagehide'] as const) {
      if (isLeft) window?.addEventListener(type, this.finish, true);
      else window?.removeEventListener(type, this.finish, true);
    }
    if (isLeft) page.addEventListener('visibilitychange', this.#hidden);
    else page.removeEventListener('visibilitychange', this.#hidden);
  }

  readonly #hidden = (): void => {
    if (this.#page.visibilityState === 'hidden') this.finish();
  };
}
