/** Tells a tap with several fingers: they come down together, hold still, and are lifted at once. */

/** ms from the first finger that comes down to the last one that is lifted. */
const BRIEF = 350;
/** CSS px that a finger may move. */
const STILL = 10;

interface Finger {
  readonly x: number;
  readonly y: number;
}

export class Taps {
  readonly #down = new Map<number, Finger>();
  /** How many came down. */
  #count = 0;
  #began = 0;
  /** It is something else: a stroke, a movement of the paper, a palm. */
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
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL) this.#isSpoilt = true;
  }

  /** With how many fingers the tap was that ends here; 0 where none does. */
  up(event: PointerEvent): number {
    if (!this.#down.has(event.pointerId)) return 0;
    this.move(event);
    this.#down.delete(event.pointerId);
    if (event.type !== 'pointerup' || event.timeStamp - this.#began > BRIEF) this.#isSpoilt = true;
    return this.#down.size === 0 && !this.#isSpoilt ? this.#count : 0;
  }

  spoil(): void {
    this.#isSpoilt = true;
  }
}
