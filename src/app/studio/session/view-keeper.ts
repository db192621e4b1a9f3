/** Stores what the canvas of an open drawing shows while nobody draws, and when the page is left. */
import type { Ink } from '../../../ink/index.ts';
import { screenOf } from '../../early/kept-view.ts';
import { writeKeptView } from '../../early/kept-views.ts';
import { penDown } from '../saving/busy.ts';

/** ms of rest after which the view is stored. */
const REST = 1_500;

export class ViewKeeper {
  readonly #drawing: string;
  readonly #ink: Ink;
  readonly #host: HTMLElement;
  readonly #isStored: () => boolean;
  readonly #paper: () => string | undefined;
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the screen may show something else than what was stored. */
  #isStale = false;

  /**
   * @param isStored true once the drawing is stored: before, it has no address
   * @param paper colour of the paper; undefined for white
   */
  constructor(
    drawing: string,
    ink: Ink,
    host: HTMLElement,
    isStored: () => boolean,
    paper: () => string | undefined,
  ) {
    this.#drawing = drawing;
    this.#ink = ink;
    this.#host = host;
    this.#isStored = isStored;
    this.#paper = paper;
    const { signal } = this.#abort;
    const left = () => document.visibilityState === 'hidden' && this.#keep();
    document.addEventListener('visibilitychange', left, { signal });
  }

  /** The screen has changed. */
  changed(): void {
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (penDown.value || !this.#ink.settled) this.changed();
      else this.#keep();
    }, REST);
  }

  /** The canvas is about to go. */
  close(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#keep();
  }

  #keep(): void {
    if (!this.#isStale || !this.#isStored()) return;
    const picture = this.#ink.picture();
    if (!picture) return;
    const { image, scale, left, top } = picture;
    const { width, height } = image;
    // A canvas of its own: one that is read often would be taken off the graphics card.
    const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
      willReadFrequently: true,
    });
    if (!copy || width === 0 || height === 0) return;
    copy.drawImage(image, 0, 0);
    const { buffer: pixels } = copy.getImageData(0, 0, width, height).data;
    const { x, y } = this.#host.getBoundingClientRect();
    this.#isStale = false;
    void writeKeptView(this.#drawing, {
      pixels,
      width,
      height,
      scale,
      left,
      top,
      paper: this.#paper(),
      camera: this.#ink.camera,
      at: { x, y, width: this.#host.clientWidth, height: this.#host.clientHeight },
      screen: screenOf(window),
    });
  }
}
