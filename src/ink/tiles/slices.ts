/** Long work in short slices, so that the page answers between them. */

/** ms of work before the page is let go. */
const SLICE = 8;

export interface Sliced {
  /** Stops it; it will not call `step` again. */
  cancel(): void;
}

/**
 * Calls `step` until it answers that it is done, at most SLICE ms at a time; the first slice at once, or `later` with
 * the others. `step` does about a millisecond of work. `between` runs at the end of each slice.
 */
export function inSlices(
  step: () => boolean,
  between: () => void = () => {},
  first: 'at once' | 'later' = 'at once',
): Sliced {
  const channel = new MessageChannel();
  let stopped = false;
  const stop = () => {
    stopped = true;
    channel.port1.close();
  };
  const slice = () => {
    if (stopped) return;
    const until = performance.now() + SLICE;
    let done = false;
    while (!done && performance.now() < until) done = step();
    if (done) stop();
    between();
    if (!stopped) channel.port2.postMessage(null);
  };
  channel.port1.onmessage = slice;
  if (first === 'at once') slice();
  else channel.port2.postMessage(null);
  return { cancel: stop };
}
