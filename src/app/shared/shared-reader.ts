/** Follows the drawing of a link: looks when somebody comes back to the page, and when the server says that it changed. */
import type { Shown } from './shared-drawing.ts';

/** Least ms between two looks at a drawing that grows. */
const GAP_MS = 300;
/** ms to wait when what was announced cannot be had yet; doubled each time. */
const PAUSE_FIRST = 2_000;
const PAUSE_MAX = 60_000;

export interface SharedReader {
  /** Looks now, or once more after the look that is under way. */
  look(): void;
  /**
   * The drawing is in this state now: looks until it has it.
   * @param state the ETag without its quotes
   */
  onNews(state: string): void;
  close(): void;
}

/**
 * @param read never rejects
 * @param show called after each look
 */
export function createReader(read: () => Promise<Shown>, show: (shown: Shown) => void): SharedReader {
  let isOpen = true;
  let looking = false;
  let again = false;
  /** The state that was read last, and the one that was announced and not read yet. */
  let known: string | undefined;
  let wanted: string | undefined;
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function later(ms: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void look(), ms);
  }

  async function look(): Promise<void> {
    again = looking;
    if (looking) return;
    looking = true;
    clearTimeout(timer);
    const shown = await read();
    looking = false;
    if (!isOpen) return;
    known = shown.kind === 'drawing' ? shown.tag?.replaceAll('"', '') : undefined;
    if (known === wanted || shown.kind === 'gone') wanted = undefined;
    show(shown);
    if (again) later(GAP_MS);
    else if (wanted !== undefined) later(Math.min(PAUSE_MAX, PAUSE_FIRST * 2 ** tries++));
  }

  return {
    look: () => void look(),
    onNews(state) {
      wanted = state === known ? undefined : state;
      tries = 0;
      if (wanted === undefined) clearTimeout(timer);
      else void look();
    },
    close() {
      isOpen = false;
      clearTimeout(timer);
    },
  };
}
