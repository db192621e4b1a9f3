/**
 * The drawing time, from which strokes get their `at`: how long somebody has drawn. Long pauses count little, so
 * that a drawing made over days can be played in minutes, and no stroke tells when somebody was where.
 */
import { AT_MAX } from '../../core/drawing/limits.ts';
import type { Stroke } from '../../core/drawing/types.ts';

/** The most that a pause counts, ms. */
const PAUSE_MAX = 5_000;

export class DrawingTime {
  #time = 0;
  /** When the time was last asked for, ms of the caller's clock. */
  #asked: number | undefined;

  /** Goes on after the latest of these strokes. */
  goOnAfter(strokes: readonly Stroke[]): void {
    let latest = -1;
    for (const { at = -1 } of strokes) if (at > latest) latest = at;
    if (latest >= this.#time) this.#time = Math.min(AT_MAX, latest + PAUSE_MAX);
  }

  /**
   * The drawing time in whole ms. Ask at every sample: a time in which nobody asks is a pause.
   * @param now ms of a clock that never goes back
   */
  at(now: number): number {
    const passed = now - (this.#asked ?? now);
    this.#asked = now;
    this.#time = Math.min(AT_MAX, this.#time + Math.min(PAUSE_MAX, Math.max(0, passed)));
    return Math.floor(this.#time);
  }
}
