/** The thumbnail of one open drawing: made when the hand rests, stored with it, and made again where it is old. */
import { type Signal, signal } from '@preact/signals';
import type { Stroke } from '../../../core/drawing/types.ts';
import { type Bounds, strokesBounds, thumbnail } from '../../../ink/index.ts';
import { writePicture, writeThumbStale } from '../document/drawing-memory.ts';
import { penDown } from '../saving/busy.ts';

/** ms without an edit until the thumbnail is made. */
const REST = 2_500;

export interface ThumbHost {
  readonly id: string;
  readonly strokes: Signal<readonly Stroke[]>;
  /** Has the drawing a place among the drawings? */
  readonly made: Signal<boolean>;
  /** Has it stored with the drawing. */
  store(thumb: string): void;
}

export class ThumbKeeper {
  /** As it was last made, stored or not. */
  readonly thumb = signal('');
  /** The thumbnail, and what of the paper it shows: for the map. */
  readonly picture: Signal<{ readonly thumb: string; readonly bounds: Bounds } | undefined> =
    signal(undefined);
  readonly #host: ThumbHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Edits since it was made. */
  #stale = false;
  /** The memory knows of them: whoever opens the drawing next makes it if this page does not come to it. */
  #noted = false;
  /** The one that is stored, or on its way. */
  #stored = '';

  constructor(host: ThumbHost) {
    this.#host = host;
  }

  /** The drawing was read, with this thumbnail. */
  read(thumb: string): void {
    this.#stored = thumb;
    this.thumb.value = thumb;
  }

  /**
   * A drawing that came through the API has no picture for the lists, and one whose page ended too soon has an old
   * one: whoever opens it makes it.
   */
  repair(stale: boolean): void {
    if (!stale && (this.#stored !== '' || this.#host.strokes.value.length === 0)) return;
    this.#noted = stale;
    this.#stale = true;
    this.#makeSoon();
  }

  /** Remembers for the map, and for who opens the drawing next, what the stored thumbnail shows. */
  keepPicture(): void {
    const bounds = strokesBounds(this.#host.strokes.value);
    if (this.#stored === '' || !bounds) return;
    this.picture.value = { thumb: this.#stored, bounds };
    void writePicture(this.#host.id, this.picture.value);
  }

  /** The strokes changed. */
  edited(): void {
    this.#stale = true;
    this.note();
    this.#makeSoon();
  }

  /** The drawing got its place among the drawings. */
  madeNow(): void {
    if (this.#stale) this.#makeSoon();
  }

  /** Writes down whether the thumbnail that is stored is older than the drawing, when that changes. */
  note(): void {
    if (this.#noted === this.#stale) return;
    this.#noted = this.#stale;
    void writeThumbStale(this.#host.id, this.#stale);
  }

  /** Makes it now where it is old. */
  async make(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#stale) return;
    this.#stale = false;
    const strokes = this.#host.strokes.value;
    const thumb = await thumbnail(strokes);
    if (thumb !== undefined) this.thumb.value = thumb;
    if (this.#host.strokes.value !== strokes) {
      this.#stale = true;
      this.#makeSoon();
    } else if (!this.#host.made.value) {
      // When it is made, so is its picture.
      this.#stale = true;
    } else if (thumb !== undefined) {
      if (thumb === this.#stored) this.note();
      else this.#host.store(thumb);
      this.#stored = thumb;
      if (thumb === '') this.picture.value = undefined;
      this.keepPicture();
    }
  }

  #makeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (penDown.value) this.#makeSoon();
      else void this.make();
    }, REST);
  }
}
