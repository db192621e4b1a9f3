/** What a turn of the wheel, or two fingers on a touchpad, ask for. */
import type { Position } from '../geometry/bounds.ts';

export interface Turn {
  /** CSS px in the view. */
  readonly at: Position;
  /** CSS px. */
  readonly dx: number;
  readonly dy: number;
  readonly zooming: boolean;
}

/** CSS px of one line of a wheel that counts in lines. */
const LINE = 18;

export function turnOf(event: WheelEvent, host: HTMLElement): Turn {
  const units = [1, LINE, host.clientHeight];
  const unit = units[event.deltaMode] ?? 1;
  const sideways = event.shiftKey && event.deltaX === 0;
  const box = host.getBoundingClientRect();
  return {
    at: { x: event.clientX - box.left, y: event.clientY - box.top },
    dx: (sideways ? event.deltaY : event.deltaX) * unit,
    dy: (sideways ? 0 : event.deltaY) * unit,
    zooming: event.ctrlKey || event.metaKey,
  };
}

/** CSS px of the wheel that double the zoom. */
const DOUBLES = 400;
/** CSS px that count at most at once: one notch of a mouse is 100 or 120. */
const MOST = 120;

/** By how much a turn of so many CSS px makes the paper larger. */
export function growthOf(dy: number): number {
  const turned = Math.min(MOST, Math.max(-MOST, dy));
  // A touchpad's pinch comes as a wheel of a few px: it is to follow the fingers.
  const doubles = Number.isInteger(dy) && Math.abs(dy) >= 50 ? DOUBLES : DOUBLES / 5;
  return 2 ** (-turned / doubles);
}
