/** The title of an open drawing while it is typed: saved after a pause, or at once. */

/** ms after the last letter until a typed title is saved. */
const TITLE_PAUSE = 700;

export interface TitleHost {
  save(title: string): void;
  /** Something was typed, or is no longer pending. */
  changed(): void;
}

export class TypedTitle {
  readonly #host: TitleHost;
  /** What was typed and is not saved yet. */
  #title: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: TitleHost) {
    this.#host = host;
  }

  /** True from the first letter until the title is saved or given up. */
  get isPending(): boolean {
    return this.#title !== undefined;
  }

  /** It counts as unsaved, and is saved after a pause or with `settle`; undefined gives up what was typed. */
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
    // In this order the session is unsaved throughout: one that is not for a moment may be let go of.
    this.#host.save(title);
    this.type(undefined);
  }
}
