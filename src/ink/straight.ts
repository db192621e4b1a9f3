/** The straight line that a stroke in hand becomes, and when a hand that holds still means one. */
import type { Position } from './camera.ts';
import type { Trace } from './trace.ts';

/**
 * A hand holds still when it was seen to do so this often, with so many ms between. Seen once would not do: where the
 * page was busy meanwhile, what the hand did may not have arrived yet.
 */
const GLANCES = 7;
const GLANCE = 100;
/** ms, about. */
export const HOLD = GLANCES * GLANCE;
/** CSS px that a hand moves while it holds still. */
export const STILL = 3;
/** CSS px: a shorter stroke is left as it is. */
const SHORTEST = 24;
/** How far from the line, as a part of its length, a stroke may lie that was meant to be one. */
const BENT = 0.1;

/** Calls `held` when `stop` was not called for as long as a hand holds still. */
export function whenHeld(held: () => void): () => void {
  let left = GLANCES;
  let timer: ReturnType<typeof setTimeout>;
  const glance = () => {
    timer = setTimeout(() => {
      left--;
      if (left > 0) glance();
      else held();
    }, GLANCE);
  };
  glance();
  return () => clearTimeout(timer);
}

/** Is the hand still where it was? */
export function isStill(from: Position, to: Position): boolean {
  return Math.hypot(to.x - from.x, to.y - from.y) <= STILL;
}

/** Does the trace look like a straight line already? `zoom`: it was drawn at. */
export function isNearlyStraight({ x, y }: Trace, zoom: number): boolean {
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
export function straightened({ x, y, pressure }: Trace): Trace {
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
