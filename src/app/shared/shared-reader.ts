/** Follows the drawing of a link: looks when somebody comes back to the page, and when the server says that it changed. */
import type { Shown } from './shared-drawing.ts';

/** Least ms between two looks at a drawing that grows. */
const GAP_MS = 300;
/** ms to wait when what was announced cannot be had yet; doubled each time. */
const PAUSE_FIRST = 2_000;
const PAUSE_MAX = 60_000;
/** Longest pause between two looks while the server is away, ms: somebody waits for it. */
const AWAY_PAUSE_MAX = 8_000;

/** ms without a stream after which to look at the drawing instead. */
const AWAY_MS = 4_000;

/**
 * Follows whether the stream works. Looks when it has not for a moment, and again when it does after that: then the
 * server was away, or the page.
 */
export function afterSilence(look: () => void, signal: AbortSignal): (isOpen: boolean) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasLooked = false;
  signal.addEventListener('abort', () => clearTimeout(timer));
  return (isOpen) => {
    if (signal.aborted) return;
    if (!isOpen) {
      timer ??= setTimeout(() => {
        hasLooked = true;
        look();
      }, AWAY_MS);
      return;
    }
    clearTimeout(timer);
    timer = undefined;
    if (hasLooked) look();
    hasLooked = false;
  };
}

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
 * @param random a number from 0 (inclusive) to 1 (exclusive), so that not all pages come back to a server at once
 */
export function createReader(
  read: () => Promise<Shown>,
  show: (shown: Shown) => void,
  random = Math.random,
): SharedReader {
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
    const isAway = shown.kind === 'drawing' ? shown.keptAt !== undefined : shown.kind === 'unreachable';
    known = shown.kind === 'drawing' ? shown.tag?.replaceAll('"', '') : undefined;
    if (known === wanted || shown.kind === 'gone') wanted = undefined;
    if (wanted === undefined && !isAway) tries = 0;
    show(shown);
    if (again) later(GAP_MS);
    else if (isAway) later(Math.min(AWAY_PAUSE_MAX, PAUSE_FIRST * 2 ** tries++) * (0.5 + random()));
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
