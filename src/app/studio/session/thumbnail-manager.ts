/** The thumbnail of one open drawing: made while nobody draws, and stored with the drawing. */
import { type Signal, signal } from '@preact/signals';
import type { Layer, Stroke } from '../../../core/drawing/types.ts';
import { type Bounds, strokesBounds, thumbnail } from '../../../ink/index.ts';
import { writePicture, writeThumbStale } from '../document/drawing-memory.ts';
import { penDown } from '../saving/busy.ts';

/** ms without an edit after which the thumbnail is made. */
const IDLE_MS = 2_500;

export interface ThumbHost {
  readonly id: string;
  readonly strokes: Signal<readonly Stroke[]>;
  readonly layers: Signal<readonly Layer[] | undefined>;
  /** True if the drawing is stored. */
  readonly isStored: Signal<boolean>;
  /** Stores a thumbnail with the drawing. */
  store(thumb: string): void;
}

export class ThumbnailManager {
  /** The last thumbnail, stored or not. */
  readonly thumb = signal('');
  /** The thumbnail with the bounds of its strokes, for the map. */
  readonly picture: Signal<{ readonly thumb: string; readonly bounds: Bounds } | undefined> =
    signal(undefined);
  readonly #host: ThumbHost;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** True if the drawing was edited since the thumbnail was made. */
  #stale = false;
  /**
   * The value of `#stale` in the database. If this page is closed too early, the next one makes the thumbnail.
   */
  #noted = false;
  /** The thumbnail that is stored or being stored. */
  #stored = '';

  constructor(host: ThumbHost) {
    this.#host = host;
  }

  /** The drawing was loaded, with this thumbnail. */
  onLoaded(thumb: string): void {
    this.#stored = thumb;
    this.thumb.value = thumb;
  }

  /** Makes the thumbnail of a loaded drawing if it is missing or, with `stale`, out of date. */
  repair(stale: boolean): void {
    if (!stale && (this.#stored !== '' || this.#host.strokes.value.length === 0)) return;
    this.#noted = stale;
    this.#stale = true;
    this.#makeSoon();
  }

  /** Stores the bounds of the thumbnail, for the map and for the preview at the next opening. */
  keepPicture(): void {
    const bounds = strokesBounds(this.#host.strokes.value);
    if (this.#stored === '' || !bounds) return;
    this.picture.value = { thumb: this.#stored, bounds };
    void writePicture(this.#host.id, this.picture.value);
  }

  /** The strokes have changed. */
  onEdited(): void {
    this.#stale = true;
    this.note();
    this.#makeSoon();
  }

  /** The stored thumbnail was deleted with the drawing, which is created again. */
  onDeleted(): void {
    this.#stored = '';
    this.onEdited();
  }

  /** The drawing was created. */
  onCreated(): void {
    if (this.#stale) this.#makeSoon();
  }

  /** Stores whether the thumbnail is out of date, when that changes. */
  note(): void {
    if (this.#noted === this.#stale) return;
    this.#noted = this.#stale;
    void writeThumbStale(this.#host.id, this.#stale);
  }

  /** Makes the thumbnail now, if it is out of date. */
  async make(): Promise<void> {
    clearTimeout(this.#timer);
    if (!this.#stale) return;
    this.#stale = false;
    const strokes = this.#host.strokes.value;
    const thumb = await thumbnail(strokes, this.#host.layers.value);
    if (thumb !== undefined) this.thumb.value = thumb;
    if (this.#host.strokes.value !== strokes) {
      this.#stale = true;
      this.#makeSoon();
    } else if (!this.#host.isStored.value) {
      // Made again when the drawing is created.
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
    }, IDLE_MS);
  }
}
