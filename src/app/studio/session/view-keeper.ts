/** Stores what the canvas of an open drawing shows while nobody draws, and when the page is left. */
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import type { Ink } from '../../../ink/index.ts';
import { inkBox } from '../../early/ink-box.ts';
import { inkPrint } from '../../early/ink-print.ts';
import { type KeptView, type SeenView, screenOf } from '../../early/kept-view.ts';
import { isKept, keptAsSeen, readKeptView, touchKeptView, writeKeptView } from '../../early/kept-views.ts';
import { penDown } from '../saving/busy.ts';

/** ms of rest after which the view is stored. */
const REST = 1_500;

/** What the keeper reads of the drawing. */
export interface Kept {
  /** True once the drawing is stored: before, it has no address. */
  isStored(): boolean;
  strokes(): readonly Stroke[];
  layers(): readonly Layer[] | undefined;
  /** Colour of the paper; undefined for white. */
  paper(): string | undefined;
}

export class ViewKeeper {
  readonly #drawing: string;
  readonly #ink: Ink;
  readonly #host: HTMLElement;
  readonly #of: Kept;
  readonly #abort = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the screen may show something else than what was stored. */
  #isStale = false;
  /** What was stored last, as far as that is known. */
  #kept: KeptView | undefined;

  /** @param kept the view of the last time, if it stands on the page */
  constructor(drawing: string, ink: Ink, host: HTMLElement, of: Kept, kept: KeptView | undefined) {
    this.#kept = kept;
    this.#drawing = drawing;
    this.#ink = ink;
    this.#host = host;
    this.#of = of;
    const { signal } = this.#abort;
    const left = () => document.visibilityState === 'hidden' && this.#keep();
    document.addEventListener('visibilitychange', left, { signal });
  }

  /** The screen has changed. */
  changed(): void {
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#rests(), REST);
  }

  /** The canvas is about to go. */
  close(): void {
    clearTimeout(this.#timer);
    this.#abort.abort();
    this.#keep();
  }

  async #rests(): Promise<void> {
    if (penDown.value || !this.#ink.settled) {
      this.changed();
      return;
    }
    this.#kept ??= await readKeptView(this.#drawing);
    // The print and the pixels each take long on a slow phone: between them, what waits may run.
    inkPrint(this.#of.strokes());
    await new Promise((done) => setTimeout(done));
    if (this.#abort.signal.aborted) return;
    if (penDown.value || !this.#ink.settled) this.changed();
    else this.#keep();
  }

  /** What the canvas shows; undefined while it is not whole, or not stored. */
  get #seen(): SeenView | undefined {
    const picture = this.#of.isStored() ? this.#ink.picture() : undefined;
    if (!picture) return undefined;
    const { image, scale, left, top } = picture;
    const { width, height } = image;
    const { x, y } = this.#host.getBoundingClientRect();
    return {
      width,
      height,
      scale,
      left,
      top,
      camera: this.#ink.camera,
      paper: this.#of.paper(),
      at: { x, y, width: this.#host.clientWidth, height: this.#host.clientHeight },
      screen: screenOf(window),
      ink: inkPrint(this.#of.strokes(), this.#of.layers()),
    };
  }

  #keep(): void {
    const seen = this.#isStale ? this.#seen : undefined;
    const image = this.#ink.picture()?.image;
    if (!seen || !image || seen.width === 0 || seen.height === 0) return;
    this.#isStale = false;
    // Opened, looked at and left: the pixels of the last time are right.
    if (isKept(seen, this.#kept)) {
      void touchKeptView(this.#drawing);
      return;
    }
    const { width, height } = seen;
    // A canvas of its own: one that is read often would be taken off the graphics card.
    const copy = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d', {
      willReadFrequently: true,
    });
    if (!copy) return;
    copy.drawImage(image, 0, 0);
    // Each byte costs time when the drawing is opened.
    const box = inkBox(copy.getImageData(0, 0, width, height));
    const { buffer } = copy.getImageData(box.x, box.y, box.width, box.height).data;
    this.#kept = keptAsSeen(seen, box, buffer);
    void writeKeptView(this.#drawing, this.#kept, buffer);
  }
}
