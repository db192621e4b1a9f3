/** Reckons the keys of strokes while the page has nothing else to do, so that a large step back finds them there. */
import type { Stroke } from '../../../core/drawing/types.ts';
import { strokeKey } from './stroke-key.ts';

/** Strokes between two looks at the clock, and ms of one go: a hand may come at any moment. */
const AT_ONCE = 32;
const GO = 4;
/** ms until it begins: what opens a drawing comes first. */
const LATER = 1_500;

/** `isBusy`: then it waits. Answers how to stop. */
export function warmKeys(strokes: readonly Stroke[], isBusy: () => boolean): () => void {
  let next = 0;
  let stop = after(LATER, go);
  return () => stop();

  function go(): void {
    if (isBusy()) {
      stop = after(LATER, go);
      return;
    }
    const until = performance.now() + GO;
    while (next < strokes.length && performance.now() < until) {
      for (const end = Math.min(strokes.length, next + AT_ONCE); next < end; next++)
        strokeKey(strokes[next]!);
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

/** Not every browser says when it is idle. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, GO);
    return () => clearTimeout(timer);
  }
  const wanted = requestIdleCallback(run);
  return () => cancelIdleCallback(wanted);
}
