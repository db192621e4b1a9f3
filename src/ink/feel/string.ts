/** The stabiliser: the line is pulled behind the pointer on a string. Small shaking only slackens the string. */

/** The string's length at the steadiest, CSS px. */
const LONGEST = 64;

export class PulledString {
  /** Where the line is, CSS px. */
  x = 0;
  y = 0;
  readonly #length: number;

  /** @param steady from 0, no string, to 1 */
  constructor(steady: number) {
    // Squared: between short strings one chooses finely.
    this.#length = LONGEST * Math.min(1, Math.max(0, steady)) ** 2;
  }

  begin(x: number, y: number): void {
    this.x = x;
    this.y = y;
  }

  /** Pulls the line towards the pointer. Returns false if the string was slack: the line stays. */
  pull(x: number, y: number): boolean {
    const dx = x - this.x;
    const dy = y - this.y;
    const distance = Math.hypot(dx, dy);
    if (distance <= this.#length) return false;
    if (this.#length === 0) {
      this.begin(x, y);
      return true;
    }
    const part = (distance - this.#length) / distance;
    this.x += dx * part;
    this.y += dy * part;
    return true;
  }
}
