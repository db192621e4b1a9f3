/** Makes the pictures that are in view, one after another. */

/**
 * Data URLs of the strokes, and of the photo under them; `gone` if there is nothing to paint any more, `failed` if it could
 * not be painted.
 */
export type Picture = { readonly url: string; readonly under?: string | undefined } | 'gone' | 'failed';

export class PictureQueue {
  readonly #paint: (id: string, stop: AbortSignal) => Promise<Picture>;
  readonly #made: (id: string, picture: Picture) => void;
  readonly #wanted = new Set<string>();
  readonly #done = new Set<string>();
  /** The one that is being painted. */
  #current: { readonly id: string; readonly stop: AbortController } | undefined;
  #isClosed = false;

  /**
   * @param paint makes one; rejects if it is stopped or fails
   * @param made called once for each that was made
   */
  constructor(
    paint: (id: string, stop: AbortSignal) => Promise<Picture>,
    made: (id: string, picture: Picture) => void,
  ) {
    this.#paint = paint;
    this.#made = made;
  }

  /** It came into view. */
  want(id: string): void {
    if (this.#isClosed || this.#done.has(id)) return;
    this.#wanted.add(id);
    this.#next();
  }

  /** It left the view: another is more urgent. */
  leave(id: string): void {
    this.#wanted.delete(id);
    if (this.#current?.id === id) this.#current.stop.abort();
  }

  /** Stops for good. */
  close(): void {
    this.#isClosed = true;
    this.#wanted.clear();
    this.#current?.stop.abort();
  }

  #next(): void {
    const [id] = this.#wanted;
    if (this.#current || id === undefined) return;
    const stop = new AbortController();
    this.#current = { id, stop };
    void this.#paint(id, stop.signal)
      .catch((): Picture => 'failed')
      .then((picture) => {
        this.#current = undefined;
        if (!stop.signal.aborted) {
          this.#wanted.delete(id);
          this.#done.add(id);
          this.#made(id, picture);
        }
        this.#next();
      });
  }
}
