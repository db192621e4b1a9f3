/** Straightening a stroke while it is drawn, and the rule for when a pointer that holds still asks for that. */
import type { Position } from './bounds.ts';
import type { StrokeSamples } from './stroke-samples.ts';

/**
 * How often a pointer must be seen to hold still, and the ms between two looks. One look is not enough: if the
 * page was busy, moves may not have arrived yet. The first look may come right after the pointer stopped.
 */
const CHECKS = 8;
const CHECK_INTERVAL = 100;
/** How long a pointer must hold still at the end of a stroke, about, ms. */
export const HOLD_MS = CHECKS * CHECK_INTERVAL;
/** How far a pointer may move and still count as holding still, CSS px. */
export const STILL = 3;
/** A shorter stroke is left as it is, CSS px. */
const SHORTEST = 24;
/** How far a stroke may lie beside its straight line: a part of the line's length, but as far as a hand trembles, CSS px. */
const BENT = 0.04;
const TREMBLE = 2;
/** How far it may lie before and behind the line's ends, as a part of the line's length. */
const BEYOND = 0.1;
/** How far a pointer may go from where it held still and move the line's end: the larger of CSS px and a part of its length. */
const NEAR = 48;
const NEAR_PART = 0.25;

/**
 * A look this much too late does not count, and none before it, ms: while a page is busy, it is told of no moves, so it
 * does not know that the pointer held still. A page that is merely slow looks late too, and must still see a hold.
 */
const TOO_LATE = 3 * CHECK_INTERVAL;

/** Looks at the pointer at intervals, and calls `held` when it has held still. */
export class HoldTimer {
  readonly #held: () => void;
  readonly #checks: number;
  #left = 0;
  /** When the next look is due, as performance.now(). */
  #due = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param ms how long it must hold still, about */
  constructor(held: () => void, ms = HOLD_MS) {
    this.#held = held;
    this.#checks = Math.round(ms / CHECK_INTERVAL);
  }

  /**
   * Tells that the pointer moved. Called with every move, so it only resets a count and leaves the timer
   * running.
   */
  moved(): void {
    this.#left = this.#checks;
    if (this.#timer === undefined) this.#wait();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    this.#due = performance.now() + CHECK_INTERVAL;
    this.#timer = setTimeout(this.#check, CHECK_INTERVAL);
  }

  readonly #check = () => {
    this.#timer = undefined;
    this.#left = performance.now() - this.#due > TOO_LATE ? this.#checks : this.#left - 1;
    if (this.#left > 0) this.#wait();
    else this.#held();
  };
}

/** True if the pointer counts as not having moved between the two places. */
export function isStill(from: Position, to: Position): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) <= STILL;
}

/** True if the samples already look like a straight line. `zoom` is the zoom they were drawn at. */
export function isNearlyStraight({ x, y }: StrokeSamples, zoom: number): boolean {
  const last = x.length - 1;
  if (last < 1) return false;
  const [dx, dy] = [x[last]! - x[0]!, y[last]! - y[0]!];
  const length = Math.hypot(dx, dy);
  if (length * zoom < SHORTEST) return false;
  const bent = Math.max(TREMBLE / zoom, BENT * length);
  for (let i = 1; i < last; i++) {
    const [px, py] = [x[i]! - x[0]!, y[i]! - y[0]!];
    const along = (px * dx + py * dy) / length;
    const off = Math.abs(px * dy - py * dx) / length;
    if (off > bent || along < -BEYOND * length || along > (1 + BEYOND) * length) return false;
  }
  return true;
}

/** How far from the place of the hold the line's end follows the pointer, CSS px. Farther away the hand draws on. */
export function reachOf({ x, y }: StrokeSamples, zoom: number): number {
  const last = x.length - 1;
  return Math.max(NEAR, NEAR_PART * zoom * Math.hypot(x[last]! - x[0]!, y[last]! - y[0]!));
}

/** The straight line from the first sample to the last, with the average pressure and lean everywhere. */
export function straighten({ x, y, pressure, tilt }: StrokeSamples): StrokeSamples {
  return { x: ends(x), y: ends(y), pressure: even(pressure), tilt: even(tilt) };
}

/** The average at both ends. */
function even(values: readonly number[]): number[] {
  const average = values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
  return ends(values).map(() => average);
}

/** The first and the last number; the only one, if there is but one. */
function ends(numbers: readonly number[]): number[] {
  return numbers.length < 2 ? [...numbers] : [...numbers.slice(0, 1), ...numbers.slice(-1)];
}
