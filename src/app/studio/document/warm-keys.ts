/** Computes the keys of strokes while the page is idle, so that a large undo is fast. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';

/** Strokes between two looks at the clock. */
const BATCH = 32;
/** ms of work in one slice. Short, because drawing may begin at any moment. */
const SLICE_MS = 4;
/** ms until the work begins, after the drawing is opened. */
const START_DELAY = 1_500;

/**
 * Starts the work.
 * @param isBusy true to postpone it
 * @returns a function that stops it
 */
export function warmKeys(strokes: readonly Stroke[], isBusy: () => boolean): () => void {
  let next = 0;
  let stop = after(START_DELAY, go);
  return () => stop();

  function go(): void {
    if (isBusy()) {
      stop = after(START_DELAY, go);
      return;
    }
    const until = performance.now() + SLICE_MS;
    while (next < strokes.length && performance.now() < until) {
      const batch = strokes.slice(next, next + BATCH);
      for (const stroke of batch) strokeKey(stroke);
      next += batch.length;
    }
    if (next < strokes.length) stop = whenIdle(go);
  }
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(() => {
    stop = whenIdle(run);
  }, ms);
  let stop = () => clearTimeout(timer);
  return () => stop();
}

/** Runs a function when the page is idle, or soon in browsers without requestIdleCallback. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, SLICE_MS);
    return () => clearTimeout(timer);
  }
  const wanted = requestIdleCallback(run);
  return () => cancelIdleCallback(wanted);
}
