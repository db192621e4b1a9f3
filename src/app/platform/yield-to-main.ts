/** ms of work between two yields. */
const SLICE = 8;

/** Start of the present slice, by `performance.now()`. */
let sliceStart = 0;

/**
 * Called again and again by long work on the main thread. Lets the page handle its events if 8 ms have passed
 * since the last time, else returns at once.
 * @throws the signal's reason when it is aborted
 */
export async function yieldToMain(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const now = performance.now();
  if (now - sliceStart < SLICE) return;
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
  sliceStart = performance.now();
  signal.throwIfAborted();
}
