/** What a turn of the wheel, or two fingers on a touchpad, ask for: moving or zooming. */
import type { Position } from '../geometry/bounds.ts';

export interface Turn {
  /** Place of the pointer, CSS px in the view. */
  readonly at: Position;
  /** Movement, CSS px. */
  readonly dx: number;
  readonly dy: number;
  readonly zooming: boolean;
}

/** Height of a line for wheels that count in lines, CSS px. */
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

/** Wheel distance that doubles the zoom, CSS px. */
const DOUBLES = 400;
/** The most that counts at once, CSS px: one notch of a mouse is 100 or 120. */
const STEP_MAX = 120;

/** The zoom factor for a wheel distance in CSS px. */
export function zoomFactorOf(dy: number): number {
  const turned = Math.min(STEP_MAX, Math.max(-STEP_MAX, dy));
  // A touchpad's pinch arrives as wheel events of a few px. It needs a larger factor to follow the fingers.
  const doubles = Number.isInteger(dy) && Math.abs(dy) >= 50 ? DOUBLES : DOUBLES / 5;
  return 2 ** (-turned / doubles);
}
