/** The straight line that a stroke being drawn becomes, and when a hand that holds still means one. */
import type { Position } from './bounds.ts';
import type { StrokeSamples } from './stroke-samples.ts';

/**
 * A hand holds still when it was seen to do so this often, with so many ms between. Seen once would not do: where the
 * page was busy meanwhile, what the hand did may not have arrived yet. The first look may come right after it stopped.
 */
const GLANCES = 8;
const GLANCE = 100;
/** ms, about. */
export const HOLD = GLANCES * GLANCE;
/** CSS px that a hand moves while it holds still. */
export const STILL = 3;
/** CSS px: a shorter stroke is left as it is. */
const SHORTEST = 24;
/** How far from the line, as a part of its length, a stroke may lie that was meant to be one. */
const BENT = 0.1;

/** Looks at a hand now and then, and calls `held` once it was seen to hold still. */
export class Watch {
  readonly #held: () => void;
  #left = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(held: () => void) {
    this.#held = held;
  }

  /** The hand moved on. Told with every move, so it is a matter of counting: the timers go on by themselves. */
  moved(): void {
    this.#left = GLANCES;
    this.#timer ??= setTimeout(this.#glance, GLANCE);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #glance = () => {
    this.#left--;
    this.#timer = this.#left > 0 ? setTimeout(this.#glance, GLANCE) : undefined;
    if (this.#left === 0) this.#held();
  };
}

/** Is the hand still where it was? */
export function isStill(from: Position, to: Position): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) <= STILL;
}

/** Does the trace look like a straight line already? `zoom`: it was drawn at. */
export function isNearlyStraight({ x, y }: StrokeSamples, zoom: number): boolean {
  const last = x.length - 1;
  if (last < 1) return false;
  const [dx, dy] = [x[last]! - x[0]!, y[last]! - y[0]!];
  const length = Math.hypot(dx, dy);
  if (length * zoom < SHORTEST) return false;
  for (let i = 1; i < last; i++) {
    const [px, py] = [x[i]! - x[0]!, y[i]! - y[0]!];
    const along = (px * dx + py * dy) / length;
    const off = Math.abs(px * dy - py * dx) / length;
    if (off > BENT * length || along < -BENT * length || along > (1 + BENT) * length) return false;
  }
  return true;
}

/** From the first sample straight to the last, pressed evenly, as hard as it was on the whole. */
export function straightened({ x, y, pressure }: StrokeSamples): StrokeSamples {
  const last = x.length - 1;
  if (last < 0) return { x: [], y: [], pressure: [] };
  const even = pressure.reduce((sum, one) => sum + one, 0) / Math.max(1, pressure.length);
  const ends = last > 0 ? [0, last] : [0];
  return {
    x: ends.map((i) => x[i]!),
    y: ends.map((i) => y[i]!),
    pressure: pressure.length > 0 ? ends.map(() => even) : [],
  };
}
