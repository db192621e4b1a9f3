/** The pointers that are down, and the gesture that they make. */
import type { Position } from '../geometry/bounds.ts';
import { HoldTimer } from '../geometry/straight.ts';
import type { Device } from './samples.ts';

export interface Contact {
  readonly device: Device;
  readonly button: number;
  x: number;
  y: number;
}

/** The state of the gesture: none, drawing or picking a colour with one pointer, or moving the paper with one or two. */
export type GestureState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'stroke';
      readonly pointer: number;
      readonly device: Device;
      readonly since: number;
      /** True if it began with the second half of a double click that began elsewhere. */
      readonly isSecond: boolean;
      length: number;
    }
  | { readonly kind: 'pick'; readonly pointer: number }
  | {
      readonly kind: 'drag';
      readonly pointers: readonly number[];
      moving: boolean;
      /** True if this is one finger's drag that would have drawn before a pen was used. */
      readonly turnedAway: boolean;
    };

/** How long a finger holds still until it picks a colour, about, ms. */
const LONG_PRESS = 500;
/** How far it may move meanwhile, CSS px. */
const LONG_PRESS_SLOP = 6;
/** What is wider is a palm, CSS px. */
const FINGER_WIDEST = 40;

/** Recognises a finger that holds still where it came down. */
export class LongPress {
  readonly #timer: HoldTimer;
  #from: { readonly id: number; readonly x: number; readonly y: number } | undefined;

  constructor(pressed: () => void) {
    this.#timer = new HoldTimer(() => {
      this.#from = undefined;
      pressed();
    }, LONG_PRESS);
  }

  down({ pointerId, clientX, clientY, width, height }: PointerEvent): void {
    if (Math.max(width, height) > FINGER_WIDEST) return;
    this.#from = { id: pointerId, x: clientX, y: clientY };
    this.#timer.moved();
  }

  move({ pointerId, pointerType, clientX, clientY }: PointerEvent): void {
    const from = this.#from;
    if (!from) return;
    // Where a pen hovers, a touch that holds still may be the palm of its hand.
    const isOver =
      from.id === pointerId
        ? Math.hypot(clientX - from.x, clientY - from.y) > LONG_PRESS_SLOP
        : pointerType === 'pen';
    if (isOver) this.stop();
  }

  stop(): void {
    this.#from = undefined;
    this.#timer.stop();
  }
}

/**
 * Captures the pointer, so that its events come here until it is lifted. False if it was lifted in the
 * meantime.
 */
export function capture(host: HTMLElement, pointer: number): boolean {
  try {
    host.setPointerCapture(pointer);
    return true;
  } catch {
    return false;
  }
}

/** The middle between the contacts, in CSS px from the corner of the canvas. */
export function middle(a: Contact, b: Contact | undefined, corner: Position): Position {
  const x = b ? (a.x + b.x) / 2 : a.x;
  const y = b ? (a.y + b.y) / 2 : a.y;
  return { x: x - corner.x, y: y - corner.y };
}
