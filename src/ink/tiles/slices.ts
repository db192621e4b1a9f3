/** Splits long work into short slices, so that the page responds between them. */

/** Longest time of one slice, ms. A frame that is due meanwhile waits for its end. */
const SLICE = 4;

export interface SlicedWork {
  /** Stops the work: `step` is not called again. */
  cancel(): void;
}

/**
 * Calls `step` until it returns true, for at most SLICE ms at a time. The first slice runs at once or, with
 * `later`, after a pause like the others. `step` should take about a millisecond. `between` runs at the end of
 * each slice.
 */
export function inSlices(
  step: () => boolean,
  between: () => void = () => {},
  first: 'at once' | 'later' = 'at once',
): SlicedWork {
  const channel = new MessageChannel();
  let stopped = false;
  const stop = () => {
    stopped = true;
    channel.port1.close();
  };
  const slice = () => {
    if (stopped) return;
    const until = performance.now() + SLICE;
    let done: boolean;
    // Once at least, however late it is: the work must end.
    do done = step();
    while (!done && performance.now() < until);
    if (done) stop();
    between();
    if (!stopped) channel.port2.postMessage(null);
  };
  channel.port1.onmessage = slice;
  if (first === 'at once') slice();
  else channel.port2.postMessage(null);
  return { cancel: stop };
}
