/** Plays a replay: what time it is in it, whether it runs, how fast. */
import { signal } from '@preact/signals';
import type { Player } from '../../../ink/replay/workers.ts';

/** Times as fast as the replay. */
export const SPEEDS = [0.5, 1, 2, 4];

/** Later than this after it was asked for, a picture is shown as one of another time, ms. */
const LATE = 400;

export class Playback {
  /** ms of the replay. */
  readonly time = signal(0);
  readonly isPlaying = signal(false);
  readonly speed = signal(1);
  /** True while the picture of the time is painted, if that takes long: the first way to the end of a large drawing. */
  readonly isBehind = signal(false);
  /** True once the worker has ended by itself. */
  readonly hasFailed = signal(false);
  readonly length: number;
  readonly #player: Player;
  readonly #context: CanvasRenderingContext2D;
  #isShowing = false;
  /** The time that the canvas shows; undefined before the first picture. */
  #shown: number | undefined;
  #frame = 0;

  constructor(player: Player, context: CanvasRenderingContext2D) {
    this.#player = player;
    this.#context = context;
    this.length = player.length;
    void this.#show();
  }

  get isAtEnd(): boolean {
    return this.time.value >= this.length;
  }

  /** Starts or stops. At the end it starts again. */
  toggle(): void {
    if (this.isPlaying.value) {
      this.pause();
      return;
    }
    if (this.isAtEnd) this.time.value = 0;
    this.isPlaying.value = true;
    let before = performance.now();
    const next = (now: number) => {
      // A page in the background gets no frames, and goes on where it was.
      const passed = Math.min(100, Math.max(0, now - before));
      before = now;
      this.time.value = Math.min(this.length, this.time.value + passed * this.speed.value);
      void this.#show();
      if (this.isAtEnd) this.isPlaying.value = false;
      else this.#frame = requestAnimationFrame(next);
    };
    this.#frame = requestAnimationFrame(next);
  }

  pause(): void {
    cancelAnimationFrame(this.#frame);
    this.isPlaying.value = false;
  }

  /** Goes to a time, ms. */
  seek(time: number): void {
    this.time.value = Math.min(this.length, Math.max(0, time));
    void this.#show();
  }

  close(): void {
    this.pause();
    this.#player.close();
  }

  /** Has the latest time painted. While one is painted, those between are left out. */
  async #show(): Promise<void> {
    if (this.#isShowing) return;
    this.#isShowing = true;
    try {
      while (this.#shown !== this.time.value) {
        const time = this.time.value;
        const late = setTimeout(() => {
          this.isBehind.value = true;
        }, LATE);
        await this.#player.show(this.#context, time).finally(() => {
          clearTimeout(late);
          this.isBehind.value = false;
        });
        this.#shown = time;
      }
    } catch {
      this.pause();
      this.hasFailed.value = true;
    } finally {
      this.#isShowing = false;
    }
  }
}
