/** The pointers that are down, and the gesture that they make. */
import type { Position } from '../geometry/bounds.ts';
import type { Device } from './samples.ts';

export interface Contact {
  readonly device: Device;
  readonly button: number;
  x: number;
  y: number;
}

/** The state of the gesture: none, drawing with one pointer, or moving the paper with one or two. */
export type GestureState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'stroke';
      readonly pointer: number;
      readonly device: Device;
      readonly since: number;
      length: number;
    }
  | {
      readonly kind: 'drag';
      readonly pointers: readonly number[];
      moving: boolean;
      /** True if this is one finger's drag that would have drawn before a pen was used. */
      readonly turnedAway: boolean;
    };

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
