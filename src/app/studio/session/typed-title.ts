/** The title of an open drawing while it is typed: saved after a pause, or at once. */

/** ms after the last letter until a typed title is saved. */
const TITLE_PAUSE = 700;

export interface TitleHost {
  save(title: string): void;
  /** Called when something was typed, saved or discarded. */
  changed(): void;
}

export class TypedTitle {
  readonly #host: TitleHost;
  /** The typed title that is not saved yet. */
  #title: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: TitleHost) {
    this.#host = host;
  }

  /** True from the first letter until the title is saved or discarded. */
  get isPending(): boolean {
    return this.#title !== undefined;
  }

  /** Takes the typed title, which is saved after a pause or by `settle`; undefined discards it. */
  type(title: string | undefined): void {
    clearTimeout(this.#timer);
    this.#title = title;
    if (title !== undefined) this.#timer = setTimeout(() => this.settle(), TITLE_PAUSE);
    this.#host.changed();
  }

  /** Saves the typed title now. */
  settle(): void {
    const title = this.#title;
    if (title === undefined) return;
    // In this order the session counts as unsaved all the time. Otherwise it could be dropped in between.
    this.#host.save(title);
    this.type(undefined);
  }
}
