/** Recognises a tap with several fingers: they come down together, hold still, and are lifted soon. */

/** What a tap is at most: ms from the first finger down to the last one lifted, and how far each may move, CSS px. */
export const TAP = { brief: 350, still: 10 };

interface Finger {
  readonly x: number;
  readonly y: number;
}

export class Taps {
  readonly #down = new Map<number, Finger>();
  /** How many fingers came down. */
  #count = 0;
  #began = 0;
  /** True if this is something else: a stroke, a movement of the paper, a palm. */
  #isSpoilt = false;

  down({ pointerId, clientX, clientY, timeStamp }: PointerEvent): void {
    if (this.#down.size === 0) {
      this.#count = 0;
      this.#began = timeStamp;
      this.#isSpoilt = false;
    }
    if (!this.#down.has(pointerId)) this.#count++;
    this.#down.set(pointerId, { x: clientX, y: clientY });
  }

  move({ pointerId, clientX, clientY }: PointerEvent): void {
    const from = this.#down.get(pointerId);
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > TAP.still) this.#isSpoilt = true;
  }

  /** The number of fingers of the tap that ends with this event; 0 if none does. */
  up(event: PointerEvent): number {
    if (!this.#down.has(event.pointerId)) return 0;
    this.move(event);
    this.#down.delete(event.pointerId);
    if (event.type !== 'pointerup' || event.timeStamp - this.#began > TAP.brief) this.#isSpoilt = true;
    return this.#down.size === 0 && !this.#isSpoilt ? this.#count : 0;
  }

  spoil(): void {
    this.#isSpoilt = true;
  }
}
